/** Damco Booking: books lines of purchase orders with the forwarder. */
import type { Message } from '#contracts/messages/message.ts';
import { damcoMessages } from '#services/families/damco-messages.ts';
import {
  sheetExtensions,
  type ServiceDefinition,
  type CellProblem,
  type RowData,
} from '#services/contract.ts';
import {
  cartonType,
  damcoRules,
  htsCode,
  orderLine,
  purchaseOrderWithLine,
} from '#services/families/damco-fields.ts';
import { isoDate } from '#services/families/fields-dates.ts';
import { decimal, integer, oneOf, text } from '#services/families/fields-numbers.ts';
import { country, locode } from '#services/families/fields-trade.ts';
import { bookingReferences } from '#services/families/references.ts';
import { damcoBookingMessages } from './messages.ts';

const withLine = /^(.+)-(\d+)$/;

/** Moves the line from the order number to its own column, unless that names a different line. */
function complete(row: RowData): RowData {
  const [, order, line] = withLine.exec(row['po_no'] ?? '') ?? [];
  const isOwn = order && line && (row['po_line'] ?? line) === line;
  return {
    action: 'SUBMIT',
    origin_office: damcoRules.office,
    marks: damcoRules.marks,
    description: damcoRules.description,
    ...row,
    ...(isOwn ? { po_no: order, po_line: line } : {}),
  };
}

function check(row: RowData): CellProblem[] {
  const problems: CellProblem[] = [];
  if (withLine.test(row['po_no'] ?? ''))
    problems.push({
      column: 'po_line',
      problem: damcoBookingMessages.otherLine({ order: row['po_no'] }),
      hint: damcoBookingMessages.nameLineOnce(),
    });
  if (Number(row['carton_qty']) > Number(row['order_qty']))
    problems.push({
      column: 'carton_qty',
      problem: damcoMessages.moreCartonsThanPieces(),
      hint: damcoBookingMessages.atMostOrderQty(),
    });
  return problems;
}

function warn(row: RowData): CellProblem[] {
  const perCarton = Number(row['cbm']) / Number(row['carton_qty']);
  const perPiece = Number(row['gross_weight_kg']) / Number(row['order_qty']);
  const { cbmPerCarton, kgPerPiece } = damcoRules;
  const unusual = (
    column: string,
    value: number,
    { min, max }: { min: number; max: number },
    problemOf: (value: string) => Message,
  ): CellProblem[] =>
    value >= min && value <= max
      ? []
      : [
          {
            column,
            problem: problemOf(value.toFixed(4)),
            hint: damcoBookingMessages.usualRange({ min, max }),
          },
        ];
  return [
    ...unusual('cbm', perCarton, cbmPerCarton, (value) => damcoBookingMessages.unusualVolume({ value })),
    ...unusual('gross_weight_kg', perPiece, kgPerPiece, (value) =>
      damcoBookingMessages.unusualWeight({ value }),
    ),
  ];
}

export const damcoBookingService = {
  id: 'damco-booking',
  position: 7,
  name: 'Damco Booking',
  description:
    'Upload a sheet with your purchase orders, hand-over date, ports, quantities, cartons, weight and CBM. Each order line is booked with the forwarder, as a draft or submitted, as you choose. You get the shipping order number and the booking status of every row.',
  category: 'Forwarder Handler',
  icon: 'ship',
  features: [
    'Books single lines or all lines of a purchase order',
    'Saves as draft or submits, set row by row',
    'Warns when CBM per carton or weight per piece looks wrong',
    'Looks for an existing booking of the line first, so none is booked twice',
  ],
  bengali: {
    name: 'Damco বুকিং',
    description:
      'PO, হস্তান্তরের তারিখ, বন্দর, পরিমাণ, কার্টন, ওজন ও CBM লিখে শিট আপলোড করুন। প্রতিটি অর্ডার লাইন ফরোয়ার্ডারের কাছে বুক করা হয়, খসড়া বা জমা, আপনি যেমন চান। প্রতি সারির SO নম্বর ও অবস্থা পাবেন।',
    features: [
      'এক PO-র একটি বা সব লাইন',
      'খসড়া না জমা, সারি ধরে ঠিক করা যায়',
      'কার্টনপ্রতি CBM বা পিসপ্রতি ওজন অস্বাভাবিক হলে সতর্ক করে',
      'আগে একই লাইনের বুকিং খোঁজা হয়, তাই দুবার বুক হয় না',
    ],
  },
  valueLabels: {
    booked_cartons: 'বুক করা কার্টন',
    booked_cbm: 'বুক করা CBM',
    booked_lines: 'বুক করা লাইন',
    booked_qty: 'বুক করা পরিমাণ',
    vessel_etd: 'জাহাজের ETD',
  },
  defaultCostHundredths: 300,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      {
        name: 'po_no',
        aliases: ['po', 'po number', 'purchase order'],
        required: true,
        ...purchaseOrderWithLine,
      },
      { name: 'po_line', aliases: ['line'], required: false, ...orderLine },
      { name: 'style', required: false, ...text(1, 30, 'NW-TS-0147') },
      {
        name: 'cargo_ready_date',
        aliases: ['plan hod', 'plan-hod', 'hand over date'],
        required: true,
        ...isoDate({ notBeforeToday: true }),
      },
      { name: 'destination_country', aliases: ['destination'], required: true, ...country },
      { name: 'port_of_loading', aliases: ['pol'], required: true, ...locode },
      { name: 'port_of_discharge', aliases: ['pod'], required: true, ...locode },
      { name: 'origin_office', aliases: ['office'], required: false, ...text(2, 60, damcoRules.office) },
      { name: 'order_qty', aliases: ['quantity', 'pieces'], required: true, ...integer({ min: 1 }) },
      { name: 'carton_qty', aliases: ['cartons'], required: true, ...integer({ min: 1 }) },
      { name: 'carton_type', required: false, ...cartonType },
      { name: 'cbm', required: true, ...decimal({ above: 0, decimals: 3 }) },
      { name: 'gross_weight_kg', aliases: ['gross weight'], required: true, ...decimal({ above: 0 }) },
      { name: 'hts_code', aliases: ['hts'], required: false, ...htsCode },
      { name: 'marks', required: false, ...text(1, 500, damcoRules.marks) },
      { name: 'description', required: false, ...text(1, 500, damcoRules.description) },
      { name: 'lc_no', aliases: ['lc'], required: false, ...text(1, 35) },
      { name: 'invoice_no', aliases: ['invoice'], required: false, ...text(1, 35, 'PAL/NW/2026/0147') },
      { name: 'action', required: false, ...oneOf(['DRAFT', 'SUBMIT']) },
    ],
    complete,
    naturalKey: (row) => `${row['po_no']}|${row['po_line'] ?? 'all'}`,
    overlapsWith: (row) => `${row['po_no']}|${row['po_line'] === undefined ? '' : 'all'}`,
    check,
    warn,
  },
  portal: 'damco',
  credentials: 'damco_shipper',
  effect: 'submit',
  references: bookingReferences,
} as const satisfies ServiceDefinition;
