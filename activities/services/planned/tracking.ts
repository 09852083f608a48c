/** Planned services of the category Tracking Services. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const myshipmentTracking = {
  id: 'myshipment-tracking',
  name: 'MyShipment Tracking',
  description:
    'Upload a sheet with PO, shipping order, bill of lading, container or invoice numbers. Each is looked up on the MyShipment portal. You get the milestones from cargo receipt to arrival, with vessels and dates.',
  category: 'Tracking Services',
  icon: 'map-pinned',
  features: [
    'Searches by HBL, MBL, PO, shipping order, container or invoice',
    'Every match is returned when there is more than one',
    'Stuffing, departure, transshipment and arrival dates',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const egmDownload = {
  id: 'egm-download',
  name: 'EGM Download',
  description:
    'Upload a sheet with customs office, serial, number and year of your bills of export. The export general manifest (EGM) of each is fetched from the customs portal as proof that the goods left. You get the PDFs and a workbook with rotation, vessel and departure date.',
  category: 'Tracking Services',
  icon: 'scroll-text',
  features: [
    'One EGM PDF per bill of export, and all combined in one',
    'Rotation number is compared with the one in your sheet',
    'Vessel, voyage, packages and gross weight in one table',
    'When customs asks for a CAPTCHA, you see the picture and answer it',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const customTracking = {
  id: 'custom-tracking',
  name: 'Customs Clearance Tracking',
  description:
    'Upload a sheet with customs office, serial, number and year of your bills of entry or export. The clearance step of each is looked up on the customs portal. You get lane, assessment, payment, examination and release in one workbook.',
  category: 'Tracking Services',
  icon: 'radar',
  features: [
    'Bills of entry and bills of export in one sheet',
    'The current step of each bill, from registered to released',
    'Assessment, payment and exit note with number and date',
    'When customs asks for a CAPTCHA, you see the picture and answer it',
  ],
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
