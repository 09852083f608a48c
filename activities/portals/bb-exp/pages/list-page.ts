/** Page 95 of the EXP portal, which lists the EXPs of an invoice. */
import type { Page } from 'playwright';
import { portalMessages } from '#activities/portals/messages.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { field } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { clickAndWait, wordsInstead, onPage } from '#activities/portals/bb-exp/page-helpers.ts';
import { openEntry } from './menu.ts';

/** Returns the rows keyed by the portal's headings; empty if the invoice has no EXP. */
export async function listByInvoice(page: Page, invoiceNo: string): Promise<Map<string, string>[]> {
  const { invoiceNo: label, invoiceNoId, table, link } = config.list;
  const { elementMs: timeout } = config.timeouts;
  await openEntry(page, 'list');
  const invoice = field(page, { label: label, id: invoiceNoId });
  await onPage(page, () => invoice.fill(invoiceNo, { timeout }));
  await clickAndWait(page, page.getByRole('link', { name: link, exact: true }));
  const words = await wordsInstead(page, table);
  if (words === null) return readTable(page, table);
  if (/no data found/i.test(words)) return [];
  throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredList({ words }));
}
