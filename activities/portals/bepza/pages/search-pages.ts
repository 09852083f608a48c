/** Searches the two lists of the permit system: applications and approved permits. */
import type { Page } from 'playwright';
import { bepzaPortalMessages } from '#activities/portals/bepza/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { everyPage, requireAnswerToSearch } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import type { PermitKind } from '#activities/portals/bepza/application-items.ts';
import { config } from '#activities/portals/bepza/config.ts';
import { button, link } from '#activities/portals/controls.ts';
import { dayOf, fillIn, clickAndWait, wordsInstead, openEntry } from '#activities/portals/bepza/tools.ts';

const { search } = config;
type Wanted = Partial<Record<'applicationNo' | 'permitNo' | 'invoiceNo' | 'blNo', string | undefined>>;

/** Headings of what was searched for. The list of permits does not show the B/L number. */
const shownNumbers = [
  ['applicationNo', 'Application No'],
  ['permitNo', 'Permit No'],
  ['invoiceNo', 'Invoice No'],
] as const;

type Row = Map<string, string>;

/** Returns what a row shows in place of each number that was searched for. */
const numbersOf = (row: Row, wanted: Wanted): [wanted: string, shown: string][] =>
  shownNumbers.flatMap(([name, heading]) => {
    const text = wanted[name];
    return text === undefined ? [] : [[text, cellOf(row, heading)]];
  });

/** A search may also find longer numbers that contain the wanted one. */
const isWanted = (row: Row, wanted: Wanted): boolean =>
  numbersOf(row, wanted).every(([text, shown]) => isSameText(text, shown));

type Searched<Read> = {
  list: 'applications' | 'permits';
  wanted: Wanted;
  /** Reads one of the rows on the current page. */
  read: (row: Row) => Read | Promise<Read>;
  /** Stops at the page that has the wanted record, so that it can be opened. */
  isFirstEnough?: boolean;
};

/** Returns the rows of the list that have the wanted numbers, or none if the portal reports no result. */
async function rowsOf<Read>(
  page: Page,
  kind: PermitKind,
  { list, wanted, read, isFirstEnough = false }: Searched<Read>,
): Promise<Read[]> {
  await openEntry(page, config.menu[list]);
  const numbers = (['applicationNo', 'permitNo', 'invoiceNo', 'blNo'] as const).flatMap((name) => {
    const text = wanted[name];
    return text === undefined ? [] : [{ ...search[name], text }];
  });
  await fillIn(page, [{ ...search.kind, text: config.kinds[kind], list: 'by label' }, ...numbers]);
  await clickAndWait(page, button(page, search.submit));
  const table = search[list];
  const wordsOfList = (): Promise<string | null> => wordsInstead(page, table);
  const words = await wordsOfList();
  if (words !== null) {
    if (search.notFound.test(words)) return [];
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answeredSearch({ words }));
  }
  const shown: Row[] = [];
  const found = await everyPage(page, search.pages, {
    read: async () => {
      const rows = await readTable(page, table);
      shown.push(...rows);
      return Promise.all(rows.filter((row) => isWanted(row, wanted)).map(read));
    },
    clickAndWait,
    wordsInstead: wordsOfList,
    isEnough: (rows) => isFirstEnough && rows.length > 0,
  });
  requireAnswerToSearch(shown.map((row) => numbersOf(row, wanted)));
  return found;
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
  return rowsOf(page, kind, { list: 'applications', wanted, read: listedApplication });
}

const listedApplication = (row: Row): ListedApplication => ({
  applicationNo: cellOf(row, 'Application No'),
  enterpriseCode: cellOf(row, 'Enterprise Code'),
  invoiceNo: cellOf(row, 'Invoice No'),
  transportDocNo: cellOf(row, 'Transport Document No'),
  status: cellOf(row, 'Status'),
  remark: cellOf(row, 'Officer Remark'),
});

/** Searches for an application and opens it, from any page. */
export async function openApplication(page: Page, kind: PermitKind, applicationNo: string): Promise<void> {
  const wanted = { applicationNo };
  await rowsOf(page, kind, { list: 'applications', wanted, read: listedApplication, isFirstEnough: true });
  await clickAndWait(page, link(page, applicationNo));
}

/** Opens an application from the list if the current page shows it there, and else searches for it. */
export async function openListed(page: Page, kind: PermitKind, applicationNo: string): Promise<void> {
  const listed = link(page, applicationNo);
  if ((await listed.count()) > 0) await clickAndWait(page, listed);
  else await openApplication(page, kind, applicationNo);
}

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
  return rowsOf(page, kind, { list: 'permits', wanted, read: (row) => listedPermit(page, row) });
}

async function listedPermit(page: Page, row: Row): Promise<ListedPermit> {
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
}
