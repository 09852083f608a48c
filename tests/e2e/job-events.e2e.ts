/** The events of running jobs in a real browser, when they are refused as those of a customer with too many pages open. */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const STORY_MS = 180_000;
const ROWS = 10;
/** An event comes once a second. */
const SLOWER_THAN_EVENTS_MS = 1_500;
const ROW_SHOWN_MS_MAX = 30_000;

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let jobId: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  jobId = await runningJob(1);
});

function runningJob(rows: number): Promise<string> {
  const outcomes = Array.from({ length: rows }, () => null);
  const running = { state: 'running', finishedAt: null, errorCode: null, outcomes };
  return keptJob(app.deps.db, customer, running);
}

describe('the page of a running job', () => {
  it(
    'a page whose events were refused polls, and listens to them again without being opened again',
    async () => {
      const page = await web.open(site.address(), laptop);
      await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
      let isRefused = true;
      let refusals = 0;
      let polls = 0;
      await page.route('**/api/job-events', async (route) => {
        if (!isRefused) return route.continue();
        refusals += 1;
        return route.fulfill({ status: 429 });
      });
      page.on('request', (request) => {
        if (request.url().endsWith(`/api/jobs/${jobId}`)) polls += 1;
      });
      const events = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/job-events') && answer.ok(),
        { timeout: STORY_MS },
      );
      await page.goto(`/dashboard/jobs/${jobId}`);
      await until('a second refusal', () => refusals >= 2);
      const before = polls;
      await until('a poll', () => polls > before);
      isRefused = false;
      expect((await events).status()).toBe(200);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'rows that come more slowly than the events are shown while the events go on',
    async () => {
      const slow = await runningJob(ROWS);
      const page = await web.openAs(customer, site.address(), `/dashboard/jobs/${slow}`);
      await page.getByRole('table').first().waitFor();
      await page.route(`**/api/jobs/${slow}/rows*`, async (route) => {
        await delay(SLOWER_THAN_EVENTS_MS);
        await route.continue().catch(() => undefined);
      });
      const first = { jobId_rowNumber: { jobId: slow, rowNumber: 1 } };
      await app.deps.db.jobRow.update({
        where: first,
        data: { outcome: 'SUCCESS', portalReference: 'MRSU-4711', processedAt: new Date() },
      });
      let rowsDone = 0;
      await until(
        'the row that has ended',
        async () => {
          rowsDone = (rowsDone + 1) % ROWS;
          await app.deps.db.job.update({ where: { id: slow }, data: { rowsDone } });
          return page.getByText('MRSU-4711').first().isVisible();
        },
        ROW_SHOWN_MS_MAX,
      );
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'an answer about the job that is older than an event does not take its progress back',
    async () => {
      const slow = await runningJob(ROWS);
      await app.deps.db.job.update({ where: { id: slow }, data: { rowsDone: 0 } });
      const page = await web.openAs(customer, site.address(), `/dashboard/jobs/${slow}`);
      const bar = page.getByRole('progressbar').first();
      await bar.waitFor();
      // The server answers at once, and the answer comes late.
      await page.route(`**/api/jobs/${slow}`, async (route) => {
        const response = await route.fetch();
        await delay(SLOWER_THAN_EVENTS_MS);
        await route.fulfill({ response }).catch(() => undefined);
      });
      const seen: number[] = [];
      for (let rowsDone = 1; rowsDone < ROWS; rowsDone += 1) {
        await app.deps.db.job.update({ where: { id: slow }, data: { rowsDone } });
        await until(`the progress of ${rowsDone} rows`, async () => {
          seen.push(Number(await bar.getAttribute('value')));
          return seen.at(-1) === (100 * rowsDone) / ROWS;
        });
      }
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      await page.context().close();
    },
    STORY_MS,
  );
});
