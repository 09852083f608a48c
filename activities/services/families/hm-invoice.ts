/** E-invoices of the H&M supplier portal as its services compare and return them. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { fetchPdf } from '#activities/portals/hm/pages/invoice-page.ts';
import type { RowDocument } from '#services/runner.ts';

const NUMBER_DECIMALS = 4;

/** 1,542 and 1542.00 are the same; so are texts that differ in spaces and capitals only. */
export function isSame(cell: string | undefined, shown: string | undefined): boolean {
  return plain(cell) === plain(shown);
}

function plain(text = ''): string {
  const digits = text.replaceAll(',', '');
  const decimals = new RegExp(`^0*(\\d+)(?:\\.(\\d{0,${NUMBER_DECIMALS}}?)0*)?$`).exec(digits);
  if (decimals) return [decimals[1], decimals[2]].filter(Boolean).join('.');
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The sheet may leave the second part of an order number out. */
export const isOrder = (cell: string | undefined, shown: string): boolean =>
  cell === undefined || cell === shown || shown.startsWith(`${cell}-`);

/** The line as the portal names it. */
export const lineName = (market: string | undefined, article: string | undefined): string =>
  `${market ?? ''} ${article ?? ''}`;

export async function invoicePdf(session: PortalSession, name: string): Promise<RowDocument> {
  const bytes = await fetchPdf(session, config.invoice.pdf);
  return { name: `${name}.pdf`, contentType: 'application/pdf', bytes };
}
