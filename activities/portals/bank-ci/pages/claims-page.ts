/** Existing claims at the bank: the list by EXP, and the page of one claim with its printed form. */
import type { Page } from 'playwright';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { bankCiPortalMessages } from '#activities/portals/bank-ci/messages.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { downloadPdf } from '#activities/portals/download.ts';
import { pairsOf, readTable } from '#activities/portals/page-tools.ts';
import { config } from '#activities/portals/bank-ci/config.ts';
import {
  alertWords,
  button,
  fieldValue,
  field,
  clickAndWait,
  isShown,
  link,
  onPage,
  openClaims,
  type Fields,
} from '#activities/portals/bank-ci/page-helpers.ts';

/** Returns the claim numbers of an EXP under a scheme. */
export async function listClaims(page: Page, expNo: string, scheme: IncentiveScheme): Promise<string[]> {
  const { list, timeouts, schemes } = config;
  await openClaims(page);
  const search = field(page, { label: list.expNo, id: list.expNoId });
  await onPage(page, () => search.fill(expNo, { timeout: timeouts.elementMs }));
  await clickAndWait(page, button(page, list.search));
  const table = page.locator(list.table);
  if (!(await isShown(page, table))) {
    const words = await alertWords(page);
    if (list.notFound.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.answeredSearch({ words }));
  }
  const rows = await readTable(table);
  if (rows.some((row) => fieldValue(row, 'EXP No') !== expNo))
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.otherExp());
  return rows
    .filter((row) => fieldValue(row, 'Scheme') === schemes[scheme])
    .map((row) => fieldValue(row, 'Claim No'));
}

/** Opens a claim from the list on the current page. */
export async function openClaim(page: Page, claimNo: string): Promise<Fields> {
  await clickAndWait(page, link(page, claimNo));
  return readClaim(page);
}

/** Reads the claim on the current page. */
export async function readClaim(page: Page): Promise<Fields> {
  const table = page.locator(config.claim.table);
  await onPage(page, () => table.waitFor({ timeout: config.timeouts.elementMs }));
  return pairsOf(await table.locator('th, td').allTextContents());
}

/** Downloads the printed form of the claim on the current page. */
export async function fetchClaimPdf({ page, context }: PortalSession): Promise<Uint8Array> {
  const { elementMs: timeout, downloadMs: timeoutMs } = config.timeouts;
  const href = await onPage(page, () => link(page, config.claim.pdf).getAttribute('href', { timeout }));
  const url = new URL(href ?? '', page.url()).href;
  return downloadPdf(context, url, { timeoutMs, isLogin: config.isLogin });
}
