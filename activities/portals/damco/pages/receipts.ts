/** Cargo receipts (FCR) of a booking: the list, the form that requests one, and the page that shows one. */
import type { Frame, Page } from 'playwright';
import { cellOf } from '#activities/portals/cells.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { pairsOf, readTable } from '#activities/portals/page-tools.ts';
import { config } from '#activities/portals/damco/config.ts';
import { receiptItems } from '#activities/portals/damco/receipt-items.ts';
import {
  alertWords,
  button,
  choose,
  file,
  fill,
  goOn,
  hasCome,
  link,
  onPage,
  openTab,
} from '#activities/portals/damco/whereabouts.ts';
import { fetchLinked } from './booking-search.ts';

const { receipts: names } = config;

type ListedReceipt = { receiptNo: string; invoiceNo: string; status: string };

/** The portal's words when it does not know the booking. */
export type ReceiptList = { app: Frame; receipts: ListedReceipt[] } | { words: string };

export async function listReceipts(page: Page, so: string): Promise<ReceiptList> {
  const app = await openTab(page, 'receipts');
  await fill(app, app.locator(names.so), so);
  await goOn(app, app.locator(names.search));
  const table = app.locator(names.table);
  if (!(await hasCome(app, table))) return { words: await alertWords(app) };
  const receipts = (await readTable(table)).map((row) => ({
    receiptNo: cellOf(row, 'FCR No'),
    invoiceNo: cellOf(row, 'Invoice No'),
    status: cellOf(row, 'Status'),
  }));
  return { app, receipts };
}

export type ShownReceipt = ReadonlyMap<string, string>;

/** Opens a receipt that the list in the frame has. */
export async function openReceipt(app: Frame, receiptNo: string): Promise<ShownReceipt> {
  await goOn(app, link(app, receiptNo));
  return readReceipt(app);
}

export async function readReceipt(app: Frame): Promise<ShownReceipt> {
  const table = app.locator(names.facts);
  await onPage(app, () => table.waitFor({ timeout: config.timeouts.elementMs }));
  return pairsOf(await table.locator('th, td').allTextContents());
}

/** From the list; the portal's words when no receipt can be requested. */
export async function openRequest(app: Frame): Promise<string | null> {
  await goOn(app, link(app, names.create));
  return (await hasCome(app, button(app, names.submit))) ? null : alertWords(app);
}

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

/** The click that files a request. */
export const submitRequest = (app: Frame): Promise<void> => file(app, button(app, names.submit));

export const fetchDraft = ({ context }: PortalSession, app: Frame): Promise<Uint8Array> =>
  fetchLinked(context, app, names.pdf);
