/** EGM Download: the export general manifest of each bill of export, as proof that the goods left. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { billColumns, billKey, checkBill, completeBill } from '../customs-bill.ts';
import { rotation, transportDocument } from '../fields-containers.ts';

export const egmDownloadService = {
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
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: [
      ...billColumns,
      { name: 'rotation_no', aliases: ['rotation', 'manifest no'], required: false, ...rotation },
      { name: 'bl_no', aliases: ['bl', 'hbl', 'fcr no'], required: false, ...transportDocument },
    ],
    complete: completeBill,
    check: checkBill,
    naturalKey: (row) => [billKey(row), row['bl_no'] ?? ''].join(' '),
  },
  portal: 'customs',
  credentials: null,
  effect: 'read',
} as const satisfies AvailableService;
