/** Damco Booking Download, one row: Search SO → each booking → its facts and, once it is accepted, its confirmation. */
import {
  fetchConfirmation,
  findBookings,
  openBooking,
  openListed,
  type ShownBooking,
} from '#activities/portals/damco/pages/booking-search.ts';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { say } from '#contracts/say.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';

/** Bookings of one order that are opened; an order with more is a mistake of the sheet or of the portal. */
const BOOKINGS_MAX = 50;

/** The same facts beside the row where it found one booking, and in the sheet for each that it found. */
const factColumns = [
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
  outputColumns: ['bookings_found', ...factColumns],
  outputSheets: { Bookings: ['so_no', 'po_no', ...factColumns] },
  run,
};

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  if (!session) throw new Error('Damco Booking Download needs a session on the portal.');
  const { app, bookings } = await findBookings(session.page, { so: row['so_no'], orderNo: row['po_no'] });
  const [first, ...others] = bookings;
  if (!first) return { outcome: 'NOT_FOUND', message: say('The portal has no such booking.') };
  if (bookings.length > BOOKINGS_MAX)
    return {
      outcome: 'INPUT_INVALID',
      message: say('More than {#most} bookings fit; name one.', { most: BOOKINGS_MAX }),
    };
  const documents: RowDocument[] = [];
  const lines: OutputValues[] = [];
  const take = async (so: string, shown: { app: Frame; booking: ShownBooking }): Promise<void> => {
    lines.push(factsOf(shown.booking));
    const bytes = await fetchConfirmation(session, shown.app);
    if (bytes) documents.push({ name: `BOOKING_${so}.pdf`, contentType: 'application/pdf', bytes });
  };
  await take(first.so, { app, booking: await openListed(app, first.so) });
  for (const { so } of others) {
    signal.throwIfAborted();
    const opened = await openBooking(session.page, so);
    if (!opened)
      throw new PortalFault('PORTAL_BUSY', say('The portal lost booking {so} between two searches.', { so }));
    await take(so, opened);
  }
  return resultOf({ so: first.so, lines, documents });
}

type Frame = Parameters<typeof openListed>[0];
type Found = { so: string; lines: OutputValues[]; documents: RowDocument[] };

function resultOf({ so, lines, documents }: Found): RowResult {
  const [only, ...others] = lines;
  const isOne = only !== undefined && others.length === 0;
  const facts = factColumns.map((column) => [column, isOne ? (only[column] ?? null) : null]);
  const found = {
    ...(isOne ? { portalReference: so } : {}),
    values: { bookings_found: lines.length, ...Object.fromEntries(facts) },
    sheets: { Bookings: lines },
  };
  if (documents.length === 0) {
    const states = lines.map((line) => `${line['so_no']} ${line['booking_status']}`).join(', ');
    return {
      outcome: 'REJECTED',
      message: say('There is no confirmation yet: {states}.', { states }),
      ...found,
    };
  }
  const message = isOne
    ? say('Booking {so} was found: {status}.', { so, status: only['booking_status'] })
    : say(
        '{#count} bookings were found, {#confirmed} with a confirmation; the sheet Bookings has each of them.',
        { count: lines.length, confirmed: documents.length },
      );
  return { outcome: 'SUCCESS', message, ...found, documents };
}

function factsOf({ facts }: ShownBooking): OutputValues {
  return {
    so_no: cellOf(facts, 'SO No'),
    po_no: cellOf(facts, 'PO No'),
    booking_status: cellOf(facts, 'Status'),
    cargo_ready: cellOf(facts, 'Estimated Delivery') || null,
    cartons: numberOf(facts, 'Packages'),
    cbm: numberOf(facts, 'Measurement'),
    gross_weight_kg: numberOf(facts, 'Weight'),
    cfs_cutoff: cellOf(facts, 'CFS Cut-off') || null,
    vessel: cellOf(facts, 'Vessel') || null,
    etd: cellOf(facts, 'ETD') || null,
  };
}
