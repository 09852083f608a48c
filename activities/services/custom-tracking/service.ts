/** Customs Clearance Tracking: the clearance step of each bill of entry or export. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { billColumns, billKey, checkBill, completeBill } from '../customs-bill.ts';

export const customTrackingService = {
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
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: billColumns,
    complete: completeBill,
    check: checkBill,
    naturalKey: billKey,
  },
  portal: 'customs',
  credentials: null,
  effect: 'read',
} as const satisfies AvailableService;
