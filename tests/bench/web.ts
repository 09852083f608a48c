/**
 * The family `web`: what a browser receives for the first view of each page, as it is sent, against its budgets, and
 * what Lighthouse says of it. The stack serves the client as it is built for production.
 */
import type { Browser } from 'playwright';
import { signIn } from '#temporal/local/customer.ts';
import {
  agentOf,
  cookiesOf,
  forVisitors,
  measureFirstView,
  signedIn,
  visitorsPages,
  widths,
  type Budget,
} from '#tests/harness/wire.ts';
import { openChromium } from '#tests/harness/open-chromium.ts';
import type { Family } from './family.ts';
import { lighthouseOf } from './lighthouse.ts';
import { endOf, report, sheetOf, type BenchStack } from './measure.ts';

type View = { address: string; budget: Budget; cookie: string | null };

const ownPages = ['/dashboard', '/dashboard?tab=credits', '/dashboard/jobs', '/account'];
const adminPages = ['/admin', '/admin?tab=jobs'];
const JOB_MS_MAX = 60_000;

export const web: Family = {
  wire: {
    against: 'the budgets of a first view',
    measure: async ({ stack }) => benchFirstViews(await stack()),
  },
  lighthouse: {
    against: 'the budgets of a first view',
    measure: async ({ stack }) => benchLighthouse(await stack()),
  },
};

/** The pages with a budget: those of visitors, of a customer who has run a job, and of an administrator. */
async function viewsOf({ stack, db, customer }: BenchStack): Promise<View[]> {
  const admin = await signIn(stack.addresses.app, 'admin@chalan.test', 'admin1234');
  const rows = [{ ad_code: '1084', exp_serial: '004501', exp_year: '2026' }];
  const { jobId } = await customer.start(await customer.preview('exp-search', sheetOf(rows)));
  await endOf(db, jobId, JOB_MS_MAX);
  const own = [...ownPages, `/dashboard/jobs/${jobId}`];
  return [
    ...visitorsPages.map((address) => ({ address, budget: forVisitors, cookie: null })),
    ...own.map((address) => ({ address, budget: signedIn, cookie: customer.cookie })),
    ...adminPages.map((address) => ({ address, budget: signedIn, cookie: admin.cookie })),
  ];
}

async function benchLighthouse(bench: BenchStack): Promise<void> {
  for (const { address, budget, cookie } of await viewsOf(bench)) {
    const figures = await lighthouseOf(`${bench.stack.addresses.app}${address}`, cookie);
    report(`${address} (wanted: largest paint within ${budget.largestPaintMs} ms)`, {
      performance: figures.performance,
      'first paint ms': figures.firstPaintMs,
      'largest paint ms': figures.largestPaintMs,
      'layout shift': figures.layoutShift,
      'blocked ms': figures.blockedMs,
      ratio: figures.largestPaintMs / budget.largestPaintMs,
    });
  }
}

async function benchFirstViews(bench: BenchStack): Promise<void> {
  const browser = await openChromium();
  try {
    for (const view of await viewsOf(bench)) await benchFirstView(browser, bench.stack.addresses.app, view);
  } finally {
    await browser.close();
  }
}

async function benchFirstView(browser: Browser, baseURL: string, view: View): Promise<void> {
  const { address, budget, cookie } = view;
  for (const [name, viewport] of Object.entries(widths)) {
    const context = await browser.newContext({ baseURL, viewport });
    if (cookie) await context.addCookies(cookiesOf(cookie, baseURL));
    const seen = await measureFirstView(await context.newPage(), address, agentOf(name));
    report(`${address}, ${name} (wanted: at most ${budget.kib} KB, ${budget.requests} requests)`, {
      'KB on the wire': seen.kib,
      requests: seen.requests,
      'layout shift': seen.layoutShift,
      ratio: seen.kib / budget.kib,
    });
    await context.close();
  }
}
