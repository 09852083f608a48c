/** Packing lists of an order, one for each planning market, with their carton ranges and PDFs. */
import type { Locator, Page } from 'playwright';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { everyPage } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/hm/config.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import { fill, clickAndWait, wordsInstead, onPage, openEntry } from '#activities/portals/hm/tools.ts';
import { hmPortalMessages } from '#activities/portals/hm/messages.ts';
import { fetchPdf } from './invoice-page.ts';

/** A packing list is identified by its market and its invoice, and listed once even if the portal repeats it. */
export type ListedPackingList = { market: string; invoiceNo: string; isReleased: boolean };
type Filter = { orderNo: string; market?: string | undefined; invoiceNo?: string | undefined };

/**
 * Returns the packing lists and the order's full number, the portal's message if there are none, or the numbers of
 * several orders that begin with the wanted one.
 */
export async function listPackingLists(
  page: Page,
  filter: Filter,
): Promise<{ orderNo: string; lists: ListedPackingList[] } | { words: string } | { several: string[] }> {
  const { orders } = config;
  await openEntry(page, config.menu.orders);
  await fill(page, field(page, { label: orders.orderNo, id: orders.orderNoId }), filter.orderNo);
  await clickAndWait(page, button(page, orders.search));
  const words = await wordsInstead(page, orders.table);
  if (words !== null) return { words };
  const numberOfOrder = (order: Row): string => cellOf(order, 'Order No');
  const listed = await rowsOnAllPages(page, orders.table, (rows) =>
    rows.some((order) => numberOfOrder(order) === filter.orderNo),
  );
  const found = new Set(listed.map(numberOfOrder));
  const [orderNo = '', ...others] = found.has(filter.orderNo) ? [filter.orderNo] : found;
  if (others.length > 0) return { several: [orderNo, ...others] };
  const row = await rowOf(page, orders.table, { 'Order No': orderNo });
  await clickAndWait(page, link(row, orders.packingLists));
  const lists = await filterPackingLists(page, filter);
  return 'words' in lists ? lists : { orderNo, lists };
}

type Row = Map<string, string>;

/** Reads the table on the current page and on all that follow; with `isEnough`, up to the page that has the wanted row. */
const rowsOnAllPages = (
  page: Page,
  table: string,
  isEnough?: (rows: readonly Row[]) => boolean,
): Promise<Row[]> =>
  everyPage(page, config.list.pages, {
    read: () => readTable(page, table),
    clickAndWait,
    wordsInstead: () => wordsInstead(page, table),
    isEnough,
  });

/** Finds the first row whose cells under these headings have these texts, on the current page or one that follows. */
async function rowOf(page: Page, table: string, cells: Record<string, string>): Promise<Locator> {
  await onPage(page, () => page.locator(table).waitFor({ timeout: config.timeouts.elementMs }));
  const wanted = Object.entries(cells);
  const isWanted = (row: Row): boolean => wanted.every(([heading, text]) => cellOf(row, heading) === text);
  await rowsOnAllPages(page, table, (rows) => rows.some(isWanted));
  const index = (await readTable(page, table)).findIndex(isWanted);
  if (index === -1) throw new PortalFault('PORTAL_BUSY', hmPortalMessages.rowLost());
  return page.locator(table).locator('tbody tr').nth(index);
}

async function filterPackingLists(
  page: Page,
  filter: Filter,
): Promise<ListedPackingList[] | { words: string }> {
  const { table, released } = config.packingLists;
  const words = await openFiltered(page, filter);
  if (words !== null) return { words };
  const firstPage = await readTable(page, table);
  const rows = await rowsOnAllPages(page, table);
  // The lists are opened from the first page.
  if (rows.length > firstPage.length) await openFiltered(page, filter);
  const lists = rows.map((row) => ({
    market: cellOf(row, 'Market'),
    invoiceNo: cellOf(row, 'Invoice No'),
    isReleased: cellOf(row, 'Status') === released,
  }));
  return [...new Map(lists.map((list) => [`${list.market}|${list.invoiceNo}`, list])).values()];
}

/** Opens the first page of the packing lists that match. Returns the portal's message if there are none. */
async function openFiltered(page: Page, filter: Filter): Promise<string | null> {
  const { packingLists } = config;
  await fill(
    page,
    field(page, { label: packingLists.market, id: packingLists.marketId }),
    filter.market ?? '',
  );
  await fill(
    page,
    field(page, { label: packingLists.invoiceNo, id: packingLists.invoiceNoId }),
    filter.invoiceNo ?? '',
  );
  await clickAndWait(page, button(page, packingLists.filter));
  return wordsInstead(page, packingLists.table);
}

export type CartonRange = {
  article: string;
  colour: string;
  assortment: string;
  from: number;
  to: number;
  cartons: number;
  perCarton: number;
  sizes: string;
  pieces: number;
  gross: string;
  net: string;
  cbm: string;
};

/** Returns from one market's list to the page that lists all of them. */
export const backToLists = (page: Page): Promise<void> =>
  clickAndWait(page, link(page, config.packingLists.back));

/** Opens a list from the page that lists all of them, and reads it. */
export async function readPackingList(
  session: PortalSession,
  { market, invoiceNo }: Pick<ListedPackingList, 'market' | 'invoiceNo'>,
): Promise<{ ranges: CartonRange[]; pdf: Uint8Array }> {
  const { page } = session;
  const { table: listsId, open, ranges: rangesId, pdf: pdfName } = config.packingLists;
  const row = await rowOf(page, listsId, { Market: market, 'Invoice No': invoiceNo });
  await clickAndWait(page, link(row, open(market)));
  await onPage(page, () => page.locator(rangesId).waitFor({ timeout: config.timeouts.elementMs }));
  const pdf = await fetchPdf(session, pdfName);
  return { ranges: (await rowsOnAllPages(page, rangesId)).map(rangeOf), pdf };
}

/** Reads one carton range. Weights and volumes stay text, so that they can be added without rounding. */
function rangeOf(row: ReadonlyMap<string, string>): CartonRange {
  const decimal = (heading: string): string => {
    numberOf(row, heading);
    return cellOf(row, heading).replaceAll(',', '');
  };
  return {
    article: cellOf(row, 'Article'),
    colour: cellOf(row, 'Colour'),
    assortment: cellOf(row, 'Assortment'),
    from: numberOf(row, 'From'),
    to: numberOf(row, 'To'),
    cartons: numberOf(row, 'Cartons'),
    perCarton: numberOf(row, 'Pcs per Carton'),
    sizes: cellOf(row, 'Sizes'),
    pieces: numberOf(row, 'Total Pcs'),
    gross: decimal('Gross (kg)'),
    net: decimal('Net (kg)'),
    cbm: decimal('CBM'),
  };
}
