/** Searches bookings by shipping order or purchase order, and reads the page of one booking. */
import type { Frame, Page } from 'playwright';
import { portalMessages } from '#activities/portals/messages.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/damco/config.ts';
import { everyPage, requireAnswerToSearch } from '#activities/portals/list-pages.ts';
import { isNothingFound } from '#activities/portals/damco/outcomes.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { link, numberLink } from '#activities/portals/controls.ts';
import { clickAndWait, openTab } from '#activities/portals/damco/frame.ts';
import { downloadLinked, fill, wordsInstead, onPage } from '#activities/portals/damco/tools.ts';

/** A booking of several orders is listed once for each of them. */
export type ListedBooking = { so: string; orderNo: string; lines: string[]; status: string };
type Filter = { so?: string | undefined; orderNo?: string | undefined };

/** Returns each shipping order of the list once. */
export const numbersOf = (bookings: readonly ListedBooking[]): string[] => [
  ...new Set(bookings.map(({ so }) => so)),
];

/**
 * Returns the bookings with these numbers; the search may also find longer ones. The frame then shows the last page of
 * the list or, with `isEnough`, the one that completes the wanted bookings. To open several of them, search again for
 * each one.
 */
export async function findBookings(
  page: Page,
  { so, orderNo }: Filter,
  isEnough?: (read: readonly ListedBooking[]) => boolean,
): Promise<{ app: Frame; bookings: ListedBooking[] }> {
  const { searchSo } = config;
  const app = await openTab(page, 'searchSo');
  if (so !== undefined) await fill(app, app.locator(searchSo.so), so);
  if (orderNo !== undefined) await fill(app, app.locator(searchSo.orderNo), orderNo);
  await clickAndWait(app, app.locator(searchSo.search));
  const words = await wordsInstead(app, searchSo.table);
  if (words !== null) {
    if (isNothingFound(words)) return { app, bookings: [] };
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredSearch({ words }));
  }
  const bookings = await everyPage(app, searchSo.pages, {
    read: () => readBookings(app),
    clickAndWait,
    wordsInstead: () => wordsInstead(app, searchSo.table),
    isEnough,
  });
  requireAnswerToSearch(
    bookings.map((booking) => [
      [so, booking.so],
      [orderNo, booking.orderNo],
    ]),
  );
  const isWanted = (booking: ListedBooking): boolean =>
    [[so, booking.so] as const, [orderNo, booking.orderNo] as const].every(
      ([wanted, shown]) => wanted === undefined || isSameText(wanted, shown),
    );
  return { app, bookings: bookings.filter(isWanted) };
}

async function readBookings(app: Frame): Promise<ListedBooking[]> {
  return (await readTable(app, config.searchSo.table)).map((row) => ({
    so: cellOf(row, 'SO No'),
    orderNo: cellOf(row, 'PO No'),
    lines: cellOf(row, 'PO Lines').split(/,\s*/),
    status: cellOf(row, 'Status'),
  }));
}

type Shown = ReadonlyMap<string, string>;
export type ShownBooking = { fields: Shown; lines: Shown[] };

/** Searches for the booking and opens it, because the list is no longer on the page. */
export async function openBooking(
  page: Page,
  so: string,
): Promise<{ app: Frame; booking: ShownBooking } | null> {
  const isShown = (read: readonly ListedBooking[]): boolean => read.some((each) => isSameText(each.so, so));
  const { app, bookings } = await findBookings(page, { so }, isShown);
  return bookings.length === 0 ? null : { app, booking: await openListed(app, so) };
}

/** Returns whether the page of the list that the frame shows has the booking. */
export const isListed = async (app: Frame, so: string): Promise<boolean> =>
  (await numberLink(app, so).count()) > 0;

/** Opens a booking from the list in the frame. */
export async function openListed(app: Frame, so: string): Promise<ShownBooking> {
  await clickAndWait(app, numberLink(app, so));
  return readBooking(app);
}

/** Waits for the page of the booking to show its fields, and reads them with its lines. */
export async function readBooking(app: Frame): Promise<ShownBooking> {
  const { fields, lines } = config.booking;
  await onPage(app, () => app.locator(fields).waitFor({ timeout: config.timeouts.elementMs }));
  return {
    fields: pairsOf(await cellTexts(app, fields)),
    lines: await readTable(app, lines),
  };
}

/** Downloads the confirmation of the booking on the page; null if the forwarder has not accepted it yet. */
export async function fetchConfirmation(session: PortalSession, app: Frame): Promise<Uint8Array | null> {
  const pdf = link(app, config.booking.pdf);
  return (await pdf.count()) === 0 ? null : fetchLinked(session, app, config.booking.pdf);
}

/** Downloads the target of a link in the frame. */
export const fetchLinked = (session: PortalSession, app: Frame, name: string): Promise<Uint8Array> =>
  downloadLinked(session, link(app, name), app);
