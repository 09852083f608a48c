/** The page of a submitted e-invoice: its fields, its lines and its PDF. */
import type { Page } from 'playwright';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { cellTexts, pairsOf, readTable } from '#activities/portals/page-reading.ts';
import { config } from '#activities/portals/hm/config.ts';
import { headerItems, lineItems, type InvoiceItem } from '#activities/portals/hm/invoice-items.ts';
import { link } from '#activities/portals/controls.ts';
import { downloadLinked, onPage } from '#activities/portals/hm/tools.ts';

/** `texts` are keyed by the columns of the sheet. */
type ShownLine = { market: string; article: string; texts: Record<string, string> };
export type ShownInvoice = {
  invoiceNo: string;
  invoiceId: string;
  status: string;
  version: number;
  orderNo: string;
  totalAmount: number;
  header: Record<string, string>;
  lines: ShownLine[];
};

const textsOf = (row: ReadonlyMap<string, string>, items: readonly InvoiceItem[]): Record<string, string> =>
  Object.fromEntries(items.map(({ column, label }) => [column, cellOf(row, label)]));

/** Waits for the lines of the invoice on the page, and reads them with its fields. */
export async function readInvoice(page: Page): Promise<ShownInvoice> {
  const { fields: fieldsId, lines: linesId } = config.invoice;
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => page.locator(linesId).waitFor({ timeout }));
  const fields = pairsOf(await cellTexts(page, fieldsId));
  return {
    invoiceNo: cellOf(fields, 'Invoice No'),
    invoiceId: cellOf(fields, 'Invoice Id'),
    status: cellOf(fields, 'Status'),
    version: numberOf(fields, 'Version'),
    orderNo: cellOf(fields, 'Order No'),
    totalAmount: numberOf(fields, 'Total Amount'),
    header: textsOf(fields, headerItems),
    lines: (await readTable(page, linesId)).map((row) => ({
      market: cellOf(row, 'Market'),
      article: cellOf(row, 'Article'),
      texts: textsOf(row, lineItems),
    })),
  };
}

/** Downloads the target of a link on the page. */
export const fetchPdf = (session: PortalSession, name: string): Promise<Uint8Array> =>
  downloadLinked(session, link(session.page, name));
