/**
 * An administrator runs the site in a real browser: users, services, messages, posts, ads, notices and the audit log.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UsersExport, User } from '#contracts/calls/accounts-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { services } from '#services/catalogue.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { todaysThird } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, reviewOf, signIn, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const reason = 'Asked for by phone';
/** Enough time to visit every tab, one after the other. */
const TOUR_MS = 240_000;

let stack: TestStack;
let admin: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  admin = await stack.admin();
});

async function register(email: string): Promise<void> {
  const person = { name: 'Rahela Khatun', company: 'Meghna Knit Ltd.', mobile: '+8801711000001' };
  await send('/api/auth/register', { ...person, email, password: 'correct horse' });
}

const send = (path: string, body: object): Promise<Response> =>
  fetch(`${stack.app}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const userOf = async (email: string): Promise<User | undefined> =>
  (await admin.read<{ users: User[] }>(`/api/users?search=${encodeURIComponent(email)}`)).users[0];
const settingsNow = async (): Promise<CreditSettings> =>
  (await admin.read<{ settings: CreditSettings }>('/api/settings')).settings;

async function openTab(
  tab: string,
  viewport = laptop,
  look: { colorScheme?: 'light' | 'dark'; language?: 'en' | 'bn' } = {},
): Promise<Page> {
  const page = await web.open(stack.app, viewport, look.colorScheme ?? 'light');
  await signIn(page, demoAdministrator);
  if (look.language === 'bn') await page.evaluate(`localStorage.setItem('chalan-language', 'bn')`);
  await page.goto(`/admin?tab=${tab}`);
  return page;
}

const dialog = (page: Page) => page.getByRole('alertdialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Confirms the dialog, with a reason where one is required. */
async function confirm(page: Page, label: string, why?: string): Promise<void> {
  if (why) await dialog(page).getByLabel('Reason').fill(why);
  await dialog(page).getByRole('button', { name: label, exact: true }).click();
}

describe('the users', () => {
  it("users are found, verified, changed, suspended and deleted, but not an administrator's own account [users]", async () => {
    const email = 'rahela@example.test';
    await register(email);
    const page = await openTab('users');
    await page.getByRole('searchbox', { name: 'Name, email, company or mobile' }).fill(email);
    await page.getByText('1 user', { exact: true }).waitFor();
    await button(page, 'Unverified').click();
    await button(page, `Details of ${email}`).click();
    await button(page, 'Resend Verification').click();
    await confirm(page, 'Send Email');
    await page.getByText('Verification email sent successfully').waitFor();
    await button(page, 'Send Password Reset').click();
    await confirm(page, 'Send Email');
    await page.getByText('Password reset email sent successfully').waitFor();
    await button(page, 'Verify Email').click();
    expect(await dialog(page).getByRole('button', { name: 'Verify Email' }).isDisabled()).toBe(true);
    await confirm(page, 'Verify Email', reason);
    await page.getByText('Email verified successfully').waitFor();
    await page.getByText('No user matches these filters').waitFor();
    await button(page, 'Verified').click();

    await button(page, `Details of ${email}`).click();
    await button(page, 'Edit').click();
    await page.getByText('Nothing has been changed yet.').waitFor();
    await page.getByLabel('Credits', { exact: true }).fill('1.234');
    await page.getByText('A number of 0 or more with at most two decimals.').waitFor();
    await page.getByLabel('Credits', { exact: true }).fill('250.50');
    await page.getByLabel('Company', { exact: true }).fill('Padma Apparels Ltd.');
    await page.getByLabel('Reason').fill(reason);
    await button(page, 'Save Changes').click();
    await page.getByText('The user has been updated.').waitFor();
    expect(await userOf(email)).toMatchObject({ credits: 250.5, company: 'Padma Apparels Ltd.' });
    await page.getByRole('tab', { name: 'Credit History' }).click();
    await page.getByText(reason).waitFor();
    await page.getByRole('tab', { name: 'Transaction History' }).click();
    await page.getByText('No transactions yet').waitFor();
    await page.getByRole('tab', { name: 'Account Information' }).click();

    await button(page, 'Suspend').click();
    await confirm(page, 'Suspend', reason);
    await page.getByText('The user is suspended.').waitFor();
    expect(await userOf(email)).toMatchObject({ status: 'suspended' });
    await button(page, 'Delete').click();
    await confirm(page, 'Delete User', reason);
    await page.getByText('User deleted successfully').waitFor();
    await page.getByText('No user matches these filters').waitFor();
    await button(page, 'Show all').click();

    await button(page, 'Details of admin@chalan.test').click();
    await button(page, 'Edit').waitFor();
    expect(await button(page, 'Suspend').count()).toBe(0);
    expect(await button(page, 'Delete').count()).toBe(0);
    await page.context().close();
  });

  it('users are exported to a file named with the date, and imported after a preview of the changes [export-and-import]', async () => {
    const page = await openTab('users');
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^chalan-users-\d{4}-\d\d-\d\d\.json$/);
    const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as UsersExport;
    const choose = (users: unknown) =>
      page.getByLabel('Import users').setInputFiles({
        name: 'users.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(users)),
      });
    await choose([{ id: 'x' }]);
    await page.getByText('Failed to import data. Please check the file format.').waitFor();

    const preview = page.getByRole('dialog', { name: 'Import users' });
    await choose(exported);
    await preview.getByText('Nothing would change').waitFor();
    await preview.getByRole('button', { name: 'Go Back' }).click();
    const demo = exported.users.find(({ email }) => email === 'demo@chalan.test');
    await choose({ users: [{ ...demo, company: 'Jamuna Fashions Ltd.' }, { email: 'nobody@example.test' }] });
    await preview.getByText('1 user will change:').waitFor();
    await preview.getByText('Jamuna Fashions Ltd.').waitFor();
    await preview.getByText('nobody@example.test: no such user; imports do not create users').waitFor();
    await preview.getByLabel('Reason').fill(reason);
    await preview.getByRole('button', { name: 'Change 1 User' }).click();
    await page.getByText('Data imported successfully').waitFor();
    expect(await userOf('demo@chalan.test')).toMatchObject({ company: 'Jamuna Fashions Ltd.' });
    await page.context().close();
  });
});

describe('the services', () => {
  it('services are switched one by one and by category, and cost what is saved [services]', async () => {
    const page = await openTab('services');
    const toggle = page.getByRole('switch', { name: 'EXP Duplicate Reporting enabled' });
    await toggle.click();
    await confirm(page, 'Disable', reason);
    await page.getByText('Disabled.', { exact: true }).waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    expect((await settingsNow()).enabledServices).not.toContain('exp-duplicate-reporting');
    await button(page, 'Enable all of Bangladesh Bank').click();
    await confirm(page, 'Enable', reason);
    await page.getByText('Enabled.', { exact: true }).waitFor();
    expect((await settingsNow()).enabledServices).toHaveLength(services.length);

    const cost = page.getByLabel('Credits for EXP Search');
    await cost.fill('-1');
    await page.getByText('0 or more, with at most two decimals.').waitFor();
    await cost.fill('0.75');
    await page.getByLabel('Reason').fill(reason);
    await button(page, 'Save Costs').click();
    await page.getByText('The costs are saved.').waitFor();
    expect((await settingsNow()).serviceCreditsConfig['exp-search']).toBe(0.75);
    await page.context().close();
  });
});

describe('the messages of visitors', () => {
  it('messages are found and go from new to read and resolved, and a failure is reported [contact-messages]', async () => {
    const message = {
      name: 'Karim Uddin',
      email: 'karim@example.test',
      subject: 'sales',
      message: 'Do you offer training in Chattogram?',
    };
    await send('/api/contact', message);
    const page = await openTab('messages');
    await page.getByRole('searchbox', { name: 'Name, email or text' }).fill('chattogram');
    await page.getByText(message.message).waitFor();
    await page.route('**/api/contact-messages/*/status', (route) => route.abort());
    await button(page, 'Mark Read: Sales of Karim Uddin').click();
    await page.getByText('Failed to update message status').waitFor();
    await page.unrouteAll();
    await button(page, 'Mark Read: Sales of Karim Uddin').click();
    await button(page, 'Resolve: Sales of Karim Uddin').click();
    await button(page, 'Reopen: Sales of Karim Uddin').waitFor();
    await button(page, 'New').click();
    await page.getByText('No message matches these filters').waitFor();
    await page.context().close();
  });
});

describe('the blog', () => {
  it('a post gets a slug from its title and a preview without scripts, and is published and deleted [blog-posts]', async () => {
    const page = await openTab('blog');
    await button(page, 'New Post').click();
    await page.getByLabel('Title', { exact: true }).fill('EXP  Forms & You!');
    expect(await page.getByLabel('Slug').inputValue()).toBe('exp-forms-you');
    expect(await page.getByLabel('Meta title').inputValue()).toBe('EXP  Forms & You!');
    await page.getByLabel('Reason').fill(reason);
    await button(page, 'Save Post').click();
    await page.getByText('Excerpt is required').waitFor();
    await page.getByLabel('Excerpt').fill('What an EXP form is.');
    const content = page.getByLabel('Content (HTML)');
    await content.fill('Hello');
    await content.selectText();
    await button(page, 'Bold').click();
    expect(await content.inputValue()).toBe('<strong>Hello</strong>');
    await content.fill(`${await content.inputValue()}<script>alert(1)</script><img src=x onerror=alert(1)>`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'Hello' }).waitFor();
    expect(await preview.locator('script, img').count()).toBe(0);
    for (const tag of ['exp', 'EXP', '  ']) {
      await page.getByRole('textbox', { name: 'Tags' }).fill(tag);
      await button(page, 'Add Tag').click();
    }
    expect(await page.getByRole('button', { name: /^Remove tag/ }).count()).toBe(1);
    await page.getByLabel('Status').selectOption('published');
    await button(page, 'Save Post').click();
    await page.getByText('The post is saved.').waitFor();
    expect((await fetch(`${stack.app}/api/blog/exp-forms-you`)).status).toBe(200);
    await button(page, 'Delete EXP Forms & You!').click();
    await confirm(page, 'Delete Post', reason);
    await page.getByText('The post is deleted.').waitFor();
    expect((await fetch(`${stack.app}/api/blog/exp-forms-you`)).status).toBe(404);
    await page.context().close();
  });
});

describe('the ads', () => {
  it('ad placements say if they could not be loaded, are switched at once, and are saved together [ads]', async () => {
    const page = await openTab('users');
    await page.route('**/api/ads/settings', (route) => route.abort());
    await page.getByRole('tab', { name: 'Ads' }).click();
    await page.getByText('Failed to load ads settings').waitFor();
    await page.unrouteAll();
    await button(page, 'Try Again').click();
    const toggle = page.getByRole('switch', { name: 'Ads Blog, Above the posts' });
    await toggle.click();
    await page.getByText('Above the posts: on').waitFor();
    await page.getByText('On, but nothing is shown: the client or slot number is missing.').waitFor();
    const place = page.getByRole('listitem').filter({ has: toggle });
    await place.getByLabel('Ad client').fill('ca-pub-1234567890123456');
    await place.getByLabel('Ad slot').fill('12');
    await page.getByText('Digits only.').waitFor();
    expect(await button(page, 'Save All').isDisabled()).toBe(true);
    await place.getByLabel('Ad slot').fill('1234567890');
    await page.getByLabel('Reason').fill(reason);
    await page.route('**/api/ads/settings/*', (route) => route.abort());
    await button(page, 'Save All').click();
    await page.getByText('Failed to save ad settings').waitFor();
    await page.unrouteAll();
    await button(page, 'Save All').click();
    await page.getByText('All ad settings saved successfully').waitFor();
    await toggle.click();
    await page.getByText('Above the posts: off').waitFor();
    await page.context().close();
  });
});

describe('the system and its log', () => {
  it('a notice is shown to everybody, and the audit log keeps who changed what and why [system-notice]', async () => {
    const page = await openTab('system');
    const form = page.getByRole('region', { name: 'System notification' });
    await form.getByRole('switch', { name: 'Show the notification' }).click();
    await form.getByText('A notification that is shown needs a message.').waitFor();
    await form.getByLabel('Message').fill('Maintenance tonight at 23:00');
    await form.getByLabel('Type').selectOption('warning');
    await form.getByLabel('Reason').fill('New servers');
    await form.getByRole('button', { name: 'Save: System notification' }).click();
    await page.getByText('System notification updated successfully').waitFor();
    await page.getByRole('status', { name: 'Notice' }).getByText('Maintenance tonight').waitFor();

    await page.getByRole('tab', { name: 'Audit' }).click();
    await page.getByRole('searchbox', { name: 'Words, user, setting or reason' }).fill('new servers');
    const entry = page.getByRole('listitem').filter({ hasText: 'settings changed' });
    await entry.getByText('notification.message').waitFor();
    await entry.getByText('Maintenance tonight at 23:00').waitFor();
    await page.getByLabel('Action').selectOption('settings changed');
    await page.getByLabel('From').fill('2099-01-01');
    await page.getByText('No entry matches these filters').waitFor();
    await page.context().close();
  });

  it('the audit log is filtered by everything that is chosen, even by two filters at the same moment', async () => {
    const page = await openTab('audit');
    await page.getByLabel('About').waitFor();
    await page.evaluate(`(() => {
      const choose = (label, value) => {
        const field = [...document.querySelectorAll('select, input')].find(
          ({ labels }) => labels?.[0]?.innerText.trim() === label,
        );
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      choose('About', 'settings');
      choose('From', '2099-01-01');
    })()`);
    await page.getByText('No entry matches these filters').waitFor();
    expect(page.url()).toMatch(/subject=settings.*dateFrom=2099-01-01/);
    await page.context().close();
  });
});

describe('accessibility of the administration', () => {
  const pages = ['notices', 'prices', 'texts', 'portals', 'payments', 'rates'].map(
    (page) => `system&section=${page}`,
  );
  const tabs = ['overview', 'users', 'services', 'messages', 'blog', 'ads', 'system', 'audit', ...pages];
  it.each(todaysLooks(2))(
    'the administration has no serious axe problem and no overflow on $name',
    async ({ viewport, colorScheme, language }) => {
      const page = await openTab('users', viewport, { colorScheme, language });
      const { look, problems } = reviewOf(page);
      for (const tab of todaysThird(tabs)) {
        await page.goto(`/admin?tab=${tab}`);
        await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await look(tab);
      }
      await page.goto('/admin?tab=users&search=demo@chalan.test');
      await page.getByRole('tabpanel').getByRole('button', { expanded: false }).last().click();
      await look('an open user');
      await page.goto('/admin?tab=blog&post=new');
      await page.locator('textarea').first().waitFor();
      await look('the editor');
      expect(problems).toEqual([]);
      await page.context().close();
    },
    TOUR_MS,
  );
});
