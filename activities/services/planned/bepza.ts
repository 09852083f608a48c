/** Planned services of the category BEPZA. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const bepzaEpIssue = {
  id: 'bepza-ep-issue',
  name: 'BEPZA Export Permit Issue',
  description:
    'Upload a sheet with zone, enterprise, invoice, EXP, contract, buyer and goods. Rows with the same invoice number become one export permit application in the BEPZA permit system, left as a draft. You get the application number and the draft as PDF.',
  category: 'BEPZA',
  icon: 'stamp',
  features: [
    'Several items on one application',
    'Item values are added up and compared with the FOB value',
    'Foreign, DTA, inter-EPZ, subcontract and sample permits',
    'Looks for an application of the same invoice first, so none is made twice',
  ],
  defaultCostHundredths: 250,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const bepzaEpSubmission = {
  id: 'bepza-ep-submission',
  name: 'BEPZA Export Permit Submission',
  description:
    'Upload a sheet with the application or invoice numbers of drafted export permits and the papers that belong to them. The papers are attached and each application is sent to the zone officer. You get the receipt number and the time of submission.',
  category: 'BEPZA',
  icon: 'send',
  features: [
    'Finds the draft by application number or by invoice',
    'Attaches invoice, packing list, EXP and contract from your earlier results',
    'An application that was already sent is not charged the fee again',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const bepzaEpDownload = {
  id: 'bepza-ep-download',
  name: 'BEPZA Export Permit Download',
  description:
    'Upload a sheet with application, permit or invoice numbers. The approved export permits are fetched from the BEPZA permit system. You get the permits as PDF, and a workbook with approval date, validity and status.',
  category: 'BEPZA',
  icon: 'badge-check',
  features: [
    'Searches by application, permit or invoice number',
    'Permits one by one and combined in one PDF',
    "The officer's remark for permits that are sent back",
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const bepzaIpIssue = {
  id: 'bepza-ip-issue',
  name: 'BEPZA Import Permit Issue',
  description:
    'Upload a sheet with zone, enterprise, supplier, invoice, contract, transport document and goods. Rows with the same invoice number become one import permit application in the BEPZA permit system, left as a draft. You get the application number and its status.',
  category: 'BEPZA',
  icon: 'clipboard-list',
  features: [
    'Several items on one application',
    'Item values and net weights are added up and compared with the totals',
    'Foreign, DTA, inter-EPZ, courier, sample and machinery imports',
    'Looks for an application of the same invoice first, so none is made twice',
  ],
  defaultCostHundredths: 250,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const bepzaIpSubmit = {
  id: 'bepza-ip-submit',
  name: 'BEPZA Import Permit Submit',
  description:
    'Upload a sheet with the application or invoice numbers of drafted import permits and the papers that belong to them. The papers are attached and each application is sent to the zone officer. You get the receipt number and the time of submission.',
  category: 'BEPZA',
  icon: 'file-up',
  features: [
    'Finds the draft by application number or by invoice',
    'Attaches invoice, packing list, transport document and contract from your earlier results',
    'An application that was already sent is not charged the fee again',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const bepzaIpDownload = {
  id: 'bepza-ip-download',
  name: 'BEPZA Import Permit Download',
  description:
    'Upload a sheet with application, permit, invoice or bill of lading numbers. The approved import permits are fetched from the BEPZA permit system. You get the permits as PDF, and a workbook with approval date, validity and status.',
  category: 'BEPZA',
  icon: 'file-check',
  features: [
    'Searches by application, permit, invoice or bill of lading',
    'Permits one by one and combined in one PDF',
    "The officer's remark for permits that are sent back",
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
