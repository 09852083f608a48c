/** An administrator begins with the overview, whose figures lead to lists, and opens the pages of System by address. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 180_000;
/** The overview reads its figures again every 15 seconds. */
const REFRESH_MS = 40_000;

let stack: TestStack;
let demoId: string;
const web = useWebPages();

const failed = (fileName: string) => keptJob(stack.db, { id: demoId }, { fileName });

beforeAll(async () => {
  stack = await startTestStack();
  demoId = (await stack.db.user.findUniqueOrThrow({ where: { email: 'demo@chalan.test' } })).id;
  await failed('one.csv');
  await failed('two.csv');
  const timedOut = { state: 'completed', errorCode: null, outcomes: ['TIMEOUT'] };
  await keptJob(stack.db, { id: demoId }, { ...timedOut, fileName: 'late.csv' });
  const demo = await stack.demo();
  await demo.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
  const admin = await stack.admin();
  await admin.call('/api/admin/portals/bb-exp/pause', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'The bank rebuilds its pages.' }),
  });
  // It waits as long as the portal is paused.
  const sheet = new File(['ad_code,exp_serial,exp_year\n1084,4501,2026'], 'waiting.csv');
  const { jobId } = await demo.start(await demo.preview('exp-search', sheet));
  await stack.db.jobRow.updateMany({ where: { jobId }, data: { aside: 'person' } });
  const day = new Date();
  await stack.db.objectiveDay.createMany({
    data: [
      { objective: 'filings', day, good: 998n, total: 1_000n },
      { objective: 'payments', day, good: 999n, total: 1_000n },
    ],
  });
  await stack.db.contactMessage.create({
    data: { name: 'Karim Uddin', email: 'karim@example.test', subject: 'sales', message: 'A demo, please.' },
  });
});

function openAdmin(address: string, viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoAdministrator, at: address, viewport });
}

const files = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole('button', { name: /^Open .*\.csv$/ }).all();
  const labels = await Promise.all(names.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => label?.split(', ').at(-1) ?? '').toSorted();
};
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const figure = (page: Page, name: RegExp) =>
  page.getByRole('region', { name: 'Jobs and money now' }).getByRole('link', { name });

describe('the overview', () => {
  it(
    'the administration begins with the overview, and each figure leads to a list that shows as many',
    async () => {
      const page = await openAdmin('/admin');
      await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
      await page
        .getByText(/^As of \d\d:\d\d:\d\d$/)
        .first()
        .waitFor();

      const budgets = page.getByRole('region', { name: 'Error budgets of 30 days' });
      // A busy machine may miss the objective of starts as well.
      const filings = budgets.getByRole('listitem').filter({ hasText: 'Filings that the portal answered' });
      await filings.getByText('Used up').waitFor();
      await budgets.getByText('80% left').waitFor();
      await budgets.getByText('Target 99.5%, missed by 1 of 1,000').waitFor();

      await figure(page, /Failed in 24 hours\s*3/).click();
      await expect.poll(() => files(page)).toEqual(['late.csv', 'one.csv', 'two.csv']);
      await page.goBack();
      await link(page, '2 failed jobs: Portal down').click();
      await expect.poll(() => files(page)).toEqual(['one.csv', 'two.csv']);
      await page.goBack();
      await link(page, '1 failed job: Timed out').click();
      await expect.poll(() => files(page)).toEqual(['late.csv']);
      await page.getByRole('button', { name: /^Remove the filter: Ended since/ }).waitFor();
      await page.goBack();

      await figure(page, /Credits reserved\s*0\.50/).click();
      await expect.poll(() => files(page)).toEqual(['waiting.csv']);
      await page.goBack();
      const portals = page.getByRole('region', { name: 'Portals' });
      await portals.getByText('Paused').waitFor();
      await link(page, '1 job, Queued: Bangladesh Bank EXP').click();
      await expect.poll(() => files(page)).toEqual(['waiting.csv']);
      await page.goBack();
      await link(page, 'Rows that the team decides about').click();
      await expect.poll(() => files(page)).toEqual(['waiting.csv']);
      await page.getByRole('button', { name: 'Remove the filter: Waiting for our team' }).click();
      await expect.poll(async () => (await files(page)).length).toBe(4);
      await page.goBack();
      await link(page, 'New contact messages').click();
      await page.getByText('A demo, please.').waitFor();
      await page.goBack();
      const longest = page.getByRole('region', { name: 'Waiting longest' });
      await longest.getByText('Paused').waitFor();
      await longest.getByRole('link', { name: /waiting\.csv$/ }).click();
      await page.getByRole('dialog').getByText('waiting.csv').first().waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'the overview shows a new failure by itself, and says so when it cannot be read',
    async () => {
      const page = await openAdmin('/admin?tab=overview');
      const before = await stack.db.job.count({ where: { state: { in: ['failed', 'completed'] } } });
      await figure(page, new RegExp(String.raw`Failed in 24 hours\s*${before}`)).waitFor();
      await failed('three.csv');
      await figure(page, new RegExp(String.raw`Failed in 24 hours\s*${before + 1}`)).waitFor({
        timeout: REFRESH_MS,
      });
      await page.route('**/api/admin/overview', (route) => route.abort());
      await page.getByText(/^The figures could not be read again\./).waitFor({ timeout: REFRESH_MS });
      // The page itself comes with the figures, so they are missing only where the tab is opened from another one.
      await page.goto('/admin?tab=audit');
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.getByText('The overview could not be loaded.').waitFor({ timeout: REFRESH_MS });
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await figure(page, /Running/).waitFor();
      await page.context().close();
    },
    STORY_MS,
  );
});

describe('the pages of System', () => {
  const pages = {
    notices: ['Notices', 'System notification'],
    prices: ['Prices', 'Credit settings'],
    texts: ['Public texts', 'Public pages'],
    portals: ['Portals', 'Portals'],
    payments: ['Payments', 'Payments'],
    rates: ['Rates', 'Cash incentive rates'],
  } as const;
  const nav = (page: Page) => page.getByRole('navigation', { name: 'System' });
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it(
    'each page of System opens by its address, names itself in the title, and is left with the back button',
    async () => {
      const page = await openAdmin('/admin?tab=system');
      for (const [address, [name, title]] of Object.entries(pages)) {
        await page.goto(`/admin?tab=system&section=${address}`);
        await panel(page, title).waitFor();
        await expect.poll(() => page.title()).toBe(`System: ${name} · Chalan`);
        expect(await nav(page).getByRole('link', { name, exact: true }).getAttribute('aria-current')).toBe(
          'page',
        );
        for (const [, other] of Object.values(pages))
          if (other !== title) expect(await panel(page, other).count(), `${name}: ${other}`).toBe(0);
      }
      await nav(page).getByRole('link', { name: 'Portals' }).click();
      await panel(page, 'Portals').waitFor();
      await page.goBack();
      await panel(page, 'Cash incentive rates').waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it('the tab System itself shows the notification and the credit settings, as the specification says', async () => {
    const page = await openAdmin('/admin');
    await page.getByRole('tab', { name: 'System' }).click();
    await panel(page, 'System notification').waitFor();
    await panel(page, 'Credit settings').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=system');
    await page.context().close();
  });

  it('input that was not saved is still there after a visit to another page of System', async () => {
    const page = await openAdmin('/admin?tab=system&section=notices', phone);
    const message = panel(page, 'System notification').getByLabel('Message');
    await message.fill('Maintenance tonight');
    await nav(page).getByRole('link', { name: 'Portals' }).click();
    await panel(page, 'Portals').waitFor();
    expect(await message.isVisible()).toBe(false);
    await nav(page).getByRole('link', { name: 'Prices' }).click();
    await panel(page, 'Credit settings').getByLabel('Free trial credits').fill('75.00');
    await nav(page).getByRole('link', { name: 'Notices' }).click();
    expect(await message.inputValue()).toBe('Maintenance tonight');
    await page.goBack();
    expect(await panel(page, 'Credit settings').getByLabel('Free trial credits').inputValue()).toBe('75.00');
    await page.context().close();
  });

  it('an address from before the pages existed, such as one in a notification, opens the payments', async () => {
    const page = await openAdmin('/admin?tab=system&state=decision');
    await panel(page, 'Payments').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=system&section=payments&state=decision');
    await page.context().close();
  });
});

describe('accessibility of the overview', () => {
  it.each(todaysLooks(4))(
    'the overview and the pages of System have no serious axe problem and no overflow on $name',
    async ({ viewport, colorScheme, language }) => {
      const page = await web.openSignedIn(stack.app, { as: demoAdministrator, viewport, colorScheme });
      if (language === 'bn') await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
      const { look, problems } = reviewOf(page);
      for (const place of ['tab=overview', 'tab=system', 'tab=system&section=portals']) {
        await page.goto(`/admin?${place}`);
        await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await look(place);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
    STORY_MS,
  );
});
