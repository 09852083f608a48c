/** The rows of a job of ten thousand scroll in their frame: few are in the document, and few pages are read. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { cookiesOf } from '#tests/harness/wire.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, phone, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const ROWS = 10_000;
const FAILED_EVERY = 100;
/** What is in view, what lies beside it, and as much again. */
const DOCUMENT_ROWS_MAX = 80;
const REQUESTS_MAX = 8;

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let jobId: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  jobId = await keptJob(app.deps.db, customer, { state: 'completed', errorCode: null, outcomes: [] });
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    jobId,
    rowNumber: index + 1,
    source: { container_no: `MSKU${index + 1}` },
    data: { container_no: `MSKU${index + 1}` },
    outcome: (index + 1) % FAILED_EVERY === 0 ? 'NOT_FOUND' : 'SUCCESS',
    charged: true,
    values: { vessel: `Vessel ${index + 1}`, weight_kg: index + 0.5 },
  }));
  await app.deps.db.jobRow.createMany({ data: rows });
  const failed = ROWS / FAILED_EVERY;
  await app.deps.db.job.update({
    where: { id: jobId },
    data: { rowsTotal: ROWS, rowsDone: ROWS, rowsSucceeded: ROWS - failed, rowsFailed: failed },
  });
});

async function open(query = '', viewport = laptop): Promise<{ page: Page; asked: string[] }> {
  const page = await web.open(site.address(), viewport);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rows?')) asked.push(request.url());
  });
  await page.goto(`/dashboard/jobs/${jobId}${query}`);
  await frame(page).waitFor();
  return { page, asked };
}

const frame = (page: Page) => page.getByRole('region', { name: 'All rows' });
const sent = (page: Page, row: number) => frame(page).getByText(`MSKU${row}`, { exact: true });
const rowsInDocument = (page: Page) => frame(page).locator('[data-index]').count();

it('the last of ten thousand rows is one key away, with few rows in the document and few requests', async () => {
  const { page, asked } = await open();
  await sent(page, 1).waitFor();
  await frame(page).focus();
  await page.keyboard.press('End');
  await sent(page, ROWS).waitFor();
  expect(await rowsInDocument(page)).toBeLessThanOrEqual(DOCUMENT_ROWS_MAX);
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  const table = frame(page).getByRole('table');
  expect(await table.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
  const last = frame(page)
    .getByRole('row')
    .filter({ hasText: `MSKU${ROWS}` });
  expect(await last.getAttribute('aria-rowindex')).toBe(String(ROWS + 1));
  await page.keyboard.press('Home');
  await sent(page, 1).waitFor();
  await page.context().close();
});

it('a scrollbar that is dragged through all rows loads only the rows where it stops', async () => {
  const { page, asked } = await open();
  await sent(page, 1).waitFor();
  // While the clock of the page stands still nobody rests anywhere, however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  // The pages beside the first rows may still be read, however late; the first stop of the drag is far beyond them.
  const beyondStart = () => asked.filter((url) => Number(new URL(url).searchParams.get('page')) > 2);
  const loading = () => frame(page).locator('[aria-busy=true]').first().waitFor();
  for (let step = 1; step <= 20; step += 1) {
    await frame(page).evaluate((element: { scrollTop: number; scrollHeight: number }, share) => {
      element.scrollTop = element.scrollHeight * share;
    }, step / 20);
    await loading();
  }
  expect(beyondStart()).toEqual([]);
  await page.clock.resume();
  await sent(page, ROWS).waitFor();
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  await page.context().close();
});

it('the address names the page in view, and leads back to it', async () => {
  const { page } = await open('?rows=all&page=101');
  await sent(page, 5_001).waitFor();
  await frame(page).focus();
  await page.keyboard.press('End');
  await page.waitForURL('**page=200**');
  await page.reload();
  await sent(page, 9_960).waitFor();
  await page.context().close();
});

it('the filter shows the rows with an outcome only, from the first one', async () => {
  const { page } = await open();
  await frame(page).focus();
  await page.keyboard.press('End');
  await sent(page, ROWS).waitFor();
  await page.getByRole('button', { name: /^Failed/ }).click();
  await sent(page, FAILED_EVERY).waitFor();
  expect(await frame(page).getByRole('table').getAttribute('aria-rowcount')).toBe('101');
  await frame(page).focus();
  await page.keyboard.press('End');
  await sent(page, ROWS).waitFor();
  await page.context().close();
});

it('the details of a row unfold with the keyboard, and scrolling away keeps the keyboard in the frame', async () => {
  const { page } = await open();
  const details = page.getByRole('button', { name: 'Details of row 3', exact: true });
  await details.focus();
  await page.keyboard.press('Enter');
  await frame(page).getByText('What came back').waitFor();
  await frame(page).getByText('Vessel 3', { exact: true }).waitFor();
  await frame(page).evaluate((element: { scrollTop: number }) => {
    element.scrollTop = 200_000;
  });
  await details.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('All rows');
  await page.context().close();
});

/** Opens the panel and ticks a column. */
async function showColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name, exact: true }).check();
}

it('chosen columns survive a reload, for this service only', async () => {
  const { page } = await open();
  await showColumn(page, 'Weight');
  await page.getByRole('checkbox', { name: 'Sent', exact: true }).uncheck();
  const headings = () => frame(page).getByRole('columnheader').allInnerTexts();
  const chosen = ['Row', 'Outcome', 'Came back', 'Weight', 'Document'];
  expect(await headings()).toEqual(chosen);
  await frame(page).getByText('1.5 kg', { exact: true }).waitFor();
  await page.reload();
  await frame(page).getByText('1.5 kg', { exact: true }).waitFor();
  expect(await headings()).toEqual(chosen);
  const other = await keptJob(app.deps.db, customer, { serviceId: 'exp-search', outcomes: ['SUCCESS'] });
  await page.goto(`/dashboard/jobs/${other}`);
  await page.getByRole('columnheader', { name: 'Sent' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Weight' }).count()).toBe(0);
  await page.context().close();
});

it('the rows of the filter are copied with the shown columns, as a spreadsheet takes them', async () => {
  const { page } = await open('?rows=failed&page=1');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await showColumn(page, 'Weight');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('100 rows copied. Paste them into a spreadsheet.').waitFor();
  const text = String(await page.evaluate('navigator.clipboard.readText()'));
  const lines = text.split(/\r?\n/);
  expect(lines).toHaveLength(101);
  expect(lines[0]).toBe('Row\tOutcome\tSent\tCame back\tReference\tWeight (kg)\tDocument');
  expect(lines.at(-1)).toBe(`${ROWS}\tNot found\tMSKU${ROWS}\t\t\t${ROWS - 0.5}\t`);
  await page.context().close();
});

it('all rows are exported with the shown columns, in the largest pages that the server gives', async () => {
  const { page, asked } = await open();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const before = asked.length;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ctg-port-tracking-rows-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines.at(-1)).toBe(`${ROWS},Not found,MSKU${ROWS},,,`);
  expect(asked.length - before).toBe(ROWS / 200);
  await page.context().close();
});

it('all rows are exported as an Excel workbook with the shown columns, in which numbers are numbers', async () => {
  const { page } = await open();
  await showColumn(page, 'Weight');
  // The message is shown for some seconds, in which a busy machine may still be reading the workbook.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('10,000 rows exported.').waitFor(),
    page.getByRole('button', { name: 'Export Excel' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ctg-port-tracking-rows-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const book = read(await readFile(await download.path()));
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets['Chalan'] ?? {}, { header: 1 });
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[0]).toEqual(['Row', 'Outcome', 'Sent', 'Came back', 'Reference', 'Weight (kg)', 'Document']);
  const last = lines.at(-1);
  expect([last?.[0], last?.[1], last?.[2], last?.[5]]).toEqual([
    ROWS,
    'Not found',
    `MSKU${ROWS}`,
    ROWS - 0.5,
  ]);
  await page.context().close();
});

/** The row whose button has the focus; undefined if none has. */
const focusedRow = (page: Page) =>
  page.evaluate<string | undefined>("document.activeElement?.closest('[data-index]')?.dataset.index");
const nextFailed = (page: Page) => page.getByRole('button', { name: 'Next failed row' });

it('the next failed row of ten thousand is one key away from any row, announced, and in view', async () => {
  const { page, asked } = await open();
  await page.getByRole('button', { name: 'Details of row 3', exact: true }).focus();
  await page.keyboard.press('n');
  await expect.poll(() => focusedRow(page)).toBe(String(FAILED_EVERY - 1));
  await page.getByRole('status').getByText('Row 100: 1 of 100').waitFor();
  const [row, view] = [await sent(page, 100).boundingBox(), await frame(page).boundingBox()];
  expect(row && view && row.y > view.y && row.y + row.height < view.y + view.height).toBe(true);
  // Keys that come faster than the rows are not lost.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('n');
  await expect.poll(() => focusedRow(page)).toBe(String(4 * FAILED_EVERY - 1));
  await page.keyboard.press('p');
  await expect.poll(() => focusedRow(page)).toBe(String(3 * FAILED_EVERY - 1));
  expect(asked.length).toBeLessThanOrEqual(2 * REQUESTS_MAX);
  await page.context().close();
});

it('the button of the next failed row goes on from the rows in view, and from the last one to the first', async () => {
  const { page } = await open('?rows=all&page=101');
  await sent(page, 5_001).waitFor();
  // Only the heading of the frame is in the window.
  await page.setViewportSize({ ...laptop, height: 480 });
  await nextFailed(page).click();
  await expect.poll(() => focusedRow(page)).toBe('5099');
  await until('the row to be in the window', async () => {
    const row = await sent(page, 5_100).boundingBox();
    return row !== null && row.y > 0 && row.y + row.height < 480;
  });
  await page.setViewportSize(laptop);
  await nextFailed(page).click();
  await expect.poll(() => focusedRow(page)).toBe('5199');
  await page.keyboard.press('End');
  await sent(page, ROWS).waitFor();
  await nextFailed(page).click();
  await expect.poll(() => focusedRow(page)).toBe(String(ROWS - 1));
  await nextFailed(page).click();
  await expect.poll(() => focusedRow(page)).toBe(String(FAILED_EVERY - 1));
  await page.getByRole('status').getByText('Row 100: 1 of 100').waitFor();
  await page.context().close();
});

it('on a phone the button of the next failed row stays in reach beside the row that it went to', async () => {
  const { page } = await open('', phone);
  await sent(page, 1).waitFor();
  for (const row of [100, 200, 300]) {
    await nextFailed(page).click();
    await expect.poll(() => focusedRow(page)).toBe(String(row - 1));
    await until('row and button to be in the window', async () => {
      const places = await Promise.all([sent(page, row).boundingBox(), nextFailed(page).boundingBox()]);
      return places.every((box) => box !== null && box.y > 0 && box.y + box.height < phone.height);
    });
  }
  await page.context().close();
});

it('a list of failed rows only offers no jump to the next one', async () => {
  const { page } = await open('?rows=failed&page=1');
  await sent(page, FAILED_EVERY).waitFor();
  expect(await nextFailed(page).count()).toBe(0);
  await page.context().close();
});

it('rows whose page cannot be read say so, and are read again when asked', async () => {
  const { page } = await open();
  await sent(page, 1).waitFor();
  await page.route('**/rows?page=200&**', (route) =>
    route.fulfill({ status: 404, json: { success: false, code: 'NOT_FOUND', message: 'Not found.' } }),
  );
  await frame(page).focus();
  await page.keyboard.press('End');
  await page.getByRole('alert').getByText('The rows could not be loaded.').waitFor();
  await page.unroute('**/rows?page=200&**');
  await page.getByRole('alert').getByRole('button', { name: 'Try Again' }).click();
  await sent(page, ROWS).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

it('on a phone the rows are a list that scrolls to its last row', async () => {
  const { page, asked } = await open('', phone);
  await sent(page, 1).waitFor();
  const { look, problems } = reviewOf(page);
  await frame(page).focus();
  await page.keyboard.press('End');
  await sent(page, ROWS).waitFor();
  const last = frame(page)
    .getByRole('listitem')
    .filter({ hasText: `MSKU${ROWS}` });
  expect(await last.getAttribute('aria-posinset')).toBe(String(ROWS));
  expect(await rowsInDocument(page)).toBeLessThanOrEqual(DOCUMENT_ROWS_MAX);
  expect(asked.length).toBeLessThanOrEqual(REQUESTS_MAX);
  await look('rows on a phone');
  await showColumn(page, 'Weight');
  // Taller rows do not push the last one out of view.
  await until('the last row to be in view', async () => {
    const [inner, outer] = [await last.boundingBox(), await frame(page).boundingBox()];
    return inner !== null && outer !== null && inner.y + inner.height <= outer.y + outer.height + 2;
  });
  await look('columns on a phone');
  expect(problems).toEqual([]);
  await page.context().close();
});

it.each(todaysLooks(3))('many rows have no serious problem under axe: $name', async (look) => {
  const page = await web.open(site.address(), look.viewport, look.colorScheme);
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
  await page.goto(`/dashboard/jobs/${jobId}`);
  await page.getByText('MSKU1', { exact: true }).waitFor();
  const review = reviewOf(page);
  await review.look('rows');
  await page.getByRole('button', { name: /^(Columns|কলাম)$/ }).click();
  await page.getByRole('checkbox').first().waitFor();
  await review.look('columns');
  expect(review.problems).toEqual([]);
  await page.context().close();
});
