/** SOO records on the export tracker: the list by invoice, and the page of one record with its receipt. */
import type { Page } from 'playwright';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { downloadPdf } from '#activities/portals/download.ts';
import { pairsOf, readTable } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { openList, tools } from './page-helpers.ts';
import { epbPortalMessages } from './messages.ts';

/** Values keyed by the portal's own labels. */
export type SooRecord = Map<string, string>;

/** Returns the numbers of the account's records of an invoice. */
export async function listByInvoice(page: Page, invoiceNo: string): Promise<string[]> {
  const { list, alert, timeouts } = config;
  const { elementMs: timeout } = timeouts;
  await openList(page);
  const field = page.getByLabel(list.invoiceNo, { exact: true }).or(page.locator(list.invoiceNoId));
  await tools.onPage(page, () => field.fill(invoiceNo, { timeout }));
  await tools.clickAndWait(page, page.getByRole('button', { name: list.submit, exact: true }));
  const table = page.locator(list.table);
  await tools.onPage(page, () => table.or(page.locator(alert)).first().waitFor({ timeout }));
  if ((await table.count()) === 0) {
    const words = await tools.alertWords(page);
    if (list.notFound.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
  }
  const rows = await readTable(table);
  const numbers = rows
    .filter((row) => row.get('Invoice No') === invoiceNo)
    .map((row) => row.get(list.recordNo) ?? '');
  if (numbers.length < rows.length || numbers.includes('')) throw await tools.explain(page);
  return numbers;
}

/** Opens a record from the list on the current page. */
export async function openRecord(page: Page, number: string): Promise<SooRecord> {
  await tools.clickAndWait(page, page.getByRole('link', { name: number, exact: true }));
  return readRecord(page);
}

/** Reads the record on the current page. */
export async function readRecord(page: Page): Promise<SooRecord> {
  const table = page.locator(config.record.table);
  await tools.onPage(page, () => table.waitFor({ timeout: config.timeouts.elementMs }));
  return pairsOf(await table.locator('th, td').allTextContents());
}

/** Returns the value of a label; throws PORTAL_CHANGED if the page does not have it. */
export function fieldValue(record: SooRecord, label: string): string {
  const value = record.get(label);
  if (value === undefined) throw new PortalFault('PORTAL_CHANGED', epbPortalMessages.noLabel({ label }));
  return value;
}

/** Downloads the receipt of the record on the current page. */
export async function downloadReceipt({ page, context }: PortalSession): Promise<Uint8Array> {
  const { elementMs: timeout, downloadMs: timeoutMs } = config.timeouts;
  const link = page.getByRole('link', { name: config.record.receipt, exact: true });
  const place = await tools.onPage(page, () => link.getAttribute('href', { timeout }));
  if (!place) throw await tools.explain(page);
  const url = new URL(place, page.url()).href;
  return downloadPdf(context, url, { timeoutMs, isLogin: config.isLogin });
}
