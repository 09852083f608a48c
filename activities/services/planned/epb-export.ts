/** Planned service of the category EPB Export. */
import type { PlannedService } from '../contract.ts';

export const rexSooSubmission = {
  id: 'rex-soo-submission',
  name: 'REX/SOO Submission',
  description:
    'Upload a ZIP with the invoice and bill of lading PDFs, and a CSV with one shipment per row. Each shipment with both documents is recorded on the EPB Export Tracker with your own login. You get the record number and the receipt of every shipment.',
  category: 'EPB Export',
  icon: 'globe',
  features: [
    'Matches the PDFs to the rows by invoice number',
    'Rows without both documents are skipped and not charged',
    'Lists PDFs that belong to no row',
    'Looks for a record of the same invoice first, so none is filed twice',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: ['.zip', '.csv'],
  availability: 'planned',
} as const satisfies PlannedService;
