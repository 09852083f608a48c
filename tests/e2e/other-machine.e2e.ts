/** Pages from the server on machines whose language, theme, time zone or clock the server did not know. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { cookiesOf, measureFirstView, visitorsPages } from '#tests/harness/wire.ts';
import { clockOff } from '#tests/harness/wrong-clock.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;
let admin: Account;
let ownPages: string[];

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  const jobId = await keptJob(db, customer, { expiresAt: new Date(Date.now() + 2 * DAY_MS) });
  const opened = ['/dashboard', '/dashboard?tab=credits', '/dashboard/jobs', '/account'];
  ownPages = [...opened, `/dashboard/jobs/${jobId}`];
});

const savedLanguage = (language: string): string => `localStorage.setItem('chalan-language', '${language}')`;
const cookieOf = (language: string): string => `chalan-language=${language}`;

type Machine = { script?: string; cookie?: string; timeZone?: string; isDark?: boolean };

async function open(machine: Machine, account?: Account): Promise<Page> {
  const page = await web.open(site.address());
  const cookies = [account?.cookie, machine.cookie].filter((cookie) => cookie !== undefined);
  for (const cookie of cookies) await page.context().addCookies(cookiesOf(cookie, site.address()));
  if (machine.script !== undefined) await page.addInitScript(machine.script);
  if (machine.isDark) await page.emulateMedia({ colorScheme: 'dark' });
  if (machine.timeZone !== undefined) {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setTimezoneOverride', { timezoneId: machine.timeZone });
  }
  return page;
}

/** What the console reports on pages, each opened for itself. */
async function errorsOn(machine: Machine, places: readonly string[], account?: Account): Promise<string[]> {
  const errors: string[] = [];
  for (const place of places)
    await until(`${place} to come from the server`, async () => {
      const page = await open(machine, account);
      const view = await measureFirstView(page, place);
      errors.push(...view.errors.map((error) => `${place}: ${error}`));
      await page.context().close();
      // A server under load leaves the rendering to the browser.
      return view.isRendered;
    });
  return errors;
}

const machines: [string, Machine][] = [
  ['has Bengali saved, which the server does not know', { script: savedLanguage('bn') }],
  ['has English saved and asks for Bengali', { script: savedLanguage('en'), cookie: cookieOf('bn') }],
  ['has a dark theme and is in another time zone', { isDark: true, timeZone: 'Pacific/Kiritimati' }],
  ['has a clock that is a year late', { script: clockOff(-365 * DAY_MS) }],
  ['has a clock that is three days early', { script: clockOff(3 * DAY_MS) }],
];

it.each(machines)('every page is taken over without errors on a machine that %s', async (_, machine) => {
  expect(await errorsOn(machine, visitorsPages)).toEqual([]);
  expect(await errorsOn(machine, ownPages, customer)).toEqual([]);
  expect(await errorsOn(machine, ['/admin', '/admin?tab=jobs'], admin)).toEqual([]);
});

it('a page is taken over without errors when the account has another language than the machine', async () => {
  const bengali = await app.signUpAndVerify();
  await db.user.update({ where: { id: bengali.id }, data: { language: 'bn' } });
  expect(await errorsOn({ cookie: cookieOf('en') }, ['/', '/dashboard', '/account'], bengali)).toEqual([]);
});

describe('what a machine prefers', () => {
  const languageOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.lang');

  it('a saved language that the server does not know is shown after all', async () => {
    const page = await open({ script: savedLanguage('bn') });
    await page.goto('/');
    await page.getByRole('button', { name: 'সাইন ইন' }).first().waitFor();
    expect(await languageOf(page)).toBe('bn');
    await page.context().close();
  });

  it('a machine does not save its own theme and language as choices of the account', async () => {
    const machine: Machine = { isDark: true, script: savedLanguage('bn') };
    const saved: string[] = [];
    const page = await open(machine, await app.signUpAndVerify());
    page.on('request', (request) => {
      if (request.method() !== 'GET') saved.push(`${request.method()} ${request.url()}`);
    });
    await page.goto('/account');
    await until('the page to be in Bengali', async () => (await languageOf(page)) === 'bn');
    await page.waitForLoadState('networkidle');
    expect(saved).toEqual([]);
    await page.context().close();
  });
});
