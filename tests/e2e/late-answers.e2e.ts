/** Answers that come late in a real browser, or never: the customer's next steps and last choices stay as they are. */
import type { Page, Route } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const SERVICE = 'ctg-port-tracking';
const OTHER_SERVICE = 'cash-incentive-application';
const STARTS = '**/api/process-automation';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeEach(async () => {
  customer = await app.signUpAndVerify();
});

const open = (at: string): Promise<Page> => web.openAs(customer, site.address(), at);
const started = {
  status: 'queued',
  newCredits: 1,
  immediate: true,
  queuePosition: null,
  message: '',
  bank: null,
};

/** Holds the calls back, in the order in which they come, until each is let go. */
async function hold(page: Page, calls: string, method: string) {
  const held: Route[] = [];
  await page.route(calls, async (route) => {
    if (route.request().method() === method) held.push(route);
    else await route.continue();
  });
  return {
    count: () => held.length,
    nth: async (number: number): Promise<Route> => {
      await until(`call ${number} of ${calls}`, () => held.length >= number);
      return held[number - 1] as Route;
    },
  };
}

async function dropSheet(page: Page, serviceId: string): Promise<void> {
  const { bytes } = await app.get(`/templates/${serviceId}.csv`);
  const name = `${serviceId}.csv`;
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  await page.getByRole('button', { name: `Remove file ${name}` }).waitFor();
}

/** Clicks on Start; the returned function lets the answer come. */
async function start(page: Page): Promise<() => Promise<void>> {
  const calls = await hold(page, STARTS, 'POST');
  await dropSheet(page, SERVICE);
  await page.getByRole('button', { name: 'Start Automation', disabled: false }).click();
  const call = await calls.nth(1);
  return async () => {
    const jobId = await keptJob(db, customer, { outcomes: ['SUCCESS'] });
    await call.fulfill({ json: { success: true, jobId, ...started } });
    await page.getByText('Processing started!').first().waitFor();
  };
}

const inMain = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

describe('a start whose answer comes late', () => {
  it('the late answer to a start leaves the customer on the page that they have gone to', async () => {
    const page = await open(`/dashboard?service=${SERVICE}`);
    const answer = await start(page);
    await inMain(page, 'Jobs').click();
    await page.waitForURL('**/dashboard/jobs');
    await answer();
    expect(new URL(page.url()).pathname).toBe('/dashboard/jobs');
    await inMain(page, 'Start').click();
    // What was started is not offered to be started again.
    await page.getByRole('combobox', { name: 'Service' }).waitFor();
    expect(await page.getByRole('button', { name: `Remove file ${SERVICE}.csv` }).count()).toBe(0);
    await page.context().close();
  });

  it('the late answer to a start takes away the started file, although the customer has come back before it', async () => {
    const page = await open(`/dashboard?service=${SERVICE}`);
    const answer = await start(page);
    await inMain(page, 'Jobs').click();
    await page.waitForURL('**/dashboard/jobs');
    await inMain(page, 'Start').click();
    const file = page.getByRole('button', { name: `Remove file ${SERVICE}.csv` });
    await file.waitFor();
    await answer();
    await file.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('the late answer to a start leaves the service and the file that were chosen after it', async () => {
    const page = await open(`/dashboard?service=${SERVICE}`);
    const answer = await start(page);
    const service = page.getByRole('combobox', { name: 'Service' });
    await service.fill('Cash Incentive Application');
    await page
      .getByRole('option', { name: /Cash Incentive Application/ })
      .first()
      .click();
    await page.waitForURL(new RegExp(`service=${OTHER_SERVICE}`));
    await dropSheet(page, OTHER_SERVICE);
    await answer();
    await page.getByRole('button', { name: `Remove file ${OTHER_SERVICE}.csv` }).waitFor();
    expect(new URL(page.url()).searchParams.get('service')).toBe(OTHER_SERVICE);
    await page.context().close();
  });

  it('the late answer to corrected rows leaves the customer on the page that they have gone to', async () => {
    const jobId = await keptJob(db, customer, { outcomes: ['INPUT_INVALID'] });
    const page = await open(`/dashboard/jobs/${jobId}/correct`);
    const calls = await hold(page, '**/corrections', 'POST');
    await page.getByLabel('container_no, row 1', { exact: true }).fill('MSKU0383250');
    await page.getByRole('button', { name: /^Run 1 row/, disabled: false }).click();
    const call = await calls.nth(1);
    await inMain(page, 'Jobs').click();
    await page.waitForURL('**/dashboard/jobs');
    await call.fulfill({ json: { success: true, jobId, ...started } });
    await page.getByText('Processing started!').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/jobs');
    await page.context().close();
  });
});

describe('a practice run', () => {
  const offer = { success: true, serviceIds: [SERVICE], rowsMax: 10, runsLeft: 10 };
  /** Opens the offer of practice; its starts are held back. */
  async function openPractice() {
    const page = await open('/dashboard?tab=credits');
    const held: Route[] = [];
    await page.route('**/api/practice', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: offer });
      held.push(route);
      return undefined;
    });
    await inMain(page, 'Start').click();
    const run = async (label = 'Run the Sample'): Promise<Route> => {
      const before = held.length;
      await page.getByRole('button', { name: label, disabled: false }).click();
      await until('the practice run', () => held.length > before);
      return held[before] as Route;
    };
    return { page, run };
  }

  it('the late answer to a practice run leaves the customer on the page that they have gone to', async () => {
    const { page, run } = await openPractice();
    const call = await run();
    await inMain(page, 'Jobs').click();
    await page.waitForURL('**/dashboard/jobs');
    const jobId = await keptJob(db, customer, { fileName: 'practised.csv' });
    await call.fulfill({ json: { success: true, jobId, ...started } });
    await page.getByText('practised.csv').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/jobs');
    await page.context().close();
  });

  it('a practice run whose answer was lost is asked for again with its key, and a refused one with another', async () => {
    const { page, run } = await openPractice();
    const keyOf = (call: Route) => call.request().headers()['idempotency-key'];
    const lost = await run();
    await lost.fulfill({ status: 504, body: '' });
    await page.getByRole('alert').first().waitFor();
    const again = await run();
    expect(keyOf(again)).toBe(keyOf(lost));
    await again.fulfill({
      status: 409,
      json: { success: false, code: 'PRACTICE_NOT_OFFERED', message: 'Not offered.' },
    });
    const third = await run();
    expect(keyOf(third)).not.toBe(keyOf(lost));
    await third.abort();
    await page.context().close();
  });

  it('the practice run of another file gets another key after the answer to the former run was lost', async () => {
    const { page, run } = await openPractice();
    const keyOf = (call: Route) => call.request().headers()['idempotency-key'];
    const sample = await run();
    await sample.fulfill({ status: 504, body: '' });
    await page.getByRole('button', { name: 'Use My Own Sheet', disabled: false }).click();
    const { bytes } = await app.get(`/templates/${SERVICE}.csv`);
    const choose = (name: string) =>
      page.getByLabel('Drop your sheet here').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
    await choose('first.csv');
    const first = await run('Start the Practice Run');
    expect(keyOf(first)).not.toBe(keyOf(sample));
    await first.fulfill({ status: 504, body: '' });
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('button', { name: 'Remove file first.csv' }).click();
    await choose('second.csv');
    const second = await run('Start the Practice Run');
    expect(keyOf(second)).not.toBe(keyOf(first));
    await second.abort();
    await page.context().close();
  });
});
