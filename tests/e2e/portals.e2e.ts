/**
 * Failed rows that are corrected in the browser, a running job that the page follows, and a portal that an administrator
 * pauses, limits and checks before it goes live, on the real processes.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { demoAdministrator, demoCustomer, type Login } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
const BEPZA_SERVICES = services.filter(({ portal }: ServiceDefinition) => portal === 'bepza').length;
const headings = 'ad_code,exp_serial,exp_year';

let stack: TestStack;
let demo: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  demo = await stack.demo();
  await demo.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
});

async function startSearch(lines: string[]): Promise<string> {
  const file = new File([[headings, ...lines].join('\n')], 'exps.csv');
  return (await demo.start(await demo.preview('exp-search', file))).jobId;
}

function openAs(
  as: Login,
  at: string,
  viewport = laptop,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  return web.openSignedIn(stack.app, { as, at, viewport, colorScheme });
}

const views = [
  ['on a laptop', laptop, 'light'],
  ['on a phone in the dark', phone, 'dark'],
] as const;

describe('failed rows', () => {
  it.each(todaysShare(views))(
    'failed rows are corrected and run under the same job %s',
    async (_, viewport, scheme) => {
      const jobId = await startSearch(['1084,4501,2026', '1084,45x2,2026', '1084,999999,2026']);
      expect(await demo.follow(jobId, JOB_MS)).toMatchObject({ rowsSucceeded: 1, rowsFailed: 2 });
      const page = await openAs(demoCustomer, `/dashboard/jobs/${jobId}`, viewport, scheme);
      await page.getByRole('link', { name: 'Correct failed rows' }).click();
      await page.getByText('1 row ready, 1 with errors').waitFor();
      const [, wrong] = await demo.rows(jobId);
      const problem = (wrong?.message ?? '').replace(/^exp_serial: /, '');
      expect(await page.getByText(problem).count(), `"${problem}" stands once`).toBe(1);
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      const serial = page.getByLabel(viewport === laptop ? 'exp_serial, row 2' : 'exp_serial');
      await serial.first().fill('4502');
      await page.locator('label').filter({ hasText: 'Run row 3' }).click();
      await page.getByText('1 row ready', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Run 1 row' }).click();
      await page.getByText('All 3 rows were looked up; 1 not found.').first().waitFor({ timeout: JOB_MS });
      const rows = await demo.rows(jobId);
      expect(rows.map(({ outcome }) => outcome)).toEqual(['SUCCESS', 'SUCCESS', 'NOT_FOUND']);
      expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      await page.context().close();
    },
  );
});

describe('rows with the same problem', () => {
  it.each(todaysShare(views))(
    'rows that failed for the same reason are shown as one group, and one fix corrects them all %s',
    async (_, viewport, scheme) => {
      const wrong = Array.from({ length: 3 }, () => '1084,46x1,2026');
      const jobId = await startSearch(['1084,4501,2026', '1084,999998,2026', ...wrong]);
      await demo.follow(jobId, JOB_MS);
      const page = await openAs(demoCustomer, `/dashboard/jobs/${jobId}`, viewport, scheme);
      const groups = page.locator('section').filter({ hasText: 'What went wrong' });
      await groups.getByText('3 rows').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      const timeline = page.locator('section').filter({ hasText: 'Timeline' });
      expect(await timeline.locator('time').first().textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d$/);
      await page.getByRole('button', { name: 'Details of row 1' }).click();
      await page.getByText('Values and charges').waitFor();
      await page.getByText('Exporter ERC').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await groups.getByRole('button', { name: /^Show 3 rows:/ }).click();
      await page.getByText('Only rows that ended like row 3').waitFor();
      await page.getByText('3 rows', { exact: true }).last().waitFor();
      await groups.getByRole('link', { name: /^Correct 3 rows:/ }).click();
      await page.getByText('3 failed rows').waitFor();
      const serial = page.getByLabel(viewport === laptop ? 'exp_serial, row 3' : 'exp_serial').first();
      await serial.fill('4502');
      await page.getByRole('button', { name: 'Change 2 more rows that had the same' }).click();
      await page.getByText('3 rows ready', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Show all failed rows' }).click();
      await page.getByText('4 failed rows').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await page.context().close();
    },
  );
});

describe('the page of a running job', () => {
  const polls = /\/api\/jobs\/[^/]+(\/status)?$/;
  const events = /\/api\/job-events$/;

  it.each([
    ['follows the job by events while its polls get no answer', polls, events],
    ['polls where events break', events, polls],
  ])('the page of a running job %s', async (_, broken, used) => {
    const admin = await stack.admin();
    const decide = (step: 'pause' | 'resume') =>
      admin.call(`/api/admin/portals/bb-exp/${step}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reason: 'Shows a waiting job.' }),
      });
    await decide('pause');
    const jobId = await startSearch(['1084,4501,2026', '1084,4502,2026']);
    const page = await openAs(demoCustomer, '/dashboard', laptop);
    await page.route(broken, (route) => route.abort());
    const asked = page.waitForResponse((answer) => used.test(new URL(answer.url()).pathname));
    await page.goto(`/dashboard/jobs/${jobId}`);
    await page.getByText('Our team has paused this portal.').first().waitFor();
    await page
      .getByText(/^Bangladesh Bank EXP, since .* It continues automatically when the portal is open again\./)
      .waitFor();
    await asked;
    await decide('resume');
    await page.getByText('Finished: 2 rows done.').first().waitFor({ timeout: JOB_MS });
    await page.context().close();
  });
});

describe('the portal board', () => {
  it('a portal paused with a reason is shown to its customer, and the job continues when it is resumed', async () => {
    const admin = await openAs(demoAdministrator, '/admin?tab=system&section=portals');
    await admin.getByRole('button', { name: 'Pause: Bangladesh Bank EXP' }).click();
    await admin.getByRole('alertdialog').getByLabel('Reason').fill('The bank rebuilds its pages tonight.');
    await admin.getByRole('button', { name: 'Pause Portal' }).click();
    await admin
      .getByText(/By Chalan Administrator|By .* since .*: The bank rebuilds its pages tonight/)
      .waitFor();

    const jobId = await startSearch(['1084,4503,2026']);
    const customer = await openAs(demoCustomer, `/dashboard/jobs/${jobId}`);
    await customer.getByText('Our team has paused this portal.').first().waitFor();
    await customer.goto('/dashboard?tab=credentials');
    await customer.getByText('Paused').first().waitFor();
    expect(await seriousProblems(customer)).toEqual([]);

    await admin.getByText('1 queued').waitFor();
    await admin.getByRole('button', { name: 'Resume: Bangladesh Bank EXP' }).click();
    await admin.getByRole('alertdialog').getByLabel('Reason').fill('They are done.');
    await admin.getByRole('button', { name: 'Resume Portal' }).click();
    expect(await demo.follow(jobId, JOB_MS)).toMatchObject({ state: 'completed' });
    await admin.context().close();
    await customer.context().close();
  });

  it.each(todaysShare(views, 1, 1))('the portal board is usable %s', async (_, viewport, scheme) => {
    const page = await openAs(demoAdministrator, '/admin?tab=system&section=portals', viewport, scheme);
    await page.getByRole('button', { name: 'Pause: Bangladesh Bank EXP' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });
});

describe('the go-live list of a portal', () => {
  it.each(todaysShare(views))(
    'an item of a go-live list is checked with a note, and the board counts it %s',
    async (_, viewport, scheme) => {
      await stack.db.portalCheck.deleteMany();
      const items = goLiveLists.cpa.length;
      const page = await openAs(demoAdministrator, '/admin?tab=system&section=portals', viewport, scheme);
      await page.getByRole('link', { name: /^Go-live list: Chittagong Port/ }).click();
      await page.getByText(`0 of ${items} checked`).waitFor();
      const line = page.getByRole('listitem').filter({ hasText: /^CAPTCHA: none today/ });
      await line.getByRole('checkbox').press('Space');
      await line.getByText(/^Checked by /).waitFor();
      await line.getByRole('button', { name: /^Add Note: CAPTCHA/ }).click();
      await line.getByLabel('Note').fill('None on the form; the terms are silent.');
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await line.getByRole('button', { name: 'Save Note' }).click();
      await line.getByText(/: None on the form; the terms are silent\.$/).waitFor();
      await page.getByRole('link', { name: 'All portals' }).click();
      const counted = page.getByRole('link', {
        name: new RegExp(`^Go-live list: Chittagong Port.* 1 of ${items}`),
      });
      await counted.click();
      await line.getByRole('checkbox').press('Space');
      await page.getByText(`0 of ${items} checked`).waitFor();
      expect(await line.getByText(/^Checked by/).count()).toBe(0);
      await page.context().close();
    },
  );
});

describe('the limits of a portal', () => {
  it.each(todaysShare(views))(
    'the limits of a portal are set in a dialog, and a job waits until the portal is open again %s',
    async (_, viewport, scheme) => {
      const admin = await openAs(demoAdministrator, '/admin?tab=system&section=portals', viewport, scheme);
      const dialog = admin.getByRole('dialog');
      const save = async (reason: string) => {
        await dialog.getByLabel('Reason').fill(reason);
        await dialog.getByRole('button', { name: 'Save Limits' }).click();
        await dialog.waitFor({ state: 'hidden' });
      };
      const open = () => admin.getByRole('button', { name: 'Limits: Bangladesh Bank EXP' }).click();
      await open();
      await dialog.getByText('Now: open.').waitFor();
      expect(await dialog.getByLabel('Sessions of one job').isDisabled()).toBe(true);
      const alwaysOpen = dialog.getByRole('checkbox', { name: 'Always open' });
      await alwaysOpen.press('Space');
      await dialog.getByLabel('Thursday, closes').fill('08:00');
      expect(await dialog.getByLabel('Friday, opens').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Add Holiday' }).press('Enter');
      await dialog.getByRole('button', { name: 'Save Limits' }).click();
      await dialog.getByText('The closing time must be after the opening time.').waitFor();
      await dialog.getByText('A holiday needs a date and a name.').waitFor();
      expect(await seriousProblems(admin)).toEqual([]);
      expect(await overflowPx(admin)).toBe(0);
      await alwaysOpen.press('Space');
      await dialog.getByLabel('Date').fill(dhakaDay(new Date()));
      await dialog.getByLabel('Name').fill('Victory Day');
      await save('The bank is closed today.');

      const jobId = await startSearch(['1084,4504,2026']);
      const customer = await openAs(demoCustomer, `/dashboard/jobs/${jobId}`, viewport, scheme);
      await customer.getByText(/^The portal is closed until \w+day, .* 00:00\.$/).waitFor();
      await customer.getByText(/It continues automatically when the portal opens\./).waitFor();
      expect(await seriousProblems(customer)).toEqual([]);
      await open();
      await dialog.getByText(/^Now: closed until \w+day, .* 00:00\.$/).waitFor();
      await dialog.getByRole('button', { name: 'Remove the holiday Victory Day' }).click();
      await save('The bank is open after all.');
      expect(await demo.follow(jobId, JOB_MS)).toMatchObject({ state: 'completed' });
      await admin.context().close();
      await customer.context().close();
    },
  );
});

describe('a service whose portal cannot be used', () => {
  it('a service without a portal address cannot be chosen, and customers and administrators see why', async () => {
    const name = 'BEPZA Export Permit Download';
    const page = await openAs(demoCustomer, '/dashboard');
    const found = () => page.getByRole('option', { name });
    const search = () => page.getByRole('combobox', { name: 'Service' }).fill('BEPZA Export Permit');
    await search();
    await found().waitFor();
    await recordPortalAddresses(stack.db, new Map([['bepza', null]]));
    await page.reload();
    await search();
    const refused = found().filter({ hasText: 'Portal not connected yet' });
    await refused.waitFor();
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    await page.goto('/dashboard?service=bepza-ep-download');
    await page.getByText('This service is offered once its portal is connected.').waitFor();
    await page.goto('/services');
    const card = page.getByRole('article', { name });
    await card.getByText('Portal not connected yet').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await page.getByText(`${services.length - BEPZA_SERVICES} can be run now`).waitFor();
    await page.context().close();

    const admin = await openAs(demoAdministrator, '/admin?tab=services');
    const line = admin.getByRole('listitem').filter({ hasText: 'bepza-ep-download' });
    await line.getByText('Not available to customers: the worker has no address of its portal.').waitFor();
    await admin.context().close();
    await recordPortalAddresses(
      stack.db,
      new Map([['bepza', { address: 'https://permits.example', hosts: [] }]]),
    );
  });
});

describe('the page of the portals', () => {
  it.each(todaysShare(views))(
    'the page of the portals shows state, history and what rows came to %s',
    async (_, viewport, scheme) => {
      const jobId = await startSearch(['1084,4502,2026', '1084,4503,2026', '1084,999998,2026']);
      await demo.follow(jobId, JOB_MS);
      const now = Date.now();
      const ago = (hours: number): Date => new Date(now - hours * HOUR_MS);
      await stack.db.portalState.updateMany({ data: { watchedSince: ago(24 * 30) } });
      await stack.db.portalOutage.create({
        data: { portal: 'bb-exp', kind: 'down', beganAt: ago(51), endedAt: ago(48) },
      });
      const page = await openAs(demoCustomer, '/dashboard?tab=credentials', viewport, scheme);
      await page.getByRole('link', { name: 'State and history of the portals' }).click();
      const panel = page.getByRole('region', { name: 'Bangladesh Bank EXP' });
      await panel.getByText('Last 31 days').waitFor();
      await panel.getByText(/interruptions on \d days? · longest on/).waitFor();
      const figures = panel.getByRole('row').filter({ hasText: 'EXP Search' });
      expect(Number(await figures.getByRole('cell').nth(1).textContent())).toBeGreaterThanOrEqual(3);
      expect(await figures.getByRole('cell').nth(2).textContent()).toMatch(/%$/);
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();
    },
  );
});

describe("a company's portal logins", () => {
  it.each(todaysShare(views))(
    "a company's portal login is entered by an administrator, and shown to the company as such, %s",
    async (_, viewport, scheme) => {
      const page = await openAs(demoAdministrator, '/admin?tab=users', viewport, scheme);
      await page
        .getByRole('button', { name: /demo@chalan\.test/ })
        .first()
        .click();
      await page.getByRole('tab', { name: 'Portal Logins' }).click();
      await page.getByRole('button', { name: 'Enter login: H&M Supplier Portal' }).click();
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: 'Save login' });
      await dialog.getByLabel('Username on the portal').fill('padma');
      await dialog.getByLabel('Password on the portal', { exact: true }).fill('padma1234');
      await dialog.getByLabel('Reason').fill('Agreed by letter');
      await dialog.getByLabel('Your own password here', { exact: true }).fill('not-my-password');
      expect(await save.isDisabled()).toBe(true);
      await dialog.getByText('The company has agreed').click();
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await save.click();
      await dialog.getByText('Current password is incorrect').waitFor();
      await dialog.getByLabel('Your own password here', { exact: true }).fill('admin1234');
      await save.click();
      await page.getByText('Portal login saved for the company').first().waitFor();

      await page.getByLabel(/EXP, ERC, BIN/).fill('1084-004501-2026');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.getByRole('button', { name: /Take from this company|Give to this company/ }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      await page.context().close();

      const customer = await openAs(demoCustomer, '/dashboard?tab=credentials', viewport, scheme);
      await customer.getByText('Entered by our team for your company').first().waitFor();
      expect(await overflowPx(customer)).toBe(0);
      await customer.context().close();
    },
  );
});
