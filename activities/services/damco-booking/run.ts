/** Damco Booking, one row: bookings of the order → Search PO → Book → header and details → Save as → shipping order. */
import { headerItems, lineItems } from '#activities/portals/damco/booking-items.ts';
import { refusalOf, savedWords } from '#activities/portals/damco/outcomes.ts';
import {
  book,
  fillBooking,
  findOrder,
  openSaveMenu,
  saveAs,
  type OrderLine,
  type Texts,
} from '#activities/portals/damco/pages/booking-form.ts';
import {
  findBookings,
  numbersOf,
  openBooking,
  readBooking,
  type ListedBooking,
  type ShownBooking,
} from '#activities/portals/damco/pages/booking-search.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { readConfirmation } from '#activities/portals/damco/tools.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { isShown } from '#services/families/shown-values.ts';
import { difference } from '#services/families/differences.ts';
import { foundAmong } from '#services/families/found-among.ts';
import type { Filing, Found, RowResult, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { scaled, unscaled } from '#contracts/decimals.ts';
import { shareOut } from './shares.ts';
import { damcoBookingMessages } from './messages.ts';

export const damcoBooking: SubmitRunner = {
  outputColumns: [
    'so_no',
    'booking_status',
    'booked_lines',
    'booked_qty',
    'booked_cartons',
    'booked_cbm',
    'vessel_etd',
  ],
  check,
  run,
};

async function check([row]: Filing, context: SubmitContext): Promise<Found> {
  context.signal.throwIfAborted();
  const { page } = context.session;
  return foundAmong(await candidates(row, context), {
    open: async (so) => {
      const opened = await openBooking(page, so);
      if (!opened) return null;
      const { booking } = opened;
      return { reference: so, differing: differences(row, booking), result: () => resultOf(booking) };
    },
    conflict: (so, figures) => damcoBookingMessages.bookingDiffers({ so, figures }),
  });
}

/**
 * Returns the bookings to compare. A number assigned before a lost answer comes first, because the search by order
 * may lag behind.
 */
async function candidates(row: RowData, { session, earlier }: SubmitContext): Promise<string[]> {
  const { bookings } = await findBookings(session.page, { orderNo: row['po_no'] });
  const covering = numbersOf(bookings.filter((booking) => covers(booking, row)));
  const { reference, committed } = earlier;
  if (!committed || reference === null || covering.includes(reference)) return covering;
  const { bookings: own } = await findBookings(session.page, { so: reference });
  // The number may meanwhile belong to somebody else's booking.
  const isOurs = own.some((each) => each.orderNo === row['po_no'] && covers(each, row));
  return isOurs ? [reference, ...covering] : covering;
}

function covers({ status, lines }: ListedBooking, { po_line: line }: RowData): boolean {
  return status !== 'CANCELLED' && (line === undefined || lines.includes(line));
}

/** Returns the differences between the row and what the portal shows. */
function differences(row: RowData, { fields, lines }: ShownBooking): Message[] {
  const header = headerItems
    .filter(({ column, label }) => !isShown(row[column], cellOf(fields, label)))
    .map(({ column, label }) => difference(column, cellOf(fields, label)));
  const own = lineItems.flatMap(({ column, label, splitDecimals }) => {
    if (splitDecimals !== undefined) {
      const shown = totalOf(lines, label, splitDecimals);
      return isShown(row[column], shown) ? [] : [difference(column, shown)];
    }
    if (row[column] === undefined) return [];
    const other = lines.find((line) => !isShown(row[column], cellOf(line, label)));
    return other ? [difference(column, cellOf(other, label))] : [];
  });
  const numbers = lines.map((line) => cellOf(line, 'Line'));
  const others = row['po_line'] === undefined ? [] : numbers.filter((line) => line !== row['po_line']);
  const more = others.map((line) => damcoBookingMessages.moreLine({ line }));
  const isDraft = row['action'] === 'SUBMIT' && cellOf(fields, 'Status') === 'DRAFT';
  return [
    ...header,
    ...own,
    ...more,
    ...(isDraft ? [damcoBookingMessages.statusShown({ status: 'DRAFT' })] : []),
  ];
}

function totalOf(lines: ShownBooking['lines'], label: string, decimals: number): string {
  const total = lines.reduce(
    (sum, line) => sum + scaled(cellOf(line, label).replaceAll(',', ''), decimals),
    0n,
  );
  return decimals === 0 ? String(total) : unscaled(total, decimals);
}

async function run([row]: Filing, context: SubmitContext): Promise<RowResult> {
  const found = await findOrder(context.session.page, row['po_no'] ?? '');
  if ('words' in found) return refusalOf(found.words);
  const { app, lines } = found;
  const wanted = lines.filter(({ line }) => row['po_line'] === undefined || line === row['po_line']);
  const refusal = refusalOfLines(row, wanted);
  if (refusal) return refusal;
  const booked = await book(app, row['po_line'] === undefined ? 'all' : wanted);
  if ('words' in booked) return refusalOf(booked.words);
  await context.noteReference(booked.so);
  const unknown = await fillBooking(app, { header: row, lines: lineTexts(row, wanted) });
  if (unknown !== null) return { outcome: 'REJECTED', message: unknown };
  await openSaveMenu(app);
  await context.commit(() => saveAs(app, row['action'] === 'DRAFT' ? 'draft' : 'finished'));
  const { isTaken, words } = await readConfirmation(app, savedWords);
  if (!isTaken) return refusalOf(words);
  return { ...resultOf(await readBooking(app)), outcome: 'SUCCESS' };
}

function refusalOfLines(row: RowData, wanted: readonly OrderLine[]): RowResult | null {
  const { po_no: order, po_line: line, style } = row;
  const [first] = wanted;
  if (!first)
    return {
      outcome: 'NOT_FOUND',
      message: line ? damcoBookingMessages.noLine({ order, line }) : damcoBookingMessages.noLines({ order }),
    };
  if (style === undefined || wanted.every((each) => isShown(style, each.style))) return null;
  const message = damcoBookingMessages.otherStyle({
    styles: wanted.map((each) => each.style).join(', '),
    style,
  });
  return { outcome: 'CONFLICT', message };
}

/** Splits the row's totals among its lines in proportion to the quantities ordered. */
function lineTexts(row: RowData, wanted: readonly OrderLine[]): Texts[] {
  const weights = wanted.map(({ ordered }) => ordered);
  const shares = new Map(
    lineItems.flatMap(({ column, splitDecimals }) =>
      splitDecimals === undefined
        ? []
        : [[column, shareOut(row[column] ?? '', weights, splitDecimals)] as const],
    ),
  );
  return wanted.map((_, index) =>
    Object.fromEntries(lineItems.map(({ column }) => [column, shares.get(column)?.[index] ?? row[column]])),
  );
}

function resultOf({ fields, lines }: ShownBooking): Omit<RowResult, 'outcome'> {
  const so = cellOf(fields, 'SO No');
  const status = cellOf(fields, 'Status');
  return {
    message: damcoBookingMessages.onPortal({ so, status }),
    portalReference: so,
    values: {
      so_no: so,
      booking_status: status,
      booked_lines: lines.map((line) => cellOf(line, 'Line')).join(', '),
      booked_qty: Number(totalOf(lines, 'Quantity', 0)),
      booked_cartons: Number(totalOf(lines, 'Packages', 0)),
      booked_cbm: Number(totalOf(lines, 'Measurement', 3)),
      vessel_etd: cellOf(fields, 'ETD') || null,
    },
  };
}
