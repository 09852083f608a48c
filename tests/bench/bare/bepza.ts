/**
 * Bare scripts of the permit system: applications created and sent to the zone officer, and approved permits
 * downloaded.
 */
import type { Page } from 'playwright';
import {
  goodsItems,
  headerItems,
  typed,
  type ApplicationItem,
  type PermitKind,
} from '#activities/portals/bepza/application-items.ts';
import type { RowData } from '#services/contract.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { allApplications, type Application } from '#tests/sandbox/portals/bepza/seed.ts';
import { button, fetchLink, go, inBrowser, link, login, readCells, type BareScript } from './script.ts';

const ZONE = 'DEPZ';
const id = (control: string): string => `#ctl00_MainContent_${control}`;
const kindNames: Record<PermitKind, string> = { export: 'Export Permit', import: 'Import Permit' };

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/Account/Login`);
  await page.locator(id('ddlZone')).selectOption({ label: ZONE });
  await page.locator(id('txtLoginId')).fill(login.username);
  await page.locator(id('txtPassword')).fill(login.password);
  await go(page, button(page, 'Login'));
}

type Wanted = { entry: 'My Applications' | 'Approved Permits'; control: string; number: string | undefined };

async function search(page: Page, kind: PermitKind, { entry, control, number }: Wanted): Promise<void> {
  await go(page, link(page, entry));
  await page.locator(id('ddlKind')).selectOption({ label: kindNames[kind] });
  await page.locator(id(control)).fill(number ?? '');
  await go(page, button(page, 'Search'));
}

async function fillItems(page: Page, items: readonly ApplicationItem[], row: RowData): Promise<void> {
  for (const { column, name, kind } of items) {
    const text = row[column];
    if (text === undefined) continue;
    if (kind === 'choice') await page.locator(id(`ddl${name}`)).selectOption({ label: text });
    else await page.locator(id(`txt${name}`)).fill(typed(kind, text));
  }
}

async function readApplication(page: Page): Promise<void> {
  await readCells(page, id('dvApplication'));
  await readCells(page, id('gvItems'));
}

/** Looks for applications of the invoice first, as any script must that may not apply twice. */
const issue = (kind: PermitKind, readResult: (page: Page) => Promise<unknown>): BareScript['open'] =>
  inBrowser(enter, async (page, row) => {
    await search(page, kind, {
      entry: 'My Applications',
      control: 'txtInvoiceNo',
      number: row['invoice_no'],
    });
    await page.getByRole('alert').first().innerText();
    await go(page, link(page, kindNames[kind]));
    await go(page, link(page, 'New'));
    await fillItems(page, headerItems[kind], row);
    await fillItems(page, goodsItems, row);
    await go(page, link(page, 'Add Item'));
    await go(page, button(page, 'Save'));
    await page.locator('[role=status]').first().innerText();
    await readApplication(page);
    await readResult(page);
  });

export const bepzaEpIssue: BareScript = {
  // The sample's invoice that has one item.
  cells: (place) => ({
    ...sampleRows('bepza-ep-issue')[2],
    invoice_no: `BENCH/EP/${place}`,
  }),
  open: issue('export', (page) => fetchLink(page, link(page, 'Print Application'))),
};

export const bepzaIpIssue: BareScript = {
  cells: (place) => ({
    ...sampleRows('bepza-ip-issue')[0],
    invoice_no: `BENCH-IP-${place}`,
    item_fob: '22200.00',
  }),
  open: issue('import', async () => undefined),
};

const approved = (kind: PermitKind): Application[] =>
  allApplications({}).filter(
    (application) =>
      application.kind === kind && application.zone === ZONE && application.status === 'APPROVED',
  );

const draft = {
  status: 'DRAFT',
  submittedAt: '',
  receiptNo: '',
  permitNo: '',
  approvedAt: '',
  validTill: '',
};

/** Looks the application up first, since it may have been sent already; the list leads to its page. */
function submission(kind: PermitKind): BareScript {
  const drafts = approved(kind);
  return {
    cells: (place) => ({
      zone: ZONE,
      application_no: drafts[place]?.no ?? '',
      accept_undertaking: 'YES',
    }),
    rowsMax: drafts.length,
    records: Object.fromEntries(drafts.map(({ no }) => [no, draft])),
    open: inBrowser(enter, async (page, row) => {
      const number = row['application_no'];
      await search(page, kind, { entry: 'My Applications', control: 'txtApplicationNo', number });
      await readCells(page, id('gvApplications'));
      await go(page, link(page, number ?? ''));
      await go(page, link(page, 'Papers'));
      await readCells(page, id('gvPapers'));
      await go(page, link(page, 'Submit to Zone'));
      await readCells(page, id('dvFee'));
      await page.locator(id('chkUndertaking')).check();
      page.once('dialog', (dialog) => void dialog.accept());
      await go(page, button(page, 'Submit'));
      await page.locator('[role=status]').first().innerText();
      await readApplication(page);
    }),
  };
}

export const bepzaEpSubmission = submission('export');
export const bepzaIpSubmit = submission('import');

/** Each permit by its own number, and then by its application's number. */
function download(kind: PermitKind): BareScript {
  const permits = approved(kind);
  const rows = [
    ...permits.map(({ permitNo }) => ({ zone: ZONE, permit_no: permitNo })),
    ...permits.map(({ no }) => ({ zone: ZONE, application_no: no })),
  ];
  return {
    cells: (place) => rows[place] ?? {},
    rowsMax: rows.length,
    open: inBrowser(enter, async (page, row) => {
      const { permit_no: permitNo, application_no: applicationNo } = row;
      const wanted =
        permitNo === undefined
          ? { control: 'txtApplicationNo', number: applicationNo }
          : { control: 'txtPermitNo', number: permitNo };
      await search(page, kind, { entry: 'Approved Permits', ...wanted });
      await readCells(page, id('gvPermits'));
      await fetchLink(page, page.getByRole('link', { name: /^Print / }));
    }),
  };
}

export const bepzaEpDownload = download('export');
export const bepzaIpDownload = download('import');
