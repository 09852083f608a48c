/** Planned services of the category Bangladesh Bank. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const expIssue = {
  id: 'exp-issue',
  name: 'EXP Issue',
  description:
    'Upload a sheet with one export per row: invoice, contract, importer, goods and values. An EXP form is filed for each row on the Bangladesh Bank EXP portal with your own login. You get the EXP numbers in a workbook and the printed forms as PDF.',
  category: 'Bangladesh Bank',
  icon: 'file-plus',
  features: [
    'One EXP form per row, with its number and date',
    'Checks FOB value, weights and HS code before anything is filed',
    'Looks for an EXP of the same invoice first, so none is filed twice',
    'Printed forms one by one and combined in one PDF',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const expCorrection = {
  id: 'exp-correction',
  name: 'EXP Correction',
  description:
    'Upload a sheet that names the EXP, the field, its old value, its new value and the reason. The fields of an issued EXP are corrected as long as customs has not used it. You get the revision number and the corrected form as PDF.',
  category: 'Bangladesh Bank',
  icon: 'file-pen',
  features: [
    'Several corrections of one EXP are filed as one revision',
    'Changes nothing when the old value is not what the portal shows',
    'A corrected value that is already there is reported as done',
    'Old and new values side by side in the result',
  ],
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const expDuplicateReporting = {
  id: 'exp-duplicate-reporting',
  name: 'EXP Duplicate Reporting',
  description:
    'Upload a sheet with the EXP, the bill of export, the transport document and what was shipped. The duplicate copy of each EXP is reported on the Bangladesh Bank EXP portal, as is due within 14 days of shipment. You get the report date and reference of every EXP.',
  category: 'Bangladesh Bank',
  icon: 'copy-check',
  features: [
    'Reports the duplicate of many EXPs from one sheet',
    'Marks shipments that are past the 14 days',
    'Shipped quantity and value are compared with what was declared',
    'An EXP that is already reported is not reported again',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
