/** A cart that is paid from the list of transactions, with another payment than the one that the cart has begun. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { CONFIRMED_MS, openBkash, payOn } from '#tests/harness/bkash-payer.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, useWebPages } from '#tests/harness/web-pages.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});

type StoredCart = { items: unknown[]; credits: number | null; order: { paymentId: string | null } | null };
async function cartOf(page: Page): Promise<StoredCart> {
  const text = await page.evaluate<string | null>(`localStorage.getItem('chalan-cart')`);
  return JSON.parse(text ?? 'null') as StoredCart;
}

/** Begins to pay for a cart of one service, and leaves its payment unfinished. */
async function leaveUnfinished(page: Page): Promise<void> {
  await page.goto('/services');
  await page.getByRole('button', { name: 'Add to Cart: EXP Search' }).click();
  await page.getByRole('button', { name: 'Cart, 1 service' }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByRole('button', { name: '500' }).click();
  await cart.getByRole('button', { name: 'Purchase' }).click();
  await (await openBkash(page)).close();
  const checking = page.getByRole('dialog', { name: 'Checking your payment' });
  await checking.getByText('The payment is not finished yet').waitFor();
  await checking.getByRole('button', { name: 'Close' }).first().click();
}

/** Opens bKash's window for another payment of the order. */
async function payAgain(page: Page): Promise<Page> {
  await page.goto('/dashboard?tab=transactions');
  const line = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Pay Again' }) });
  await line.getByRole('button', { name: 'Pay Again' }).first().click();
  return openBkash(page);
}

it('a cart that is paid again from the transactions is emptied', async () => {
  const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport: laptop });
  await leaveUnfinished(page);
  const { items, order } = await cartOf(page);
  expect(items).toHaveLength(1);
  const bkash = await payAgain(page);
  const begun = (await cartOf(page)).order?.paymentId;
  expect(begun).toEqual(expect.any(String));
  // The page may be left while the payment is confirmed: the cart then asks about this payment.
  expect(begun).not.toBe(order?.paymentId);
  await payOn(bkash, firstWallet);
  await page.getByRole('dialog', { name: 'Payment received' }).waitFor({ timeout: CONFIRMED_MS });
  await page.getByRole('button', { name: 'Cart, 1 service' }).waitFor({ state: 'hidden' });
  expect(await cartOf(page)).toEqual({ items: [], credits: null, order: null });
  await page.context().close();
});
