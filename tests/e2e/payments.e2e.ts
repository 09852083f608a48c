/** A customer buys credits with bKash, in a real browser on the real processes; the sandbox simulates bKash. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONFIRMED_MS, enterWallet, openBkash, payOn } from '#tests/harness/bkash-payer.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import {
  fillSignIn,
  laptop,
  phone,
  reviewOf,
  seriousProblems,
  useWebPages,
} from '#tests/harness/web-pages.ts';

const wallets = { rahim: '01770618575', karim: '01929918378', jamila: '01770618576', sufia: '01877722345' };
const poorWallet = '01823074817';

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  // A payment whose window is closed after the PIN is completed only if the merchant has switched this on.
  stack = await startTestStack({ BKASH_EXECUTE_LATE: 'true' });
});

function openAsDemo(viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoCustomer, viewport, colorScheme });
}

async function balance(page: Page): Promise<number> {
  const response = await page.request.get('/api/auth/me');
  const { user } = (await response.json()) as { user: { credits: number } };
  return user.credits;
}

/** Changes the price as an administrator does in the settings. */
async function setCreditsPerBdt(creditsPerBDT: number): Promise<void> {
  const admin = await stack.admin();
  await admin.call('/api/settings', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ creditsPerBDT }),
  });
}

async function openBuyCredits(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .click();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Buy Credits' }).click();
  await page.getByRole('dialog', { name: 'Buy Credits' }).waitFor();
}

/** From the choice of an amount to the dialog that asks for payment. */
async function chooseAmount(page: Page, amountBdt: number): Promise<void> {
  await openBuyCredits(page);
  await page.getByLabel('Or another amount in taka').fill(String(amountBdt));
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('dialog', { name: 'Pay with bKash' }).waitFor();
}

const received = (page: Page) => page.getByRole('dialog', { name: 'Payment received' });
const notCompleted = (page: Page) => page.getByRole('dialog', { name: 'Payment not completed' });

async function cartOf(page: Page): Promise<{ items: unknown[] }> {
  const text = await page.evaluate<string | null>(`localStorage.getItem('chalan-cart')`);
  return JSON.parse(text ?? '{"items":[]}') as { items: unknown[] };
}

describe('a payment that fails', () => {
  it("a payment from a wallet without money shows bKash's message, and can be tried again with another", async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 60);
    await payOn(await openBkash(page), poorWallet);
    await notCompleted(page).getByText('Insufficient Balance').waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before);

    await notCompleted(page).getByRole('button', { name: 'Try Again' }).click();
    await payOn(await openBkash(page), wallets.rahim);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before + 120);
    await page.context().close();
  });

  it('a payment that the payer cancels at bKash is shown as cancelled, and costs nothing', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 61);
    const bkash = await openBkash(page);
    await bkash.getByRole('button', { name: 'Cancel' }).click();
    await notCompleted(page)
      .getByText(/cancelled/)
      .waitFor({ timeout: CONFIRMED_MS });
    await expect.poll(() => bkash.isClosed()).toBe(true);
    await notCompleted(page).getByRole('button', { name: 'Cancel' }).click();
    await notCompleted(page).waitFor({ state: 'hidden' });
    expect(await balance(page)).toBe(before);
    await page.context().close();
  });

  it('a payment whose window was closed too early goes on in another one, as the same payment', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 58);
    const first = await openBkash(page);
    const address = first.url();
    await first.close();
    const checking = page.getByRole('dialog', { name: 'Checking your payment' });
    const [second] = await Promise.all([
      page.waitForEvent('popup'),
      checking.getByRole('button', { name: 'Continue at bKash' }).click(),
    ]);
    await second.getByLabel('Wallet number').waitFor();
    expect(second.url()).toBe(address);
    await payOn(second, wallets.rahim);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before + 116);
    await page.context().close();
  });

  it('an unfinished payment can be continued from its line in the transactions, or paid again as another one', async () => {
    const page = await openAsDemo();
    await chooseAmount(page, 59);
    const first = await openBkash(page);
    const address = first.url();
    await first.close();
    const checking = page.getByRole('dialog', { name: 'Checking your payment' });
    await checking.getByText('The payment is not finished yet').waitFor();
    await checking.getByRole('button', { name: 'Close' }).first().click();
    await page.goto('/dashboard?tab=transactions');
    const line = page.getByRole('row').filter({ hasText: '৳59.00' });
    await line.getByRole('button', { name: 'Continue at bKash' }).click();
    const same = await openBkash(page);
    expect(same.url()).toBe(address);
    await same.close();
    await checking.getByRole('button', { name: 'Pay Again' }).click();
    await page.getByText('Pay only one of the two').waitFor();
    const other = await openBkash(page);
    expect(other.url()).not.toBe(address);
    await page.context().close();
  });

  it('a payment of an amount that cannot be bought is not started', async () => {
    const page = await openAsDemo();
    await openBuyCredits(page);
    const dialog = page.getByRole('dialog', { name: 'Buy Credits' });
    const proceed = dialog.getByRole('button', { name: 'Proceed to Payment' });
    await proceed.click();
    await dialog.getByText('Please select a package or enter an amount').waitFor();
    await dialog.getByLabel('Or another amount in taka').fill('49.99');
    await proceed.click();
    await dialog.getByText('Minimum purchase amount is 50 BDT').waitFor();
    await page.context().close();
  });
});

describe('a payment that succeeds', () => {
  it('a payment adds the credits of a package, and its window closes by itself [buy-a-package]', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await openBuyCredits(page);
    await page.getByText('Popular').click();
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const bkash = await openBkash(page);
    const closed = bkash.waitForEvent('close', { timeout: CONFIRMED_MS });
    await payOn(bkash, wallets.karim);
    await received(page).getByText('500.00 credits for ৳250.00').waitFor({ timeout: CONFIRMED_MS });
    await closed;
    await page.getByText('500.00 credits added to your balance.').waitFor();
    await received(page).waitFor({ state: 'hidden' });
    expect(await balance(page)).toBe(before + 500);
    await page.context().close();
  });

  it("a payment from a signed-out visitor's cart leads through sign-in, and empties the cart once paid [buy-from-the-cart]", async () => {
    const page = await web.open(stack.app, phone, 'dark');
    await page.goto('/services');
    const add = page.getByRole('button', { name: 'Add to Cart: EXP Search' });
    await add.click();
    expect(await page.getByRole('button', { name: 'Added to Cart: EXP Search' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cart, 1 service' }).click();
    const cart = page.getByRole('dialog', { name: 'Cart' });
    expect(await cart.getByRole('button', { name: '50 credits fewer' }).isDisabled()).toBe(true);
    await cart.getByRole('button', { name: '50 credits more' }).click();
    await cart.getByText('৳125').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await cart.getByRole('button', { name: 'Purchase' }).click();
    await fillSignIn(page, 'demo@chalan.test', 'demo1234');
    const before = await balance(page);
    const bkash = await openBkash(page);
    expect((await cartOf(page)).items).toHaveLength(1);
    await payOn(bkash, wallets.jamila);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    await page.getByRole('button', { name: 'Cart', exact: true }).waitFor();
    expect((await cartOf(page)).items).toEqual([]);
    expect(await balance(page)).toBe(before + 250);
    await page.context().close();
  });

  it('a payment asks again if the price has changed since it was shown, and gives what was confirmed', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 64);
    const ask = page.getByRole('dialog', { name: 'Pay with bKash' });
    await ask.getByText('128.00 credits').waitFor();
    await setCreditsPerBdt(1);
    await ask.getByRole('button', { name: 'Pay with bKash' }).click();
    await ask.getByText('The price has changed. Please confirm the new price.').waitFor();
    await ask.getByText('64.00 credits').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await payOn(await openBkash(page), wallets.karim);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before + 64);
    await page.context().close();
  });

  it('a payment from a cart keeps its credits at a changed price, and the cart shows the new price', async () => {
    await setCreditsPerBdt(2);
    const page = await openAsDemo();
    await page.goto('/services');
    const cart = page.getByRole('dialog', { name: 'Cart' });
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await cart.getByRole('button', { name: '500' }).click();
    await cart.getByText('৳250', { exact: true }).waitFor();
    await cart.getByRole('button', { name: 'Purchase' }).click();
    const ask = page.getByRole('dialog', { name: 'Pay with bKash' });
    await setCreditsPerBdt(1);
    await ask.getByRole('button', { name: 'Pay with bKash' }).click();
    await ask.getByText('The price has changed. Please confirm the new price.').waitFor();
    await ask.getByText('৳500.00').waitFor();
    await ask.getByText('500.00 credits').waitFor();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await cart.getByText('৳500', { exact: true }).waitFor();
    await setCreditsPerBdt(2);
    await page.context().close();
  });

  it('a payment works in the same tab if the browser blocks the window [blocked-window]', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await page.evaluate('window.open = () => null');
    await chooseAmount(page, 62);
    await page.getByRole('button', { name: 'Pay with bKash' }).click();
    await page.getByText('Please allow popups for bKash payment').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue in this tab' }).click();
    await payOn(page, wallets.rahim);
    await page.getByText('Payment received').waitFor({ timeout: CONFIRMED_MS });
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/dashboard');
    expect(await balance(page)).toBe(before + 124);
    await page.context().close();
  });

  it('a payment whose window is closed after the PIN is found by querying bKash [closed-window]', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 63);
    const bkash = await openBkash(page);
    await enterWallet(bkash, wallets.sufia);
    // The browser is closed after bKash has received the PIN, before it can follow the redirect.
    await bkash.route(bkash.url(), async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await bkash.close();
    });
    await Promise.all([bkash.waitForEvent('close'), bkash.getByRole('button', { name: 'Confirm' }).click()]);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before + 126);
    await page.context().close();
  });

  it('a payment is checked only on a message of its own window, and messages of others are ignored [foreign-window-message]', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    await chooseAmount(page, 65);
    const bkash = await openBkash(page);
    await page.evaluate(`window.heard = 0; addEventListener('message', () => { window.heard += 1; })`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const message = `{ source: 'chalan-payment', type: 'success' }`;
    // From our window while it shows another site, and from another window of our own site.
    await bkash.evaluate(`opener.postMessage(${message}, '*')`);
    await page.evaluate(`window.postMessage(${message}, '*')`);
    await until('both messages', async () => Boolean(await page.evaluate('window.heard === 2')));
    // If the page believed that the payer had returned, it would ask the server before it is idle again.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))');
    expect(asked.filter((url) => url.includes('/api/bkash/'))).toEqual([]);
    await page.getByRole('dialog', { name: 'Finish in the bKash window' }).waitFor();
    await payOn(bkash, wallets.rahim);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    expect(await balance(page)).toBe(before + 130);
    await page.context().close();
  });

  it('one cart is paid once, however many tabs try to pay it', async () => {
    const page = await openAsDemo();
    const before = await balance(page);
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await tab.goto('/services');
      await tab.getByRole('button', { name: 'Cart', exact: true }).click();
      await tab.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: '500' }).click();
      await tab.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Purchase' }).click();
      await tab.getByRole('dialog', { name: 'Pay with bKash' }).waitFor();
    }
    await page.bringToFront();
    await payOn(await openBkash(page), wallets.rahim);
    await received(page).waitFor({ timeout: CONFIRMED_MS });
    await second.bringToFront();
    await second.getByRole('button', { name: 'Pay with bKash' }).click();
    await received(second).getByText('This order is already paid.').waitFor();
    expect(await balance(page)).toBe(before + 500);
    await page.context().close();
  });
});

describe('accessibility of buying credits', () => {
  const views = [
    ['laptop', laptop, 'dark'],
    ['phone', phone, 'light'],
  ] as const;

  it.each(todaysShare(views))(
    'the payment dialogs have no serious axe problem on a %s',
    async (_, viewport, colorScheme) => {
      const page = await openAsDemo(viewport, colorScheme);
      const { look, problems } = reviewOf(page);
      await openBuyCredits(page);
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await look('choice with an error');
      await page.getByText('Popular').click();
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await page.getByRole('dialog', { name: 'Pay with bKash' }).waitFor();
      await look('payment');
      const bkash = await openBkash(page);
      await page.getByRole('dialog', { name: 'Finish in the bKash window' }).waitFor();
      await look('bKash window open');
      await bkash.getByRole('button', { name: 'Cancel' }).click();
      await notCompleted(page).waitFor({ timeout: CONFIRMED_MS });
      await look('not completed');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
