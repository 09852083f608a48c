/** Compares and returns e-invoices of the H&M supplier portal for its services. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { fetchPdf } from '#activities/portals/hm/pages/invoice-page.ts';
import type { RowDocument } from '#services/runner.ts';
import { createComparison } from './shown-values.ts';

/** Returns whether a cell equals a value that the portal shows, whose numbers have at most four decimals. */
export const isShownOnInvoice = createComparison({ decimalsMax: 4 });

/** Whether the order numbers match; the sheet may omit the second part. */
export const isOrder = (cell: string | undefined, shown: string): boolean =>
  cell === undefined || cell === shown || shown.startsWith(`${cell}-`);

/** Returns the line's name on the portal. */
export const lineName = (market: string | undefined, article: string | undefined): string =>
  `${market ?? ''} ${article ?? ''}`;

/** Downloads the PDF of the invoice whose page is open; `name` has no extension. */
export async function invoicePdf(session: PortalSession, name: string): Promise<RowDocument> {
  const bytes = await fetchPdf(session, config.invoice.pdf);
  return { name: `${name}.pdf`, contentType: 'application/pdf', bytes };
}
