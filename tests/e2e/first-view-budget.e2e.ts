/** The first view of each page stays within its budget of bytes, requests and layout shift, as it is sent in production. */
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import {
  cookiesOf,
  forVisitors,
  measureFirstView,
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

const devices = Object.entries(widths);

async function view(place: string, viewport: { width: number; height: number }, account: Account | null) {
  const page = await web.open(site.address(), viewport);
  if (account) await page.context().addCookies(cookiesOf(account.cookie, site.address()));
  const seen = await measureFirstView(page, place);
  await page.context().close();
  return seen;
}

describe.each(devices)('the first view, %s', (_, viewport) => {
  it.each(visitorsPages)(
    'a visitor gets %s within its budget',
    async (place) => {
      const seen = await view(place, viewport, null);
      expect(seen.kib).toBeLessThanOrEqual(forVisitors.kib);
      expect(seen.requests).toBeLessThanOrEqual(forVisitors.requests);
      expect(seen.layoutShift).toBeLessThanOrEqual(forVisitors.layoutShift);
    },
    VIEW_MS_MAX,
  );

  it.each([
    ['the dashboard', () => ['/dashboard', customer] as const],
    ['the credits', () => ['/dashboard?tab=credits', customer] as const],
    ['a job', () => [`/dashboard/jobs/${jobId}`, customer] as const],
    ["the administrators' jobs", () => ['/admin?tab=jobs', admin] as const],
  ])(
    'who is signed in gets %s within its budget',
    async (_page, of) => {
      const [place, account] = of();
      const seen = await view(place, viewport, account);
      expect(seen.kib).toBeLessThanOrEqual(signedIn.kib);
      expect(seen.requests).toBeLessThanOrEqual(signedIn.requests);
      expect(seen.layoutShift).toBeLessThanOrEqual(signedIn.layoutShift);
    },
    VIEW_MS_MAX,
  );
});
