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
