/** Page 95 of the EXP portal, which lists the EXPs of an invoice. */
import type { Page } from 'playwright';
import { portalMessages } from '#activities/portals/messages.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { everyPage, requireAnswerToSearch } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { field } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { clickAndWait, wordsInstead, onPage } from '#activities/portals/bb-exp/tools.ts';
import { openEntry } from './menu.ts';

/** Returns the rows keyed by the portal's headings; empty if the invoice has no EXP. */
export async function listByInvoice(page: Page, invoiceNo: string): Promise<Map<string, string>[]> {
  const { invoiceNo: label, invoiceNoId, table, link, pages } = config.list;
  const { elementMs: timeout } = config.timeouts;
  await openEntry(page, 'list');
  const invoice = field(page, { label: label, id: invoiceNoId });
  await onPage(page, () => invoice.fill(invoiceNo, { timeout }));
  await clickAndWait(page, page.getByRole('link', { name: link, exact: true }));
  const wordsOfList = (): Promise<string | null> => wordsInstead(page, table);
  const words = await wordsOfList();
  if (words !== null) {
    if (/no data found/i.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
  }
  const read = (): Promise<Map<string, string>[]> => readTable(page, table);
  const listed = await everyPage(page, pages, { read, clickAndWait, wordsInstead: wordsOfList });
  requireAnswerToSearch(listed.map((exp) => [[invoiceNo, cellOf(exp, 'Invoice No')]]));
  return listed;
}
