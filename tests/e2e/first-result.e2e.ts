/**
 * From the home page to the first downloaded result: a visitor signs up, opens the mail's link, practises with a sample
 * and downloads the results. The clicks are counted as the browser sees them; the seconds are printed.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { laptop, overflowPx, phone, reviewOf, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const CLICKS_MAX = 6;
const JOB_MS = 180_000;
const PASSWORD = 'jute and tea and rice';

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

/** Counts the clicks of a person on all pages that this page opens from now on. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.context().exposeBinding('noteClick', () => {
    clicks += 1;
  });
  await page.context().addInitScript(`
    document.addEventListener('click', (event) => { if (event.isTrusted) window.noteClick(); }, true);
  `);
  return () => clicks;
}

async function fillSignUp(page: Page, email: string, mobile: string): Promise<void> {
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Name').fill('Rahima Khatun');
  await page.getByLabel('Company').fill('Padma Apparels Ltd.');
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

/** Opens the mail of the stack's mailbox and follows its link, as in a mail program. */
async function followMailedLink(page: Page, email: string): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
      return ((await answer.json()) as { messages: unknown[] }).messages.length;
    })
    .toBeGreaterThan(0);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await page
    .getByRole('link', { name: /verify-email/ })
    .first()
    .click();
}

describe('the way to the first result', () => {
  it.each([
    ['a laptop', laptop, 'rahima-laptop@example.test', '+8801712345671'],
    ['a phone', phone, 'rahima-phone@example.test', '+8801712345672'],
  ])(
    'from the home page to the first downloaded result it takes at most six clicks on %s',
    async (name, viewport, email, mobile) => {
      const page = await web.open(stack.app, viewport);
      const clicks = await countClicks(page);
      const begunMs = performance.now();
      await page.goto('/');
      await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click();
      await page.waitForURL('**/sign-up');
      await fillSignUp(page, email, mobile);
      await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
      await page.getByText('it verifies your address and signs you in').waitFor();
      await followMailedLink(page, email);
      await page.getByRole('link', { name: 'Go to Dashboard' }).click();
      await page.getByRole('button', { name: 'Run the Sample' }).click();
      const download = page.getByRole('link', { name: 'Download ZIP' });
      await download.waitFor({ timeout: JOB_MS });
      const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
      const files = await unzip(await readFile(await file.path()));
      const seconds = Math.round((performance.now() - begunMs) / 1_000);
      process.stderr.write(`First result on ${name}: ${clicks()} clicks, ${seconds} s.\n`);
      expect([...files.keys()]).toContainEqual(expect.stringContaining('practice_result.xlsx'));
      expect(clicks()).toBeLessThanOrEqual(CLICKS_MAX);
      await page.context().close();
    },
  );

  it('after the countdown the link of the mail leads to the dashboard without a click', async () => {
    const page = await web.open(stack.app);
    const email = 'waiting@example.test';
    await page.goto('/sign-up');
    await fillSignUp(page, email, '+8801712345673');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await page.getByText('it verifies your address and signs you in').waitFor();
    await followMailedLink(page, email);
    await page.getByText('You are signed in.').waitFor();
    await page.waitForURL('**/dashboard');
    await page.getByRole('button', { name: 'Run the Sample' }).waitFor();
    await page.context().close();
  });

  it('in another browser the link verifies the address and signs nobody in', async () => {
    const page = await web.open(stack.app);
    const email = 'elsewhere@example.test';
    await page.goto('/sign-up');
    await fillSignUp(page, email, '+8801712345674');
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await page.getByText('it verifies your address and signs you in').waitFor();
    const other = await web.open(stack.app);
    await followMailedLink(other, email);
    await other.getByText('Your email address is verified.').waitFor();
    await other.getByText('You can sign in now.').waitFor();
    expect(await other.getByRole('link', { name: 'Go to Dashboard' }).count()).toBe(0);
    const { user } = (await (await other.request.get('/api/auth/me')).json()) as { user: unknown };
    expect(user).toBeNull();
    await page.context().close();
    await other.context().close();
  });

  it('a person who is signed in is led from the sign-up page to the dashboard', async () => {
    const page = await web.open(stack.app);
    await page.request.post('/api/auth/login', { data: { email: 'demo@chalan.test', password: 'demo1234' } });
    await page.goto('/sign-up');
    await page.waitForURL('**/dashboard');
    await page.context().close();
  });

  it.each(todaysLooks(4))('the sign-up page has no serious problem under axe: $name', async (look) => {
    const page = await web.open(stack.app, look.viewport, look.colorScheme);
    await page.context().setExtraHTTPHeaders({ 'accept-language': look.language });
    await page.goto('/sign-up');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const review = reviewOf(page);
    await review.look('sign-up');
    expect(review.problems).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });
});

describe('the catalogue', () => {
  it('a service can be used from its card before anything else of it, and its details are one click away', async () => {
    const page = await web.open(stack.app);
    await page.goto('/services');
    const card = page.getByRole('article', { name: 'EXP Search' });
    await card.waitFor();
    const buttons = await card.getByRole('button').allInnerTexts();
    expect(buttons).toEqual(['Use', 'Add to Cart']);
    const features = card.getByRole('list');
    expect(await features.isVisible()).toBe(false);
    await card.locator('summary').click();
    await features.waitFor();
    await page.context().close();
  });
});
