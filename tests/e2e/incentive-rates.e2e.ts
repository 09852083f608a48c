/** An administrator maintains the rates of the cash incentive, in a real browser on the real processes. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { signIn as signInOverHttp, type Customer } from '#temporal/local/customer.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, reviewOf, signIn, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

let stack: TestStack;
let admin: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  admin = await signInOverHttp(stack.app, 'admin@chalan.test', 'admin1234');
});

/** The percentages and days of a scheme's rates. */
const ratesOf = async (scheme: string): Promise<[number, string, string | null][]> => {
  const { rates } = await admin.read<{ rates: IncentiveRate[] }>('/api/admin/incentive-rates');
  return rates
    .filter((rate) => rate.scheme === scheme)
    .map(({ ratePercent, validFrom, validTo }) => [ratePercent, validFrom, validTo]);
};

async function openRates(viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await web.open(stack.app, viewport, colorScheme);
  await signIn(page, 'admin@chalan.test', 'admin1234');
  await page.goto('/admin?tab=system');
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
