/**
 * Damco Booking Download, one row: Search SO → each booking → its fields and, once the forwarder has accepted it, its
 * confirmation.
 */
import {
  fetchConfirmation,
  findBookings,
  numbersOf,
  openBooking,
  isListed,
  openListed,
  type ShownBooking,
} from '#activities/portals/damco/pages/booking-search.ts';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { damcoMessages } from '#services/families/damco-messages.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';
import { damcoBookingDownloadMessages } from './messages.ts';

/** Maximum number of bookings opened per order; more indicate a mistake in the sheet or on the portal. */
const BOOKINGS_MAX = 50;

/** Columns in the row's own result if it found one booking, and in the further sheet for each booking found. */
const fieldColumns = [
  'booking_status',
  'cargo_ready',
  'cartons',
  'cbm',
  'gross_weight_kg',
  'cfs_cutoff',
  'vessel',
  'etd',
];

export const damcoBookingDownload: ReadRunner = {
  outputColumns: ['bookings_found', ...fieldColumns],
  outputSheets: { Bookings: ['so_no', 'po_no', ...fieldColumns] },
  run,
};

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  if (!session) throw new Error('Damco Booking Download needs a session on the portal.');
  const { app, bookings } = await findBookings(session.page, { so: row['so_no'], orderNo: row['po_no'] });
  const [first, ...others] = numbersOf(bookings);
  if (!first) return { outcome: 'NOT_FOUND', message: damcoMessages.noBooking() };
  if (others.length >= BOOKINGS_MAX)
    return {
      outcome: 'INPUT_INVALID',
      message: damcoBookingDownloadMessages.tooManyBookings({ most: BOOKINGS_MAX }),
    };
  const documents: RowDocument[] = [];
  const lines: OutputValues[] = [];
  const take = async (so: string, shown: { app: Frame; booking: ShownBooking }): Promise<void> => {
    lines.push(fieldsOf(shown.booking));
    const bytes = await fetchConfirmation(session, shown.app);
    if (bytes) documents.push({ name: `BOOKING_${so}.pdf`, contentType: 'application/pdf', bytes });
  };
  // The list may have several pages, and only the last one is shown.
  const isShown = await isListed(app, first);
  if (isShown) await take(first, { app, booking: await openListed(app, first) });
  for (const so of isShown ? others : [first, ...others]) {
    signal.throwIfAborted();
    const opened = await openBooking(session.page, so);
    if (!opened) throw new PortalFault('PORTAL_BUSY', damcoBookingDownloadMessages.bookingLost({ so }));
    await take(so, opened);
  }
  return resultOf({ so: first, lines, documents });
}

type Frame = Parameters<typeof openListed>[0];
type Found = { so: string; lines: OutputValues[]; documents: RowDocument[] };

function resultOf({ so, lines, documents }: Found): RowResult {
  const [only, ...others] = lines;
  const isOne = only !== undefined && others.length === 0;
  const fields = fieldColumns.map((column) => [column, isOne ? (only[column] ?? null) : null] as const);
  const found = {
    ...(isOne ? { portalReference: so } : {}),
    values: { bookings_found: lines.length, ...Object.fromEntries(fields) },
    sheets: { Bookings: lines },
  };
  if (documents.length === 0) {
    const states = lines.map((line) => `${line['so_no']} ${line['booking_status']}`).join(', ');
    return {
      outcome: 'REJECTED',
      message: damcoBookingDownloadMessages.noConfirmation({ states }),
      ...found,
    };
  }
  const message = isOne
    ? damcoBookingDownloadMessages.found({ so, status: only['booking_status'] })
    : damcoBookingDownloadMessages.manyFound({ count: lines.length, confirmed: documents.length });
  return { outcome: 'SUCCESS', message, ...found, documents };
}

function fieldsOf({ fields }: ShownBooking): OutputValues {
  return {
    so_no: cellOf(fields, 'SO No'),
    po_no: cellOf(fields, 'PO No'),
    booking_status: cellOf(fields, 'Status'),
    cargo_ready: cellOf(fields, 'Estimated Delivery') || null,
    cartons: numberOf(fields, 'Packages'),
    cbm: numberOf(fields, 'Measurement'),
    gross_weight_kg: numberOf(fields, 'Weight'),
    cfs_cutoff: cellOf(fields, 'CFS Cut-off') || null,
    vessel: cellOf(fields, 'Vessel') || null,
    etd: cellOf(fields, 'ETD') || null,
  };
}
