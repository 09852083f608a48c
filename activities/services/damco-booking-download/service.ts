/** Damco Booking Download: confirmations of bookings, by shipping order or purchase order. */
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { purchaseOrder, shippingOrder } from '#services/families/damco-fields.ts';
import { bookingDownloadReferences } from '#services/families/references.ts';
import { damcoBookingDownloadMessages } from './messages.ts';

function check(row: RowData): CellProblem[] {
  if (row['so_no'] !== undefined || row['po_no'] !== undefined) return [];
  return [
    {
      column: 'so_no',
      problem: damcoBookingDownloadMessages.noBookingNamed(),
      hint: damcoBookingDownloadMessages.nameBooking(),
    },
  ];
}

export const damcoBookingDownloadService = {
  id: 'damco-booking-download',
  position: 8,
  name: 'Damco Booking Download',
  description:
    'Upload a sheet with shipping order or purchase order numbers. The booking confirmation of each is fetched from the forwarder. You get the PDFs and a workbook with status, cut-off date, vessel and ETD.',
  category: 'Forwarder Handler',
  icon: 'file-down',
  features: [
    'Searches by shipping order or by purchase order',
    'One booking confirmation PDF per shipping order',
    'Status, cartons, CBM, weight, vessel and ETD in one table',
  ],
  bengali: {
    name: 'Damco বুকিং ডাউনলোড',
    description:
      'SO বা PO নম্বরের শিট আপলোড করুন। ফরোয়ার্ডার থেকে প্রতিটির বুকিং কনফার্মেশন আনা হয়। PDF এবং অবস্থা, কাট-অফ, জাহাজ ও ETD-সহ Excel ফাইল পাবেন।',
    features: [
      'SO বা PO দিয়ে খোঁজা যায়',
      'প্রতি SO-র একটি কনফার্মেশন PDF',
      'অবস্থা, কার্টন, CBM, ওজন, জাহাজ ও ETD এক টেবিলে',
    ],
  },
  valueLabels: {
    bookings_found: 'যত বুকিং পাওয়া গেছে',
    cargo_ready: 'পণ্য প্রস্তুতের তারিখ',
    cfs_cutoff: 'CFS কাট-অফ',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'so_no', aliases: ['so', 'shipping order'], required: false, ...shippingOrder },
      { name: 'po_no', aliases: ['po', 'purchase order'], required: false, ...purchaseOrder },
    ],
    naturalKey: (row) => `${row['so_no'] ?? ''}|${row['po_no'] ?? ''}`,
    check,
  },
  portal: 'damco',
  credentials: 'damco_shipper',
  effect: 'read',
  references: bookingDownloadReferences,
} as const satisfies ServiceDefinition;
