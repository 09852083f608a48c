/** Searches the two lists of the permit system: applications and approved permits. */
import type { Page } from 'playwright';
import { bepzaPortalMessages } from '#activities/portals/bepza/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import type { PermitKind } from '#activities/portals/bepza/application-items.ts';
import { config } from '#activities/portals/bepza/config.ts';
import { button, link } from '#activities/portals/controls.ts';
import {
  dayOf,
  fill,
  clickAndWait,
  wordsInstead,
  openEntry,
  select,
} from '#activities/portals/bepza/page-helpers.ts';

const { search } = config;
type Wanted = Partial<Record<'applicationNo' | 'permitNo' | 'invoiceNo' | 'blNo', string | undefined>>;

/** Headings of what was searched for. The list of permits does not show the B/L number. */
const shownNumbers = [
  ['applicationNo', 'Application No'],
  ['permitNo', 'Permit No'],
  ['invoiceNo', 'Invoice No'],
] as const;

/** A search may also find longer numbers that contain the wanted one. */
const isWanted = (row: ReadonlyMap<string, string>, wanted: Wanted): boolean =>
  shownNumbers.every(([name, heading]) => {
    const text = wanted[name];
    return text === undefined || isSameText(cellOf(row, heading), text);
  });

/** Returns the rows of the list that have the wanted numbers, or none if the portal reports no result. */
async function rowsOf(
  page: Page,
  kind: PermitKind,
  { list, wanted }: { list: 'applications' | 'permits'; wanted: Wanted },
): Promise<Map<string, string>[]> {
  await openEntry(page, config.menu[list]);
  await select(page, search.kind, config.kinds[kind]);
  for (const name of ['applicationNo', 'permitNo', 'invoiceNo', 'blNo'] as const) {
    const text = wanted[name];
    if (text !== undefined) await fill(page, search[name], text);
  }
  await clickAndWait(page, button(page, search.submit));
  const table = search[list];
  const words = await wordsInstead(page, table);
  if (words === null) return (await readTable(page, table)).filter((row) => isWanted(row, wanted));
  if (search.notFound.test(words)) return [];
  throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredSearch({ words }));
}

export type ListedApplication = {
  applicationNo: string;
  enterpriseCode: string;
  invoiceNo: string;
  transportDocNo: string;
  status: string;
  remark: string;
};

/** Returns the applications that match; empty if there are none. */
export async function listApplications(
  page: Page,
  kind: PermitKind,
  wanted: Pick<Wanted, 'applicationNo' | 'invoiceNo'>,
): Promise<ListedApplication[]> {
  const rows = await rowsOf(page, kind, { list: 'applications', wanted });
  return rows.map((row) => ({
    applicationNo: cellOf(row, 'Application No'),
    enterpriseCode: cellOf(row, 'Enterprise Code'),
    invoiceNo: cellOf(row, 'Invoice No'),
    transportDocNo: cellOf(row, 'Transport Document No'),
    status: cellOf(row, 'Status'),
    remark: cellOf(row, 'Officer Remark'),
  }));
}

/** Searches for an application and opens it, from any page. */
export async function openApplication(page: Page, kind: PermitKind, applicationNo: string): Promise<void> {
  await rowsOf(page, kind, { list: 'applications', wanted: { applicationNo } });
  await openListed(page, applicationNo);
}

/** Opens an application from the list on the current page. */
export const openListed = (page: Page, applicationNo: string): Promise<void> =>
  clickAndWait(page, link(page, applicationNo));

export type ListedPermit = {
  permitNo: string;
  applicationNo: string;
  approvedAt: string | null;
  validTill: string | null;
  status: string;
  remark: string;
  /** URL of the permit's PDF. */
  pdf: string;
};

/**
 * Returns the permits that match, each with the address of its print. Throws PortalFault PORTAL_CHANGED if a permit
 * has no print.
 */
export async function listPermits(page: Page, kind: PermitKind, wanted: Wanted): Promise<ListedPermit[]> {
  const rows = await rowsOf(page, kind, { list: 'permits', wanted });
  return Promise.all(
    rows.map(async (row) => {
      const permitNo = cellOf(row, 'Permit No');
      const print = link(page, `Print ${permitNo}`);
      const href = (await print.count()) === 1 ? await print.getAttribute('href') : null;
      if (href === null)
        throw new PortalFault('PORTAL_CHANGED', bepzaPortalMessages.permitNotListed({ permit: permitNo }));
      return {
        permitNo,
        applicationNo: cellOf(row, 'Application No'),
        approvedAt: dayOf(row, 'Approved At'),
        validTill: dayOf(row, 'Valid Till'),
        status: cellOf(row, 'Status'),
        remark: cellOf(row, 'Officer Remark'),
        pdf: new URL(href, page.url()).href,
      };
    }),
  );
}
