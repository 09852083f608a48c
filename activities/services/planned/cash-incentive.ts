/** Planned service of the category Cash Incentive Applications. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const cashIncentiveApplication = {
  id: 'cash-incentive-application',
  name: 'Cash Incentive Application',
  description:
    'Upload a sheet with the invoice, EXP, bill of export, bill of lading, PRC and certificates of each realised export. One cash incentive claim per shipment is prepared and filed with your lien bank. You get the claim number and amount, and the filled application form, statement and check-list as PDF.',
  category: 'Cash Incentive Applications',
  icon: 'hand-coins',
  features: [
    'Net FOB and value addition are worked out and checked',
    'The 180 days since realisation are checked before filing',
    "Stops when the bank's figure differs from ours by more than one taka",
    'One folder of documents per claim',
    'Looks for a claim of the same EXP first, so none is filed twice',
  ],
  defaultCostHundredths: 300,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
