/** The rows of a job by the keyboard, a copied row, and the title of a tab whose job runs and ends. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { keepDocument, pagedPdf } from '#tests/harness/job-documents.ts';
import { reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let place: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  const row = (container: string) => ({ source: { container_no: container, note: `about ${container}` } });
  const jobId = await keptJob(db, customer, {
    outcomes: ['SUCCESS', 'NOT_FOUND', 'SUCCESS'],
    rows: [
      { ...row('MSKU0000001'), values: { vessel: 'MV Padma' } },
      row('MSKU0000002'),
      { ...row('MSKU0000003'), portalReference: 'REF-3' },
    ],
  });
  await keepDocument(app.deps, { jobId, rowNumber: 1 }, { name: 'EXP_1.pdf', bytes: await pagedPdf(2) });
  place = `/dashboard/jobs/${jobId}`;
});

const button = (page: Page, row: number) => page.getByRole('button', { name: `Details of row ${row}` });
const isFocused = (page: Page, row: number) => button(page, row).and(page.locator(':focus')).count();
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()');

describe('the rows of a job', () => {
  it('J and K move between rows, also from the details of an open one, and Enter opens a row', async () => {
    const page = await web.openAs(customer, site.address(), place);
    await button(page, 1).focus();
    await page.keyboard.press('j');
    expect(await isFocused(page, 2)).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByText('about MSKU0000002', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(page, 2)).toBe(0);
    await page.keyboard.press('j');
    expect(await isFocused(page, 3)).toBe(1);
    await page.keyboard.press('k');
    expect(await isFocused(page, 2)).toBe(1);
    await page.keyboard.press('Control+j');
    expect(await isFocused(page, 2)).toBe(1);
    await page.context().close();
  });

  it('C and the button of an open row copy the row for a spreadsheet, with its headings', async () => {
    const page = await web.openAs(customer, site.address(), place);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 1).focus();
    await page.keyboard.press('c');
    await page.getByText('1 row copied.').first().waitFor();
    const [headings = '', cells = '', ...more] = String(await copied(page)).split(/\r?\n/);
    expect(more).toEqual([]);
    const [names, values] = [headings.split('\t'), cells.split('\t')];
    const of = (name: string) => values[names.indexOf(name)];
    expect([of('Row'), of('container_no'), of('note'), of('Vessel')]).toEqual([
      '1',
      'MSKU0000001',
      'about MSKU0000001',
      'MV Padma',
    ]);
    await button(page, 3).click();
    await page.getByRole('button', { name: 'Copy Row' }).click();
    await expect.poll(() => copied(page)).toContain('REF-3');
    await page.context().close();
  });

  it('K and ArrowUp in an open document leave the focus in it', async () => {
    const page = await web.openAs(customer, site.address(), place);
    await page.getByRole('link', { name: 'EXP_1.pdf', exact: true }).click();
    const pages = page.getByLabel('The pages of EXP_1.pdf').and(page.locator(':focus'));
    await pages.waitFor();
    await page.evaluate(
      "document.addEventListener('focusin', () => { document.body.dataset.hasMoved = 'true' })",
    );
    for (const key of ['ArrowUp', 'k', 'ArrowDown', 'j']) await page.keyboard.press(key);
    expect(await page.evaluate('document.body.dataset.hasMoved')).toBeUndefined();
    expect(await pages.count()).toBe(1);
    await page.context().close();
  });

  it.each(todaysLooks(2))('an open row has room and contrast for its button: $name', async (look) => {
    const page = await web.open(site.address(), look.viewport, look.colorScheme);
    await page.addInitScript(`localStorage.setItem('chalan-language', '${look.language}')`);
    await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
    await page.goto(place);
    await page.locator('[data-opens]').first().click();
    const review = reviewOf(page);
    await review.look('an open row');
    expect(review.problems).toEqual([]);
    await page.context().close();
  });
});

it('the title of a tab says how far its job is, and counts the job once it has ended out of sight', async () => {
  const running = { state: 'running', finishedAt: null, errorCode: null, outcomes: [null, null] };
  const jobId = await keptJob(db, customer, running);
  const page = await web.open(site.address());
  // Without events the page asks by itself, more often.
  await page.route('**/api/job-events', (route) => route.fulfill({ status: 429 }));
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto(`/dashboard/jobs/${jobId}`);
  await expect.poll(() => page.title()).toMatch(/^\d+% · .*, containers\.csv · Chalan$/);
  await page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })");
  await db.job.update({
    where: { id: jobId },
    data: { state: 'completed', finishedAt: new Date(), rowsDone: 2, rowsSucceeded: 2 },
  });
  await expect
    .poll(() => page.title(), { timeout: 60_000 })
    .toMatch(/^\(1\) [^%]*, containers\.csv · Chalan$/);
  await page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))");
  await expect.poll(() => page.title()).toMatch(/^[^(%]*, containers\.csv · Chalan$/);
  await page.context().close();
});
