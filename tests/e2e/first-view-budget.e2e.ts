/**
 * The first view of each page stays within its budget of bytes, requests and layout shift, as it is sent in production:
 * each page in one of the widths a day in CI.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import {
  agentOf,
  cookiesOf,
  forVisitors,
  measureFirstView,
  type FirstView,
  signedIn,
  visitorsPages,
  widths,
} from '#tests/harness/wire.ts';

const VIEW_MS_MAX = 60_000;

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;
let jobId: string;

beforeAll(async () => {
  [customer, admin] = [await app.signUpAndVerify(), await app.signUpAndVerify({ isAdmin: true })];
  jobId = await keptJob(app.deps.db, customer, {
    state: 'completed',
    errorCode: null,
    outcomes: ['SUCCESS', 'NOT_FOUND', 'INPUT_INVALID', 'INPUT_INVALID'],
  });
});

/** Each page in one of the widths, which take turns by day and page. */
const todaysViews = <Page extends object>(pages: readonly Page[]) =>
  pages.flatMap((page, turn) =>
    todaysShare(Object.entries(widths), 1, turn).map(([device, viewport]) => ({ ...page, device, viewport })),
  );

type Visit = {
  place: string;
  device: string;
  viewport: { width: number; height: number };
  account: Account | null;
};

/** A busy machine may not render a page within the time after which the server sends it without its contents. */
const VIEWS_MAX = 3;

async function view({ place, device, viewport, account }: Visit): Promise<FirstView> {
  for (let views = 1; ; views += 1) {
    const page = await web.open(site.address(), viewport);
    if (account) await page.context().addCookies(cookiesOf(account.cookie, site.address()));
    const seen = await measureFirstView(page, place, agentOf(device));
    await page.context().close();
    if (seen.isRendered || views === VIEWS_MAX) return seen;
  }
}

describe('the first view', () => {
  it.each(todaysViews(visitorsPages.map((place) => ({ place }))))(
    'a visitor gets $place within its budget, $device',
    async ({ place, device, viewport }) => {
      const seen = await view({ place, device, viewport, account: null });
      expect(seen.kib, seen.details).toBeLessThanOrEqual(forVisitors.kib);
      expect(seen.requests, seen.details).toBeLessThanOrEqual(forVisitors.requests);
      expect(seen.layoutShift, seen.details).toBeLessThanOrEqual(forVisitors.layoutShift);
    },
    VIEW_MS_MAX,
  );

  it.each(
    todaysViews([
      { page: 'the dashboard', of: () => ['/dashboard', customer] as const },
      { page: 'the credits', of: () => ['/dashboard?tab=credits', customer] as const },
      { page: 'all jobs', of: () => ['/dashboard/jobs', customer] as const },
      { page: 'the account', of: () => ['/account', customer] as const },
      { page: 'the security of the account', of: () => ['/account?tab=security', customer] as const },
      { page: 'the transactions', of: () => ['/account?tab=transactions', customer] as const },
      { page: 'a job', of: () => [`/dashboard/jobs/${jobId}`, customer] as const },
      { page: "the administrators' jobs", of: () => ['/admin?tab=jobs', admin] as const },
      { page: "the administrators' overview", of: () => ['/admin', admin] as const },
    ]),
  )(
    'who is signed in gets $page within its budget, $device',
    async ({ of, device, viewport }) => {
      const [place, account] = of();
      const seen = await view({ place, device, viewport, account });
      expect(seen.kib, seen.details).toBeLessThanOrEqual(signedIn.kib);
      expect(seen.requests, seen.details).toBeLessThanOrEqual(signedIn.requests);
      expect(seen.layoutShift, seen.details).toBeLessThanOrEqual(signedIn.layoutShift);
    },
    VIEW_MS_MAX,
  );

  it('on a wide screen the text beside the preview of rows stands still while the rows arrive', async () => {
    const page = await web.open(site.address(), widths.wide);
    await page.goto('/');
    const topOfText = "document.querySelector('h1').getBoundingClientRect().top";
    const complete = Number(await page.evaluate(topOfText));
    await page.evaluate("document.querySelectorAll('figure tbody tr').forEach((row) => row.remove())");
    expect(Number(await page.evaluate(topOfText))).toBeCloseTo(complete, -1);
    await page.context().close();
  });
});
