/** Forwarder's cargo receipts (FCR) of a booking: the list, the request form, and the page of one receipt. */
import type { Frame, Page } from 'playwright';
import { cellOf } from '#activities/portals/cells.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/damco/config.ts';
import { requireAnswerToSearch, requireWholeList } from '#activities/portals/list-pages.ts';
import { receiptItems } from '#activities/portals/damco/receipt-items.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { button, link } from '#activities/portals/controls.ts';
import { file, clickAndWait, openTab } from '#activities/portals/damco/frame.ts';
import { choose, fill, wordsInstead, onPage } from '#activities/portals/damco/tools.ts';
import { fetchLinked } from './booking-search.ts';

const { receipts: names } = config;

type ListedReceipt = { receiptNo: string; invoiceNo: string; status: string };

/** The receipts of a booking, or the portal's message if it does not know the booking. */
export type ReceiptList = { app: Frame; receipts: ListedReceipt[] } | { words: string };

/** Returns the receipts of a shipping order, or the portal's words if it lists none. */
export async function listReceipts(page: Page, so: string): Promise<ReceiptList> {
  const app = await openTab(page, 'receipts');
  await fill(app, app.locator(names.so), so);
  await clickAndWait(app, app.locator(names.search));
  const words = await wordsInstead(app, names.table);
  if (words !== null) return { words };
  await requireWholeList(app, names.pages);
  const rows = await readTable(app, names.table);
  requireAnswerToSearch(rows.map((row) => [[so, cellOf(row, 'SO No')]]));
  // The search may also find longer numbers.
  const ofOrder = rows.filter((row) => isSameText(cellOf(row, 'SO No'), so));
  const receipts = ofOrder.map((row) => ({
    receiptNo: cellOf(row, 'FCR No'),
    invoiceNo: cellOf(row, 'Invoice No'),
    status: cellOf(row, 'Status'),
  }));
  return { app, receipts };
}

export type ShownReceipt = ReadonlyMap<string, string>;

/** Opens a receipt from the list in the frame. */
export async function openReceipt(app: Frame, receiptNo: string): Promise<ShownReceipt> {
  await clickAndWait(app, link(app, receiptNo));
  return readReceipt(app);
}

/** Waits for the page of the receipt to show its fields, and reads them. */
export async function readReceipt(app: Frame): Promise<ShownReceipt> {
  await onPage(app, () => app.locator(names.fields).waitFor({ timeout: config.timeouts.elementMs }));
  return pairsOf(await cellTexts(app, names.fields));
}

/** Opens the request form from the list. Returns the portal's message if no receipt can be requested. */
export async function openRequest(app: Frame): Promise<string | null> {
  await clickAndWait(app, link(app, names.create));
  return wordsInstead(app, button(app, names.submit));
}

/** Fills in the given texts; a field without one stays as the portal prefilled it. */
export async function fillRequest(
  app: Frame,
  texts: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  for (const { column, label, isChoice } of receiptItems) {
    const text = texts[column];
    if (text === undefined) continue;
    const control = app.getByLabel(label, { exact: true });
    if (isChoice) await choose(app, control, text);
    else await fill(app, control, text);
  }
}

/** Clicks the button that submits the request. */
export const submitRequest = (app: Frame): Promise<void> => file(app, button(app, names.submit));

/** Downloads the PDF of the receipt that the frame shows. */
export const fetchDraft = (session: PortalSession, app: Frame): Promise<Uint8Array> =>
  fetchLinked(session, app, names.pdf);
