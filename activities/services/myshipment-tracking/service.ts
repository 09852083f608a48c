/** MyShipment Tracking: milestones from booking to delivery, by PO, SO, bill of lading, container or invoice. */
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import { trackingMessages } from '#services/families/tracking-messages.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import { container } from '#services/families/fields-containers.ts';
import { oneOf, text } from '#services/families/fields-numbers.ts';
import { trackedReferences } from '#services/families/references.ts';

export const myshipmentTrackingService = {
  id: 'myshipment-tracking',
  position: 24,
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
  bengali: {
    name: 'MyShipment ট্র্যাকিং',
    description:
      'PO, SO, বিল অব লেডিং, কনটেইনার বা ইনভয়েস নম্বরের শিট আপলোড করুন। MyShipment পোর্টালে প্রতিটি খোঁজা হয়। মাল গ্রহণ থেকে পৌঁছানো পর্যন্ত ধাপ, জাহাজ ও তারিখ পাবেন।',
    features: [
      'HBL, MBL, PO, SO, কনটেইনার বা ইনভয়েস দিয়ে খোঁজে',
      'একাধিক মিললে সবগুলো ফেরত আসে',
      'স্টাফিং, যাত্রা, ট্রান্সশিপমেন্ট ও পৌঁছানোর তারিখ',
    ],
  },
  valueLabels: {
    ata: 'ATA (পৌঁছেছে)',
    atd: 'ATD (ছেড়েছে)',
    buyer: 'ক্রেতা',
    cargo_received: 'পণ্য গ্রহণের তারিখ',
    current_milestone: 'শিপমেন্টের বর্তমান ধাপ',
    feeder_vessel: 'ফিডার জাহাজ',
    hbl: 'HBL নম্বর',
    matches: 'যত শিপমেন্ট মিলেছে',
    mbl: 'MBL নম্বর',
    mother_vessel: 'মাদার জাহাজ',
    po: 'PO নম্বর',
    stuffing: 'স্টাফিং',
    ts_port: 'ট্রান্সশিপমেন্ট বন্দর',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      {
        name: 'search_type',
        aliases: ['type', 'search by'],
        required: true,
        ...oneOf(['HBL', 'MBL', 'PO', 'SO', 'CONTAINER', 'INVOICE']),
      },
      { name: 'search_value', aliases: ['value', 'number'], required: true, ...text(3, 35, '4500781223') },
    ],
    complete: (row) => ({ ...row, search_value: (row['search_value'] ?? '').toUpperCase() }),
    check: checkContainer,
    naturalKey: (row) => `${row['search_type']} ${row['search_value']}`,
  },
  portal: 'myshipment',
  credentials: 'myshipment',
  effect: 'read',
  references: trackedReferences,
} as const satisfies ServiceDefinition;

function checkContainer(row: RowData): CellProblem[] {
  if (row['search_type'] !== 'CONTAINER') return [];
  const parsed = container.schema.safeParse(row['search_value'] ?? '');
  if (parsed.success) return [];
  const problem = messageOfIssue(parsed.error) ?? trackingMessages.notContainer();
  return [{ column: 'search_value', problem, hint: container.hint }];
}
