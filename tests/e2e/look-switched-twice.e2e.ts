/** Preferences that are changed twice within one round trip in a real browser: the last choice is shown and kept. */
import type { Page, Route } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeEach(async () => {
  customer = await app.signUpAndVerify();
});

const kept = () => app.deps.db.user.findUniqueOrThrow({ where: { id: customer.id } });
const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';

async function openPreferences() {
  await app.deps.db.user.update({ where: { id: customer.id }, data: { theme: 'light', language: 'en' } });
  const page = await web.openAs(customer, site.address(), '/account?tab=profile');
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/preferences', (route) => {
    if (!isHeld || route.request().method() !== 'PUT') return route.continue();
    held.push(route);
    return undefined;
  });
  const nth = async (number: number): Promise<Route> => {
    await until(`save ${number}`, () => held.length >= number);
    return held[number - 1] as Route;
  };
  return {
    page,
    nth,
    letGo: async () => {
      isHeld = false;
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    },
  };
}

const button = (page: Page, name: string) =>
  page.getByRole('region', { name: /Preferences|পছন্দ/ }).getByRole('button', { name, exact: true });
const lookOf = (page: Page) =>
  page.evaluate<string>("document.documentElement.className + ' ' + document.documentElement.lang");

describe('a look that is chosen and taken back at once', () => {
  it('a theme that is taken back before it was saved is not applied later, and the account has the last one', async () => {
    const { page, nth, letGo } = await openPreferences();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferences'));
    await button(page, 'Dark').click();
    await nth(1);
    await button(page, 'Light').click();
    await letGo();
    await saved;
    await expect.poll(async () => (await kept()).theme).toBe('light');
    await page.evaluate(painted);
    expect(await lookOf(page)).toBe('light en');
    await page.context().close();
  });

  it('a language that is taken back before it was saved is not applied later, and the account has the last one', async () => {
    const { page, nth, letGo } = await openPreferences();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferences'));
    await button(page, 'বাংলা').click();
    await nth(1);
    await button(page, 'English').click();
    await letGo();
    await saved;
    await expect.poll(async () => (await kept()).language).toBe('en');
    await page.evaluate(painted);
    expect(await lookOf(page)).toBe('light en');
    await page.context().close();
  });
});

it('two notices that are switched at once stay switched while the answers come, and both are saved', async () => {
  const { page, nth, letGo } = await openPreferences();
  const first = page.getByRole('switch', { name: 'Email: A job finishes' });
  const second = page.getByRole('switch', { name: /^Email: / }).nth(1);
  const before = await Promise.all([first, second].map((each) => each.getAttribute('aria-checked')));
  await first.click();
  const save = await nth(1);
  await second.click();
  const after = before.map((was) => (was === 'true' ? 'false' : 'true'));
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/preferences'));
  await save.continue();
  await (await answered).finished();
  await nth(2);
  await page.evaluate(painted);
  expect(await Promise.all([first, second].map((each) => each.getAttribute('aria-checked')))).toEqual(after);
  const last = page.waitForResponse((answer) => answer.url().endsWith('/preferences'));
  await letGo();
  await last;
  await page.reload();
  await second.waitFor();
  expect(await Promise.all([first, second].map((each) => each.getAttribute('aria-checked')))).toEqual(after);
  await page.context().close();
});
