/** Corrections in the preview in a real browser while the connection fails or is slow: none is lost, and none is passed over. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { laptop, phone, reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
});

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

async function openSheet(directions: readonly string[], viewport = laptop): Promise<Page> {
  const page = await web.openAs(customer, site.address(), '/dashboard?service=ctg-port-tracking', viewport);
  const lines = directions.map((direction) => `MSKU0383250,${direction}`);
  const file = csv('boxes.csv', ['container_no,direction', ...lines]);
  await page.getByLabel('Drop your file here, or choose it').setInputFiles(file);
  await page.getByRole('button', { name: 'Remove file boxes.csv' }).waitFor();
  return page;
}

const cell = (page: Page, row: number) =>
  page.getByRole('button', { name: `Correct direction, row ${row}:` });
const field = (page: Page, row: number) => page.getByRole('textbox', { name: `direction, row ${row}` });

async function correct(page: Page, row: number): Promise<void> {
  await cell(page, row).click();
  await field(page, row).fill('IMPORT');
  await field(page, row).press('Enter');
}

/** Holds back the answers to corrections until the returned function is called. */
async function holdCorrections(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const allowed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/edits', async (route) => {
    await allowed;
    await route.continue();
  });
  return letGo;
}

it('a correction that could not be sent stays with the earlier ones, is sent again, and can be applied to equal rows', async () => {
  const page = await openSheet(['IMPORT', 'sideways', 'inwards', 'inwards', 'inwards']);
  const review = reviewOf(page);
  await correct(page, 2);
  await page.getByText('2 rows ready').first().waitFor();
  await page.route('**/edits', (route) => route.abort());
  await correct(page, 3);
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.waitFor();
  await page.getByText('2 corrections made here').waitFor();
  expect(await cell(page, 3).innerText()).toBe('IMPORT');
  expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
  await page.getByText('A correction is not checked yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Start Automation' }).isDisabled()).toBe(true);
  await review.look('the failed correction');
  await page.unroute('**/edits');
  await again.click();
  await page.getByText('3 rows ready').first().waitFor();
  await page.getByRole('button', { name: 'Apply “IMPORT” to 3 rows with “inwards”' }).click();
  await page.getByText('5 rows ready').first().waitFor();
  await page.getByText('2 corrections made here').waitFor();
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('a correction that could not be sent can be taken back', async () => {
  const page = await openSheet(['IMPORT', 'sideways', 'inwards']);
  await correct(page, 2);
  await page.getByText('2 rows ready').first().waitFor();
  await page.route('**/edits', (route) => route.abort());
  await correct(page, 3);
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
  await page.unroute('**/edits');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 correction made here').waitFor();
  await page.getByRole('button', { name: 'Start Automation', disabled: false }).waitFor();
  expect(await cell(page, 3).innerText()).toBe('inwards');
  await page.context().close();
});

it('a correction beyond the most that are kept offers nothing that would replace another one', async () => {
  const page = await openSheet(['IMPORT', 'sideways', 'inwards', 'inwards']);
  await correct(page, 2);
  await page.getByText('2 rows ready').first().waitFor();
  await page.evaluate(`{
    const key = Object.keys(sessionStorage).find((each) => each.startsWith('chalan-checked-file'));
    const kept = JSON.parse(sessionStorage.getItem(key));
    kept.edits = Array.from({ length: ${limits.sheetEditsMax} }, () => kept.edits[0]);
    sessionStorage.setItem(key, JSON.stringify(kept));
  }`);
  await page.reload();
  await page
    .getByText(`${limits.sheetEditsMax} corrections made here. Correct the rest in your file.`)
    .waitFor();
  await correct(page, 3);
  await cell(page, 3).waitFor();
  expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
  await page.context().close();
});

it('a start that is tapped straight after a cell was typed in waits until that correction has been checked', async () => {
  const page = await openSheet(['IMPORT', 'IMPORT', 'sideways'], phone);
  const starts: string[] = [];
  await page.route('**/api/process-automation', async (route) => {
    starts.push(route.request().url());
    await route.abort();
  });
  const letGo = await holdCorrections(page);
  const isSent = page.waitForRequest('**/edits');
  await cell(page, 3).click();
  await field(page, 3).fill('IMPORT');
  // As a tap does: the field loses the focus, and the button is clicked before the page has rendered that.
  await page.evaluate(`{
    const start = [...document.querySelectorAll('[data-testid=start-bar] button')].at(-1);
    document.activeElement.blur();
    start.click();
  }`);
  await isSent;
  letGo();
  await page.getByText('3 rows ready').first().waitFor();
  expect(starts).toEqual([]);
  await page.getByRole('button', { name: 'Start Automation: 3 rows' }).click();
  await expect.poll(() => starts.length).toBe(1);
  await page.context().close();
});

it('the answer to a correction does not bring back a file that was taken away meanwhile', async () => {
  const page = await openSheet(['IMPORT', 'sideways']);
  const letGo = await holdCorrections(page);
  const isSent = page.waitForRequest('**/edits');
  const isAnswered = page.waitForResponse('**/edits');
  await correct(page, 2);
  await isSent;
  await page.getByRole('button', { name: 'Remove file boxes.csv' }).click();
  await page.getByLabel('Drop your file here, or choose it').waitFor({ state: 'attached' });
  letGo();
  await (await isAnswered).finished();
  // The page has handled that answer when a later one of its requests is answered.
  await page.evaluate(`fetch('/api/settings').then((answer) => answer.text())`);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('boxes.csv');
  await page.context().close();
});
