/** Packing lists of an order, one for each planning market, with their carton ranges and PDFs. */
import type { Locator, Page } from 'playwright';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
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
  const found = new Set((await readTable(page, orders.table)).map((order) => cellOf(order, 'Order No')));
  const [orderNo = '', ...others] = found.has(filter.orderNo) ? [filter.orderNo] : found;
  if (others.length > 0) return { several: [orderNo, ...others] };
  const row = await rowOf(page, orders.table, { 'Order No': orderNo });
  await clickAndWait(page, link(row, orders.packingLists));
  const lists = await filterPackingLists(page, filter);
  return 'words' in lists ? lists : { orderNo, lists };
}

/** Finds the first row whose cells under these headings have these texts. */
async function rowOf(page: Page, table: string, cells: Record<string, string>): Promise<Locator> {
  await onPage(page, () => page.locator(table).waitFor({ timeout: config.timeouts.elementMs }));
  const rows = await readTable(page, table);
  const wanted = Object.entries(cells);
  const index = rows.findIndex((row) => wanted.every(([heading, text]) => cellOf(row, heading) === text));
  if (index === -1) throw new PortalFault('PORTAL_BUSY', hmPortalMessages.rowLost());
  return page.locator(table).locator('tbody tr').nth(index);
}

async function filterPackingLists(
  page: Page,
  filter: Filter,
): Promise<ListedPackingList[] | { words: string }> {
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
  const words = await wordsInstead(page, packingLists.table);
  if (words !== null) return { words };
  const lists = (await readTable(page, packingLists.table)).map((row) => ({
    market: cellOf(row, 'Market'),
    invoiceNo: cellOf(row, 'Invoice No'),
    isReleased: cellOf(row, 'Status') === packingLists.released,
  }));
  return [...new Map(lists.map((list) => [`${list.market}|${list.invoiceNo}`, list])).values()];
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
  const ranges = (await readTable(page, rangesId)).map(rangeOf);
  return { ranges, pdf: await fetchPdf(session, pdfName) };
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
