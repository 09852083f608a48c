/** A customer manages the account itself, on the real processes: profile, security, data, and a lost connection. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { JobRow, ListedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import { signIn as signInByApi, type Customer } from '#temporal/local/customer.ts';
import { runSample } from '#tests/harness/account-data.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const DATA_MS = 240_000;
const email = 'demo@chalan.test';
/** One more than the badge can show. */
const NOTES = 101;

let stack: TestStack;
let demo: Customer;
let password = 'demo1234';
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  demo = await stack.demo();
  await runSample(demo, 'ctg-port-tracking', 'boxes-june.csv');
  await stack.db.notification.createMany({
    data: Array.from({ length: NOTES }, (_, index) => ({
      key: `note:${index}`,
      userId: demo.userId,
      type: 'other',
      title: `Note ${index + 1}`,
      message: 'The port is closed on Friday.',
      actionUrl: '/dashboard?tab=credits',
      actionLabel: 'Credits',
      createdAt: new Date(Date.now() - (index + 1) * 60_000),
    })),
  });
}, DATA_MS);

function open(place: string, viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: { email, password }, at: place, viewport });
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const prefer = (customer: Customer, request: PreferencesBody) =>
  customer.call(`/api/users/${customer.userId}/preferences`, json('PUT', request));
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name });
const region = (page: Page, name: string) => page.getByRole('region', { name });
const currentUser = async (customer: Customer) => (await customer.read<{ user: User }>('/api/auth/me')).user;

describe('the profile', () => {
  it('the profile is reached from the menu, rejects an empty field, can be left unchanged, and is saved [profile]', async () => {
    const page = await open('/dashboard');
    await button(page.getByRole('banner'), /^Account of/).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    for (const link of ['Dashboard', 'Account Settings'])
      await menu.getByRole('link', { name: link }).waitFor();
    expect(await menu.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
    await button(menu, 'Logout').waitFor();
    await menu.getByRole('link', { name: 'Account Settings' }).click();
    await page.waitForURL('**/account');

    const profile = region(page, 'Profile');
    await button(profile, 'Edit Profile').click();
    expect(await profile.getByLabel('Email').getAttribute('readonly')).not.toBeNull();
    await profile.getByLabel('Company').fill('  ');
    await button(profile, 'Save Changes').click();
    await profile.getByText('All fields are required').waitFor();
    await button(profile, 'Cancel').click();
    const { company } = await currentUser(demo);
    await profile.getByText(company).waitFor();

    await button(profile, 'Edit Profile').click();
    await profile.getByLabel('Company').fill('Meghna Knit Ltd.');
    await button(profile, 'Save Changes').click();
    const banner = profile.getByText('Profile updated successfully!');
    await banner.waitFor();
    await profile.getByText('Meghna Knit Ltd.').waitFor();
    await banner.waitFor({ state: 'hidden' });
    expect((await currentUser(demo)).company).toBe('Meghna Knit Ltd.');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('tab', { name: 'Portal Access' }).waitFor();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.waitForURL(/\/dashboard\?tab=profile$/);
    await region(page, 'Profile').getByText('Meghna Knit Ltd.').waitFor();
    await page.context().close();
  });

  it('a change of password obeys every rule, and signs out only the other devices', async () => {
    const page = await open('/account');
    const elsewhere = await signInByApi(stack.app, email, password);
    await button(page, 'Change Password').click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    const submit = button(dialog, 'Change Password');
    const fill = async (current: string, next: string, again: string): Promise<void> => {
      await dialog.getByLabel('Current password', { exact: true }).fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('Confirm new password', { exact: true }).fill(again);
    };
    expect(await submit.isDisabled()).toBe(true);
    await fill(password, 'jute-and-tea', 'jute-and-coffee');
    await dialog.getByText('Passwords do not match').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await fill(password, 'short', 'short');
    await submit.click();
    await dialog.getByText('New password must be at least 6 characters long').waitFor();
    await fill(password, password, password);
    await submit.click();
    await dialog.getByText('New password must be different from current password').waitFor();
    await fill('not the password', 'jute-and-tea', 'jute-and-tea');
    await submit.click();
    await dialog.getByText('Current password is incorrect').waitFor();
    await fill(password, 'jute-and-tea', 'jute-and-tea');
    await submit.click();
    await page.getByText('Password changed successfully!').waitFor();
    password = 'jute-and-tea';
    expect(await currentUser(elsewhere)).toBeNull();
    await page.goto('/account?tab=security');
    await region(page, 'Where you are signed in').getByText('This device').waitFor();
    demo = await signInByApi(stack.app, email, password);
    await page.context().close();
  });
});

describe('security of the account', () => {
  it('the security page lists the sessions, and signs out all others', async () => {
    const page = await open('/account?tab=security');
    const other = await open('/dashboard');
    await page.reload();
    const sessions = region(page, 'Where you are signed in');
    await sessions.getByText('Chrome on Linux').first().waitFor();
    await button(sessions, 'Sign Out All Others').click();
    await button(page.getByRole('alertdialog'), 'Sign Out All Others').click();
    await page.getByText(/other devices? signed out\.$/).waitFor();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    await other.reload();
    await other.getByRole('dialog', { name: 'Sign in' }).waitFor();
    demo = await signInByApi(stack.app, email, password);
    await Promise.all([page.context().close(), other.context().close()]);
  });

  it('language and theme follow the customer to another machine', async () => {
    const page = await open('/account?tab=profile');
    const saved = () => page.waitForResponse((response) => response.url().endsWith('/preferences'));
    const preferences = region(page, 'Preferences');
    await Promise.all([saved(), button(preferences.getByRole('group', { name: 'Theme' }), 'Dark').click()]);
    const mail = preferences.getByRole('switch', { name: 'Email: A job finishes' });
    await Promise.all([saved(), mail.click()]);
    await Promise.all([saved(), button(preferences, 'বাংলা').click()]);
    await page.getByRole('tab', { name: 'প্রোফাইল' }).waitFor();

    const elsewhere = await open('/account');
    await elsewhere.getByRole('tab', { name: 'প্রোফাইল' }).waitFor();
    expect(await elsewhere.locator('html').getAttribute('lang')).toBe('bn');
    expect(await elsewhere.locator('html').getAttribute('class')).toBe('dark');
    expect(await currentUser(demo)).toMatchObject({ language: 'bn', theme: 'dark', mailOnCompletion: true });
    await prefer(demo, { language: null, theme: null, mailOnCompletion: false });
    await Promise.all([page.context().close(), elsewhere.context().close()]);
  });

  it('the customer can download all stored data as a file', async () => {
    const page = await open('/account?tab=security');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download My Data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^chalan-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
    expect(data).toMatchObject({
      complete: true,
      profile: { email },
      jobs: [{ fileName: 'boxes-june.csv' }],
    });
    await page.context().close();
  });
});

describe('notifications', () => {
  it('notifications are counted up to 99, marked, deleted, and listed page by page [notification-panel]', async () => {
    const page = await open('/dashboard');
    const bell = button(page.getByRole('banner'), /^Notifications/);
    await bell.getByText('99+').waitFor();
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    // A busy machine takes minutes for the tests before this one.
    await panel
      .getByText(/^\d+ minutes? ago$/)
      .first()
      .waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(20);
    await button(panel, /^Mark as read: Note 1$/).click();
    await button(panel, /^Mark as read: Note 1$/).waitFor({ state: 'hidden' });
    await button(panel, /^Delete notification: Note 2$/).click();
    await button(panel, /^Delete notification: Note 2$/).waitFor({ state: 'hidden' });
    await panel.getByRole('link', { name: 'View all notifications' }).click();
    await page.waitForURL(/\/account\?tab=notifications$/);
    const list = region(page, 'Notifications');
    await list.getByText(/^10\d notifications$/).waitFor();
    await button(page, 'Page 2').click();
    await page.waitForURL(/page=2/);
    await page.reload();
    await button(list, /^Mark as read: Note 22$/).waitFor();
    await button(list, 'Mark all as read').click();
    await bell.getByText('99+').waitFor({ state: 'hidden' });
    expect(await stack.db.notification.count({ where: { userId: demo.userId, isRead: false } })).toBe(0);
    await page.context().close();
  });
});

describe('the page of all jobs', () => {
  it('the page of all jobs finds a job by a value of its rows, and keeps the search in the address', async () => {
    const page = await open('/dashboard');
    await region(page, 'Work history').getByRole('link', { name: 'All jobs' }).click();
    await page.waitForURL('**/dashboard/jobs');
    const jobs = region(page, 'All jobs');
    const line = jobs.getByRole('row', { name: /boxes-june\.csv/ });
    await line.getByRole('link', { name: 'Download results of boxes-june.csv' }).waitFor();
    const [found] = (await demo.read<{ jobs: ListedJob[] }>('/api/jobs')).jobs;
    const { rows } = await demo.read<{ rows: JobRow[] }>(`/api/jobs/${found?.id}/rows`);
    const [row] = rows;
    const container = Object.values(row?.data ?? {})[0] ?? '';

    await jobs.getByRole('searchbox').fill(container.slice(2).toLowerCase());
    await line.getByRole('link', { name: `Row ${row?.rowNumber}: ${container}` }).waitFor();
    await button(jobs, 'Cancelled').click();
    await jobs.getByText('No job matches').waitFor();
    await button(jobs, 'Show All Jobs').click();
    await line.waitFor();

    await jobs.getByRole('searchbox').fill('boxes-june');
    await page.waitForURL(/q=boxes-june/);
    await page.reload();
    await line.getByRole('link', { name: /^Open job/ }).click();
    await page.waitForURL(`**/dashboard/jobs/${found?.id}`);
    await page.goBack();
    await page.waitForURL(/q=boxes-june/);
    await line.waitFor();
    expect(await jobs.getByRole('searchbox').inputValue()).toBe('boxes-june');
    await page.context().close();
  });
});

describe('a lost connection', () => {
  const lost = 'No connection to the server.';

  it('a lost connection keeps the running job visible, refuses a change at once, and recovers by itself', async () => {
    const admin = await stack.admin();
    await admin.call('/api/admin/portals/cpa/pause', json('POST', { reason: 'To keep a job running' }));
    const sheet = new File(['container_no\nMSKU1234565\n'], 'boxes-night.csv');
    const preview = await demo.preview('ctg-port-tracking', sheet);
    const { jobId } = await demo.start(preview);
    const page = await open('/dashboard');
    const job = page.getByRole('article', { name: /boxes-night\.csv/ });
    await button(job, /^Cancel/).waitFor();

    await page.context().setOffline(true);
    await page.getByText(lost).waitFor();
    await job.waitFor();
    await button(job, /^Cancel/).click();
    await button(page.getByRole('alertdialog'), 'Cancel Job').click();
    await page
      .getByText('We could not reach the server. Please check your connection and try again.')
      .waitFor();
    await page.keyboard.press('Escape');
    await job.waitFor();

    await page.context().setOffline(false);
    await page.getByText(lost).waitFor({ state: 'hidden' });
    expect((await demo.read<{ job: { state: string } }>(`/api/jobs/${jobId}`)).job.state).not.toBe(
      'cancelled',
    );

    // A reload while the API is unavailable shows the same from what this tab has stored.
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByText(lost).waitFor();
    await job.waitFor();
    await region(page, 'Work history').getByText('boxes-june.csv').waitFor();
    const kept = String(await page.evaluate("sessionStorage.getItem('chalan-reads')"));
    for (const personal of [email, 'Meghna', '+880']) expect(kept).not.toContain(personal);

    await page.unroute('**/api/**');
    await page.getByText(lost).waitFor({ state: 'hidden' });
    await stack.resumePortals();
    await demo.follow(jobId, 180_000);
    await page.getByText('Automation complete! Download your results in the work history below.').waitFor();

    await button(page.getByRole('banner'), /^Account of/).click();
    await button(page, 'Logout').click();
    await button(page.getByRole('banner'), 'Sign In').waitFor();
    expect(await page.evaluate("sessionStorage.getItem('chalan-reads')")).toBeNull();
    await page.context().close();
  });
});

describe('the helper for demo data', () => {
  it('the demo data helper is on the development stack, and in no file of a production build [demo-data-helper]', async () => {
    const page = await web.open(stack.app);
    await page.goto('/');
    await button(page.getByRole('banner'), 'Sign In').waitFor();
    await until('the helper', async () => Boolean(await page.evaluate("'chalanDemoData' in window")));
    const text = JSON.stringify(await page.evaluate('chalanDemoData()'));
    expect(text).toContain(email);
    await page.context().close();

    const directory = path.join(stack.directory, 'production-build');
    const build = `node_modules/vite/bin/vite.js build --config web/vite.config.ts --outDir ${directory} --logLevel error`;
    await promisify(execFile)(process.execPath, build.split(' '), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const assets = path.join(directory, 'assets');
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    for (const name of scripts)
      expect(await readFile(path.join(assets, name), 'utf8'), name).not.toMatch(/chalanDemoData|demo1234/);
  });
});

describe('accessibility of the account', () => {
  it.each(todaysLooks(1))(
    'the account pages have no serious axe problem on $name',
    async ({ viewport, language, colorScheme }) => {
      await prefer(demo, { language, theme: colorScheme });
      const page = await open('/account', viewport);
      const { look: check, problems } = reviewOf(page);
      const tabs = page.getByRole('tab');
      await page.locator(`html[lang=${language}].${colorScheme}`).waitFor();
      await page.getByRole('region').first().waitFor();
      await check('profile');
      for (const [place, index] of [
        ['security', 1],
        ['analytics', 4],
        ['notifications', 5],
      ] as const) {
        await tabs.nth(index).click();
        await page.getByRole('main').locator('li, figure').first().waitFor();
        await check(place);
      }
      await page.goto('/dashboard/jobs');
      await page.getByText('boxes-june.csv').waitFor();
      await check('jobs');
      expect(problems).toEqual([]);
      await prefer(demo, { language: null, theme: null });
      await page.context().close();
    },
  );
});

/** Last, because the customer no longer exists afterwards. */
describe('the end of the account', () => {
  it('the deletion of an account asks for the address and the password, and ends on a page without a session', async () => {
    const page = await open('/account?tab=security');
    await button(region(page, 'Delete account'), 'Delete Account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const submit = button(dialog, 'Delete for Good');
    await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody@chalan.test');
    await dialog.getByLabel('Current password', { exact: true }).fill('not the password');
    expect(await submit.isDisabled()).toBe(true);
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    await submit.click();
    await dialog.getByText('Current password is incorrect').waitFor();
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await submit.click();
    await page.waitForURL('**/account-deleted');
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await button(page.getByRole('banner'), 'Sign In').waitFor();
    await expect(signInByApi(stack.app, email, password)).rejects.toThrow('Invalid email or password.');
    await page.context().close();
  });
});
