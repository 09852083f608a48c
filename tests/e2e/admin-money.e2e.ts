/**
 * What administrators decide about money, in a real browser on the real processes. Two administrators in two browsers: a
 * request above a limit takes effect when the other administrator confirms it. One administrator maintains the rates of
 * the cash incentive.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { addSecondAdministrator, confirmAsSecond } from '#tests/harness/stack-administrators.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { laptop, reviewOf, seriousProblems, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 180_000;

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function giveCredits(page: Page, credits: string): Promise<void> {
  await page.goto(`/admin?tab=users&search=${demoCustomer.email}`);
  await button(page, `Details of ${demoCustomer.email}`).click();
  await button(page, 'Edit').click();
  await page.getByLabel('Credits', { exact: true }).fill(credits);
  await page.getByLabel('Reason').fill('A large order');
  await button(page, 'Save Changes').click();
}

const confirm = (reason: string): Promise<Page> => confirmAsSecond(stack, web, reason);

describe('credits above the limit', () => {
  it(
    'credits above the limit wait for a second administrator, who reviews and confirms them with a password',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoAdministrator, at: '/admin?tab=approvals' });
      await page.getByText('You are the only administrator who can confirm').waitFor();
      await addSecondAdministrator(stack);
      await giveCredits(page, '90000');
      await page.getByText('Nothing is changed yet').first().waitFor();
      await page.goto('/admin?tab=approvals');
      await page.getByText('Another administrator confirms your request.').waitFor();
      expect(await button(page, 'Confirm').count()).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);

      const other = await confirm('A large order');
      await other.getByRole('region', { name: 'Earlier requests' }).getByText('Confirmed').first().waitFor();

      const { user } = await (await stack.demo()).read<{ user: { credits: number } }>('/api/auth/me');
      expect(user.credits).toBe(90_000);
    },
    STORY_MS,
  );
});

describe('the price of a credit', () => {
  it(
    'a changed price waits for a second administrator, and until then every form shows the current price',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoAdministrator });
      await addSecondAdministrator(stack);
      await page.goto('/admin?tab=system');
      const form = page.getByRole('region', { name: 'Credit settings' });
      const perTaka = form.getByLabel('Credits per BDT');
      const held = await perTaka.inputValue();
      await perTaka.fill('3.00');
      await form.getByLabel('Reason').fill('The new price list');
      await form.getByRole('button', { name: /^Save/ }).click();
      await page.getByText('Nothing is changed yet').first().waitFor();
      expect(await perTaka.inputValue()).toBe(held);

      const other = await confirm('The new price list');
      await other.goto('/admin?tab=system');
      const price = other.getByRole('region', { name: 'Credit settings' }).getByLabel('Credits per BDT');
      await until('the new price', async () => (await price.inputValue()) === '3.00');
    },
    STORY_MS,
  );
});

/** The percentages and days of a scheme's rates. */
const ratesOf = async (scheme: string): Promise<[number, string, string | null][]> => {
  const { rates } = await (
    await stack.admin()
  ).read<{ rates: IncentiveRate[] }>('/api/admin/incentive-rates');
  return rates
    .filter((rate) => rate.scheme === scheme)
    .map(({ ratePercent, validFrom, validTo }) => [ratePercent, validFrom, validTo]);
};

async function openRates(viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await web.openSignedIn(stack.app, {
    as: demoAdministrator,
    at: '/admin?tab=system&section=rates',
    viewport,
    colorScheme,
  });
  await panel(page).getByText('Garment SME').waitFor();
  return page;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Cash incentive rates' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /rate$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(label);
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Rate' }).click();

describe('the rates of the cash incentive', () => {
  it('a rate is added, refused without losing input if it overlaps, and removed only with a reason', async () => {
    const page = await openRates();
    await panel(page).getByRole('button', { name: 'Add Rate' }).click();
    await save(page);
    await dialog(page).getByText('The first day is needed.').waitFor();
    await field(page, 'Scheme').selectOption({ label: 'Garment SME' });
    await field(page, 'Rate, in % of net FOB').fill('2.50');
    await field(page, 'First day of shipment').fill('2026-06-30');
    await field(page, 'Reason').fill('FE Circular of July 2026');
    await save(page);
    await dialog(page).getByText('This scheme has a rate of 3 % from 1 Jan 2026 to 30 Jun 2026.').waitFor();
    expect(await field(page, 'Rate, in % of net FOB').inputValue()).toBe('2.50');
    await field(page, 'First day of shipment').fill('2026-07-01');
    await save(page);
    await page.getByText('The rate is added.').waitFor();
    expect(await ratesOf('SME')).toEqual([
      [2.5, '2026-07-01', null],
      [3, '2026-01-01', '2026-06-30'],
    ]);

    const change = panel(page).getByRole('button', {
      name: 'Change the rate of Garment SME from 1 Jul 2026',
    });
    await change.click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await dialog(page).getByText('A reason is needed, such as the circular.').waitFor();
    await field(page, 'Reason').fill('Taken back');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The rate is removed.').waitFor();
    await change.waitFor({ state: 'hidden' });
    expect(await ratesOf('SME')).toHaveLength(1);
    await page.context().close();
  });

  it.each(todaysLooks(1))(
    'the rates of the cash incentive have no serious axe problem and no overflow on $name',
    async ({ viewport, colorScheme }) => {
      const page = await openRates(viewport, colorScheme);
      const { look, problems } = reviewOf(page);
      await look('list');
      await panel(page).getByRole('button', { name: 'Add Rate' }).click();
      await save(page);
      await dialog(page).getByText('The first day is needed.').waitFor();
      await look('dialog');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
