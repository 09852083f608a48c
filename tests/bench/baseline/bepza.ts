/** Bare script of the permit system: approved export permits downloaded. */
import type { Page } from 'playwright';
import { allApplications } from '#tests/sandbox/portals/bepza/seed.ts';
import { button, fetchLink, go, inBrowser, link, login, readCells, type BaselineScript } from './script.ts';

const ZONE = 'DEPZ';
const id = (control: string): string => `#ctl00_MainContent_${control}`;

async function enter(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/Account/Login`);
  await page.locator(id('ddlZone')).selectOption({ label: ZONE });
  await page.locator(id('txtLoginId')).fill(login.username);
  await page.locator(id('txtPassword')).fill(login.password);
  await go(page, button(page, 'Login'));
}

const permits = allApplications({}).filter(
  ({ kind, zone, status }) => kind === 'export' && zone === ZONE && status === 'APPROVED',
);

/** Each permit by its own number, and then by its application's number. */
const rows = [
  ...permits.map(({ permitNo }) => ({ zone: ZONE, permit_no: permitNo })),
  ...permits.map(({ no }) => ({ zone: ZONE, application_no: no })),
];

export const bepzaEpDownload: BaselineScript = {
  cells: (place) => rows[place] ?? {},
  rowsMax: rows.length,
  open: inBrowser(enter, async (page, row) => {
    const { permit_no: permitNo, application_no: applicationNo } = row;
    await go(page, link(page, 'Approved Permits'));
    await page.locator(id('ddlKind')).selectOption({ label: 'Export Permit' });
    if (permitNo === undefined) await page.locator(id('txtApplicationNo')).fill(applicationNo ?? '');
    else await page.locator(id('txtPermitNo')).fill(permitNo);
    await go(page, button(page, 'Search'));
    await readCells(page, id('gvPermits'));
    await fetchLink(page, page.getByRole('link', { name: /^Print / }));
  }),
};
