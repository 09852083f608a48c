/** Compares and returns e-invoices of the H&M supplier portal for its services. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { fetchPdf } from '#activities/portals/hm/pages/invoice-page.ts';
import type { RowDocument } from '#services/runner.ts';

const NUMBER_DECIMALS = 4;

/**
 * Compares a cell with a shown value: 1,542 and 1542.00 are equal, and so are texts that differ only in spacing and
 * case.
 */
export function isSame(cell: string | undefined, shown: string | undefined): boolean {
  return plain(cell) === plain(shown);
}

function plain(text = ''): string {
  const digits = text.replaceAll(',', '');
  const decimals = new RegExp(`^0*(\\d+)(?:\\.(\\d{0,${NUMBER_DECIMALS}}?)0*)?$`).exec(digits);
  if (decimals) return [decimals[1], decimals[2]].filter(Boolean).join('.');
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

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
