/** A customer whose machine's clock is wrong sees times, and what is still there, as of the server's clock. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';
import { clockOff } from '#tests/harness/wrong-clock.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let fileName: string;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  fileName = `${randomUUID()}.csv`;
  // Its rows can be run again until the job expires in a week.
  await keptJob(db, customer, { fileName });
  await db.notification.create({
    data: {
      userId: customer.id,
      key: randomUUID(),
      type: 'other',
      title: 'Your job has finished',
      message: '',
      createdAt: new Date(Date.now() - HOUR_MS),
    },
  });
});

async function openAtClock(byMs: number): Promise<Page> {
  const page = await web.open(site.address());
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.addInitScript(clockOff(byMs));
  await page.goto('/dashboard/jobs');
  return page;
}

it.each([
  ['eight days ahead', 8 * DAY_MS],
  ['a year behind', -365 * DAY_MS],
])(
  'a job is shown with the days that remain, and can be run again, on a machine that is %s',
  async (_, byMs) => {
    const page = await openAtClock(byMs);
    await page
      .getByRole('link', { name: new RegExp(fileName) })
      .first()
      .click();
    await page.waitForURL('**/dashboard/jobs/*');
    await page.getByText('7 d remaining').waitFor();
    await page.getByRole('button', { name: 'Run failed rows again' }).waitFor();
    await page.context().close();
  },
);

it.each([
  ['three hours ahead', 3 * HOUR_MS],
  ['three hours behind', -3 * HOUR_MS],
])('a notification of an hour ago is shown as that on a machine that is %s', async (_, byMs) => {
  const page = await openAtClock(byMs);
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click();
  const age = page.getByText(/(minutes?|hours?|days?) ago|Just now/).first();
  await age.waitFor();
  expect(await age.innerText()).toContain('1 hour ago');
  await page.context().close();
});
