/** What visitors and whoever is signed in see on the public pages: notices, ends of lists, ways on, forms and figures. */
import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { overflowPx, phone, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let admin: Account;
let customer: Account;
let unproved: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  customer = await app.signUpAndVerify();
  unproved = await app.signUpAndVerify({ isAdmin: true, factor: false });
});

async function open(place: string, viewport?: typeof phone): Promise<Page> {
  const page = await web.open(site.address(), viewport);
  await page.goto(place);
  return page;
}

describe('a notice for administrators', () => {
  const message = 'The office is closed on Friday';
  const notice = (page: Page) => page.getByRole('status', { name: 'Notice' });
  const setNotice = (noticeShowToAll: boolean) =>
    db.settings.update({
      where: { id: 1 },
      data: { noticeEnabled: true, noticeMessage: message, noticeType: 'warning', noticeShowToAll },
    });
  afterEach(() =>
    db.settings.update({ where: { id: 1 }, data: { noticeEnabled: false, noticeMessage: '' } }),
  );

  it('a notice for administrators is on the public page that one of them opens, and in its form from there', async () => {
    await setNotice(false);
    const page = await web.openAs(admin, site.address(), '/services');
    await notice(page).getByText(message).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('link', { name: 'Admin Panel' }).click();
    await page.getByRole('tab', { name: 'System' }).click();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(message);
    await page.context().close();
  });

  it.each([
    ['a visitor', null],
    ['a customer', () => customer],
    ['an administrator who has not shown the second factor', () => unproved],
  ] as const)('a notice for administrators is not sent to %s', async (_, whom) => {
    await setNotice(false);
    await web.openAs(admin, site.address(), '/services').then((page) => page.context().close());
    const headers = whom ? { cookie: whom().cookie } : undefined;
    const answer = await fetch(`${site.address()}/services`, { headers });
    expect(await answer.text()).not.toContain(message);
  });

  it('a public page for a person who is signed in may not be shared by caches', async () => {
    const controlOf = async (cookie?: string) =>
      (await fetch(`${site.address()}/services`, { headers: cookie ? { cookie } : {} })).headers.get(
        'cache-control',
      );
    expect(await controlOf()).toBe('no-cache');
    expect(await controlOf(admin.cookie)).toBe('private, no-cache');
  });
});

describe('the blog', () => {
  const post = {
    excerpt: 'a',
    content: '<p>b</p>',
    author: 'c',
    status: 'published',
    publishedAt: new Date(),
  };

  it('a page past the last post says that it is empty, and leads to the first one', async () => {
    await db.blogPost.create({ data: { ...post, title: 'The only post', slug: 'only' } });
    const page = await open('/blog?page=2');
    await page.getByText('This page is past the end of the list').waitFor();
    await page.getByRole('button', { name: 'Show the first page' }).click();
    await page.getByRole('article', { name: 'The only post' }).waitFor();
    await page.context().close();
  });

  it('a post shows its image above the title, and below it the date and the tags, as the specification orders them', async () => {
    const look = { featuredImage: '/favicon.svg', imageAlt: 'A ship', tags: ['Customs'] };
    await db.blogPost.create({ data: { ...post, ...look, title: 'With an image', slug: 'image' } });
    const page = await open('/blog/image');
    const parts = "[...document.querySelectorAll('main :is(a, img, h1, time, li)')]";
    expect(await page.evaluate(`${parts}.map(({ tagName }) => tagName)`)).toEqual([
      'A',
      'IMG',
      'H1',
      'TIME',
      'LI',
    ]);
    await page.context().close();
  });
});

it('the way back from an unknown address that was opened in a new tab leads to the home page', async () => {
  const opener = await open('/privacy');
  const opened = opener.context().waitForEvent('page');
  await opener.evaluate("void window.open('/no-such-page', '_blank', 'noopener')");
  const page = await opened;
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.waitForURL(`${site.address()}/`);
  // The browser's Back does not lead to the unknown address again, where nothing would be left to go back to.
  expect(await page.evaluate('history.length')).toBe(1);
  await page.context().close();
});

it('a verification link that fails leads to the support, too', async () => {
  const page = await open('/verify-email', phone);
  const link = page.getByRole('link', { name: 'Contact Support' });
  await link.waitFor();
  expect(await overflowPx(page)).toBe(0);
  await link.click();
  await page.waitForURL('**/contact?subject=technical');
  expect(await page.getByLabel('Subject').inputValue()).toBe('technical');
  await page.context().close();
});

describe('the registration', () => {
  const typed = (page: Page) => page.getByLabel('Name', { exact: true });

  it('the form of a registration keeps what was typed through a reload, and forgets it when somebody leaves it', async () => {
    const page = await open('/');
    const dialog = page.getByRole('dialog');
    const openForm = async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
      await dialog.getByRole('button', { name: 'New here? Create an account' }).click();
      await typed(page).waitFor();
    };
    await openForm();
    await typed(page).fill('Salma Akter');
    await page.reload();
    await openForm();
    expect(await typed(page).inputValue()).toBe('Salma Akter');
    await dialog.getByRole('button', { name: /^Have an account/ }).click();
    await dialog.getByRole('button', { name: 'New here? Create an account' }).click();
    expect(await typed(page).inputValue()).toBe('');
    await typed(page).fill('Salma Akter');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await openForm();
    expect(await typed(page).inputValue()).toBe('');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Salma');
    await page.context().close();
  });

  it('the sign-up page forgets what was typed when somebody goes to the sign-in', async () => {
    const page = await open('/sign-up');
    await typed(page).fill('Salma Akter');
    await page.reload();
    expect(await typed(page).inputValue()).toBe('Salma Akter');
    await page.getByRole('button', { name: /^Have an account/ }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await typed(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('the form of a registration takes no more characters than an account can have', async () => {
    const page = await open('/sign-up');
    const mobile = page.getByLabel('Mobile', { exact: true });
    await mobile.pressSequentially('+880 1712 345678, 01812 345678');
    expect(await mobile.inputValue()).toBe('+880 1712 345678, 01');
    for (const name of ['Name', 'Company']) {
      const field = page.getByLabel(name, { exact: true });
      await field.fill('x'.repeat(limits.nameCharactersMax - 1));
      await field.pressSequentially('yz');
      expect(await field.inputValue()).toMatch(/xy$/);
    }
    await page.context().close();
  });
});

describe('free trial credits', () => {
  const setTrial = (credits: number) =>
    db.settings.update({ where: { id: 1 }, data: { freeTrialCreditsHundredths: credits * 100 } });
  afterEach(() => setTrial(100));

  it.each(['/', '/contact', '/sign-up'])(
    '%s offers free trial credits only while there are some',
    async (place) => {
      const offer = (page: Page) => page.getByText(/free trial credits\./).count();
      const withSome = await open(place);
      expect(await offer(withSome)).toBeGreaterThan(0);
      await withSome.context().close();
      await setTrial(0);
      const withNone = await open(place);
      expect(await offer(withNone)).toBe(0);
      await withNone.context().close();
    },
  );
});
