/** A customer pays at bKash in a window whose page no longer waits for the result. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { CONFIRMED_MS, openBkash, payOn } from '#tests/harness/bkash-payer.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const wallet = '01770618575';
let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

const reload = async (page: Page): Promise<void> => {
  await page.reload();
};
const closeDialog = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: /bKash/ });
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await dialog.waitFor({ state: 'hidden' });
};

it.each([
  ['was loaded again', reload, 60],
  ['no longer shows its dialog', closeDialog, 61],
])(
  'a payment whose page %s shows its result in its own window, and the page its new balance',
  async (_, leave, amountBdt) => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: '/dashboard?tab=credits' });
    const answer = await page.request.get('/api/auth/me');
    const { user } = (await answer.json()) as { user: { credits: number } };
    await page.getByRole('button', { name: 'Buy Credits' }).first().click();
    await page.getByLabel('Or another amount in taka').fill(String(amountBdt));
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const bkash = await openBkash(page);
    await leave(page);
    await payOn(bkash, wallet);
    await bkash.getByText('Payment received').first().waitFor({ timeout: CONFIRMED_MS });
    const balance = (user.credits + 2 * amountBdt).toFixed(2);
    await page.getByRole('banner').getByText(`${balance} cr`).waitFor();
    expect(bkash.isClosed()).toBe(false);
    await page.context().close();
  },
);
