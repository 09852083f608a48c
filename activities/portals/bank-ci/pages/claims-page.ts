/** Existing claims at the bank: the list by EXP, and the page of one claim with its printed form. */
import type { Page } from 'playwright';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { bankCiPortalMessages } from '#activities/portals/bank-ci/messages.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { requireWholeList } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { config } from '#activities/portals/bank-ci/config.ts';
import { button, link } from '#activities/portals/controls.ts';
import {
  clickAndWait,
  downloadLinked,
  cellOf,
  fill,
  wordsInstead,
  openClaims,
  readPairs,
  type Fields,
} from '#activities/portals/bank-ci/tools.ts';

/** Returns the claim numbers of an EXP under a scheme. */
export async function listClaims(page: Page, expNo: string, scheme: IncentiveScheme): Promise<string[]> {
  const { list, schemes } = config;
  await openClaims(page);
  await fill(page, { label: list.expNo, id: list.expNoId }, expNo);
  await clickAndWait(page, button(page, list.search));
  const words = await wordsInstead(page, list.table);
  if (words !== null) {
    if (list.notFound.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.answeredSearch({ words }));
  }
  await requireWholeList(page, list.pages);
  const rows = await readTable(page, list.table);
  if (rows.some((row) => !isSameText(cellOf(row, 'EXP No'), expNo)))
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.otherExp());
  return rows
    .filter((row) => isSameText(cellOf(row, 'Scheme'), schemes[scheme]))
    .map((row) => cellOf(row, 'Claim No'));
}

/** Opens a claim from the list on the current page. */
export async function openClaim(page: Page, claimNo: string): Promise<Fields> {
  await clickAndWait(page, link(page, claimNo));
  return readClaim(page);
}

/** Reads the claim on the current page. */
export const readClaim = (page: Page): Promise<Fields> => readPairs(page, config.claim.table);

/** Downloads the printed form of the claim on the current page. */
export const fetchClaimPdf = (session: PortalSession): Promise<Uint8Array> =>
  downloadLinked(session, link(session.page, config.claim.pdf));
