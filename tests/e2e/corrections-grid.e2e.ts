/**
 * The corrections of many failed rows: only the rows in view are in the document, what is typed stays while it is
 * scrolled, and rows that the portal may have are shown as locked, with the reason.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const IN_DOCUMENT_MAX = 60;
const ROWS = limits.correctedRowsMax + 20;

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

async function open(place: string, viewport = laptop): Promise<Page> {
  const page = await web.openAs(customer, site.address(), '/');
  await page.setViewportSize(viewport);
  await page.goto(`${site.address()}${place}`);
  return page;
}

const tick = (page: Page, row: number) =>
  page.getByRole('checkbox', { name: `Run row ${row.toLocaleString('en-US')}`, exact: true });
const cell = (page: Page, row: number) => page.getByLabel(`container_no, row ${row}`, { exact: true });

it('of many failed rows few are in the document, and what was typed in one is there after scrolling', async () => {
  const jobId = await keptJob(db, customer, {
    outcomes: Array.from({ length: ROWS }, () => 'INPUT_INVALID'),
  });
  const page = await open('/dashboard');
  const reads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(`${jobId}/rows`)) reads.push(request.url());
  });
  await page.goto(`${site.address()}/dashboard/jobs/${jobId}/correct`);
  await cell(page, 1).fill('MSKU0383250');
  expect(reads.length).toBeLessThanOrEqual(Math.ceil(limits.correctedRowsMax / limits.jobRowsPageSizeMax));
  expect(await page.getByRole('checkbox').count()).toBeLessThan(IN_DOCUMENT_MAX);
  const frame = page.getByRole('region', { name: 'Failed rows', exact: true });
  await frame.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return tick(page, limits.correctedRowsMax).count();
    })
    .toBe(1);
  expect(await page.getByRole('checkbox').count()).toBeLessThan(IN_DOCUMENT_MAX);
  expect(await cell(page, 1).count()).toBe(0);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Home');
  await cell(page, 1).waitFor();
  expect(await cell(page, 1).inputValue()).toBe('MSKU0383250');
  await page.context().close();
});

it('on a phone the cards of many failed rows scroll with the page, and few are in the document', async () => {
  const jobId = await keptJob(db, customer, { outcomes: Array.from({ length: 120 }, () => 'INPUT_INVALID') });
  const page = await open(`/dashboard/jobs/${jobId}/correct`, phone);
  await tick(page, 1).waitFor({ state: 'attached' });
  expect(await page.getByRole('checkbox').count()).toBeLessThan(IN_DOCUMENT_MAX);
  expect(await overflowPx(page)).toBe(0);
  await expect
    .poll(async () => {
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
      return tick(page, 120).count();
    })
    .toBe(1);
  expect(await page.getByRole('checkbox').count()).toBeLessThan(IN_DOCUMENT_MAX);
  await page.context().close();
});

it('J and K move between the ticks of the rows, and X ticks the focused one, but is a letter in a cell', async () => {
  const jobId = await keptJob(db, customer, { outcomes: Array.from({ length: 30 }, () => 'INPUT_INVALID') });
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  await tick(page, 1).focus();
  for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key);
  expect(await tick(page, 3).and(page.locator(':focus')).count()).toBe(1);
  expect(await tick(page, 3).isChecked()).toBe(true);
  await page.keyboard.press('x');
  expect(await tick(page, 3).isChecked()).toBe(false);
  await page.keyboard.press('Control+x');
  expect(await tick(page, 3).isChecked()).toBe(false);
  await page.keyboard.press('x');
  expect(await tick(page, 3).isChecked()).toBe(true);
  // Rows outside the view come into it.
  for (let row = 4; row <= 30; row += 1) {
    await page.keyboard.press('j');
    await expect.poll(() => tick(page, row).and(page.locator(':focus')).count()).toBe(1);
  }
  await cell(page, 30).focus();
  await cell(page, 30).fill('');
  await page.keyboard.type('jxk');
  expect(await cell(page, 30).inputValue()).toBe('jxk');
  expect(await tick(page, 30).isChecked()).toBe(true);
  await page.context().close();
});

it('a row that the portal may have is shown as it was sent, locked and with the reason', async () => {
  const jobId = await keptJob(db, customer, { outcomes: ['PORTAL_DOWN', 'PORTAL_DOWN', 'UNCERTAIN'] });
  const intent = { portal: 'cpa', key: `locked-${jobId}`, userId: customer.id, jobId, rowNumber: 1 };
  await db.portalIntent.create({
    data: { ...intent, state: 'done', commits: 1, sends: 1, sentAt: new Date() },
  });
  const page = await open(`/dashboard/jobs/${jobId}/correct`);
  const why = page.getByText('The portal may have this row already, so it runs exactly as it was sent.');
  await why.nth(1).waitFor();
  expect(await why.count()).toBe(2);
  expect(await cell(page, 1).isEditable()).toBe(false);
  expect(await cell(page, 2).isEditable()).toBe(true);
  expect(await cell(page, 3).isEditable()).toBe(false);
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});

/** A job with a wrong row among rows that could run. */
function oneWrong(): Promise<string> {
  const right = ['MSKU0383250', 'MRKU5295187', 'TCNU4781205'];
  const numbers = [right[0], 'wrong', right[1], right[2]];
  return keptJob(db, customer, {
    outcomes: numbers.map((number) => (number === 'wrong' ? 'INPUT_INVALID' : 'PORTAL_DOWN')),
    rows: numbers.map((number) => ({ source: { container_no: number }, data: { container_no: number } })),
  });
}

it('only rows with errors can be shown, and a row that was corrected stays until all are shown again', async () => {
  const page = await open(`/dashboard/jobs/${await oneWrong()}/correct`);
  await page.getByRole('button', { name: 'Show only 1 row with errors' }).click();
  await page.getByText('1 row that had errors').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(1);
  await cell(page, 2).fill('MSKU0383266');
  await page.getByText('4 rows ready').waitFor();
  expect(await cell(page, 2).inputValue()).toBe('MSKU0383266');
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(4);
  await page.context().close();
});

it('Enter goes through a column of corrections, and each change can be taken back', async () => {
  const page = await open(`/dashboard/jobs/${await oneWrong()}/correct`);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await cell(page, 1).waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await cell(page, 2).focus();
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await page.keyboard.type('other');
  expect(await cell(page, 3).inputValue()).toBe('other');
  await page.keyboard.press('Shift+Enter');
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
    'container_no, row 2',
  );
  await tick(page, 4).uncheck({ force: true });
  await undo.click();
  expect(await tick(page, 4).isChecked()).toBe(true);
  await cell(page, 2).focus();
  await page.keyboard.press('Control+z');
  expect(await cell(page, 3).inputValue()).toBe('MRKU5295187');
  await page.keyboard.press('Control+z');
  expect(await cell(page, 2).inputValue()).toBe('wrong');
  expect(await undo.isDisabled()).toBe(true);
  await page.context().close();
});
