/**
 * The family `web`: what a browser receives for the first view of each page, as it is sent, against its budgets. The
 * local stack serves a development build, which also loads what checks the API's answers.
 */
import { chromium, type Browser } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
import { measureFirstView } from '#tests/harness/wire.ts';
import type { Family } from './family.ts';
import { report, type BenchStack } from './measure.ts';

const forVisitors = { kib: 250, requests: 20, layoutShift: 0.02 };
const signedIn = { kib: 350, requests: 20, layoutShift: 0.05 };
const views = [
  { address: '/', budget: forVisitors },
  { address: '/services', budget: forVisitors },
  { address: '/blog', budget: forVisitors },
  { address: '/contact', budget: forVisitors },
  { address: '/privacy', budget: forVisitors },
  { address: '/dashboard', budget: signedIn },
  { address: '/dashboard?tab=credits', budget: signedIn },
];
const widths = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

export const web: Family = {
  wire: {
    against: 'the budgets of a first view',
    measure: async ({ stack }) => benchFirstViews(await stack()),
  },
};

async function benchFirstViews({ stack, customer }: BenchStack): Promise<void> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
  const browser = await chromium.launch({ executablePath, env, chromiumSandbox: false });
  try {
    for (const view of views) await benchFirstView(browser, stack.addresses.app, customer.cookie, view);
  } finally {
    await browser.close();
  }
}

async function benchFirstView(
  browser: Browser,
  baseURL: string,
  cookie: string,
  { address, budget }: (typeof views)[number],
): Promise<void> {
  for (const [name, viewport] of Object.entries(widths)) {
    const context = await browser.newContext({ baseURL, viewport });
    if (budget === signedIn) await context.addCookies(cookiesOf(cookie, baseURL));
    const view = await measureFirstView(await context.newPage(), address);
    report(`${address}, ${name} (wanted: at most ${budget.kib} KB, ${budget.requests} requests)`, {
      'KB on the wire': view.kib,
      requests: view.requests,
      'layout shift': view.layoutShift,
      ratio: view.kib / budget.kib,
    });
    await context.close();
  }
}

/** `header` is what a request sends in its Cookie header. */
function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return { name, value: rest.join('='), url };
  });
}
