/** The title of a tab in the background, after its page has become another one. */
import { expect, it } from 'vitest';
import { brandedTitle, publicPages } from '#contracts/site/pages-heads.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();

it('a public page keeps its title when a tab that has counted news is looked at again', async () => {
  const customer = await app.signUpAndVerify();
  const running = { state: 'running', finishedAt: null, errorCode: null, outcomes: [null, null] };
  const id = await keptJob(db, customer, running);
  const page = await web.open(site.address());
  // Without events the page asks by itself, more often.
  await page.route('**/api/job-events', (route) => route.fulfill({ status: 429 }));
  await page.context().addCookies(cookiesOf(customer.cookie, site.address()));
  await page.goto(`/dashboard/jobs/${id}`);
  await expect.poll(() => page.title()).toMatch(/^\d+% · /);
  await page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })");
  await db.job.update({
    where: { id },
    data: { state: 'completed', finishedAt: new Date(), rowsDone: 2, rowsSucceeded: 2 },
  });
  await expect.poll(() => page.title(), { timeout: 60_000 }).toMatch(/^\(1\) /);
  // The client opens the public page itself, as it does after the session has ended.
  await page.evaluate(
    "history.pushState(null, '', '/privacy'); history.pushState(null, '', '/terms'); history.back()",
  );
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  const title = brandedTitle(publicPages['/privacy'].en.title);
  await expect.poll(() => page.title()).toContain(title);
  await page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))");
  expect(await page.title()).toBe(title);
  await page.context().close();
});
