/** Looks up an EXP by its number, for every service that needs one. */
import type { Page } from 'playwright';
import type { PortalSession } from '#activities/portals/contract.ts';
import { printExp } from '#activities/portals/bb-exp/pages/report-page.ts';
import {
  openSearch,
  searchExp,
  searchPage,
  type ExpNumber,
  type SearchAnswer,
} from '#activities/portals/bb-exp/pages/search-page.ts';
import type { RowData } from '#services/contract.ts';
import type { RowDocument } from '#services/runner.ts';

/** Returns the EXP number of a validated row. Throws if a part of it is missing. */
export function expNumberOf(row: RowData): ExpNumber {
  const { ad_code: adCode, exp_serial: serial, exp_year: year } = row;
  if (!adCode || !serial || !year)
    throw new Error('The row was not validated: a part of the EXP number is missing.');
  return { adCode, serial, year };
}

/** Returns the number as the portal shows it, such as 1084-004512-2026. */
const expName = ({ adCode, serial, year }: ExpNumber): string => `${adCode}-${serial}-${year}`;

/** Returns the EXP as the portal shows it, or the portal's message if it shows none; the page stays open. */
export async function findExp(page: Page, number: ExpNumber): Promise<SearchAnswer & { name: string }> {
  await openSearch(page);
  return { ...(await searchExp(page, number)), name: expName(number) };
}

/** Downloads the printed form of the EXP on the page. `suffix` distinguishes several prints of one EXP. */
export async function printedForm(
  session: PortalSession,
  { adCode, serial, year }: ExpNumber,
  suffix = '',
): Promise<RowDocument> {
  const bytes = await printExp(session, searchPage(session.page).print);
  return { name: `EXP_${adCode}_${serial}_${year}${suffix}.pdf`, contentType: 'application/pdf', bytes };
}
