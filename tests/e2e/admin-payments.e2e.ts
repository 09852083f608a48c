/** An administrator handles payments, in a real browser on the real processes; the sandbox simulates bKash. */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { adjustCredits, balancesOf } from '#api/domain/credits/ledger.ts';
import type { AdminPayment } from '#contracts/calls/payments-answers.ts';
import { signIn as signInOverHttp, type Customer } from '#temporal/local/customer.ts';
import { beginPayment, pay } from '#tests/harness/account-data.ts';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import {
  laptop,
  phone,
  reviewOf,
  seriousProblems,
  todaysLooks,
  useWebPages,
} from '#tests/harness/web-pages.ts';
import { firstWallet } from '#tests/sandbox/bkash/merchant.ts';

const CARRIED_OUT_MS = 40_000;
const reason = 'Asked for by mail';

let stack: TestStack;
let demo: Customer;
let admin: Customer;
let paidTrxId: string;
let heldInvoice: string;
const web = useWebPages();

async function paymentOf(search: string): Promise<AdminPayment> {
  const path = `/api/admin/payments?search=${encodeURIComponent(search)}`;
  const { payments } = await admin.read<{ payments: AdminPayment[] }>(path);
  const [payment] = payments;
  if (!payment || payments.length > 1) throw new Error(`"${search}" finds ${payments.length} payments.`);
  return payment;
}

/** Calls the control API of the sandbox's bKash. */
const bkash = (path: string, body: object): Promise<Response> =>
  fetch(`${stack.sandbox}/bkash/__control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates a payment for which bKash reports another amount than was agreed; returns its invoice. */
async function holdPayment(amountBdt: number, saidBdt: string): Promise<string> {
  const { paymentID } = await beginPayment(demo, amountBdt);
  await bkash('/tamper', { operation: 'execute', amount: saidBdt });
  const approved = await bkash(`/payments/${paymentID}/approve`, { wallet: firstWallet });
  const { redirectUrl } = (await approved.json()) as { redirectUrl: string };
  await fetch(redirectUrl, { redirect: 'manual' });
  await until('the payment to be held', async () => (await paymentOf(paymentID)).state === 'held');
  return (await paymentOf(paymentID)).invoice;
}

/** Makes it look as if the demo customer had spent all credits except these. */
async function leaveCredits(credits: number): Promise<void> {
  const { availableHundredths } = await balancesOf(stack.db, demo.userId);
  await adjustCredits(stack.db, {
    userId: demo.userId,
    amountHundredths: availableHundredths - BigInt(credits * 100),
    operation: 'deduct',
    key: crypto.randomUUID(),
    actorId: admin.userId,
    description: quote('Spent'),
  });
}

const creditsLeft = async (): Promise<number> =>
  Number((await balancesOf(stack.db, demo.userId)).availableHundredths) / 100;

beforeAll(async () => {
  stack = await startTestStack();
  demo = await stack.demo();
  admin = await signInOverHttp(stack.app, 'admin@chalan.test', 'admin1234');
  paidTrxId = (await pay(demo, 250)).trxID ?? '';
  await pay(demo, 71, 'cancel');
  heldInvoice = await holdPayment(81, '80.00');
});

function openAdmin(query = '', viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  return web.openSignedIn(stack.app, {
    as: demoAdministrator,
    at: `/admin?tab=system&section=payments${query}`,
    viewport,
    colorScheme,
  });
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'trxID, invoice or email' });
const open = (page: Page, number: string) =>
  page.getByRole('button', { name: `Open the payment ${number}` }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Payment of/ });
const refundButton = (page: Page) => dialog(page).getByRole('button', { name: /^Refund/ });

describe('the administration of payments', () => {
  it('a customer cannot see the administration', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: '/admin' });
    await page.waitForURL('**/dashboard');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Account of/ })
      .click();
    const account = page.getByRole('dialog', { name: 'Account' });
    await account.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await account.getByText('Admin Panel').count()).toBe(0);
    await page.context().close();
  });

  it('the list of payments says that it could not be loaded, and loads when tried again', async () => {
    const page = await openAdmin();
    await page.route('**/api/admin/payments?**', (route) => route.abort());
    await page.reload();
    await page.getByText('The payments could not be loaded.').waitFor({ timeout: CARRIED_OUT_MS });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('3 payments', { exact: true }).waitFor();
    await page.context().close();
  });

  it('the list of payments finds a payment by number and state, and a reload keeps both', async () => {
    const page = await openAdmin();
    await page.getByText('3 payments', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancelled', exact: true }).click();
    await page.getByText('1 payment', { exact: true }).waitFor();
    await search(page).fill(paidTrxId);
    await page.getByText('No payment matches these filters').waitFor();
    await page.reload();
    await page.getByText('No payment matches these filters').waitFor();
    expect(await search(page).inputValue()).toBe(paidTrxId);
    await page.getByRole('button', { name: 'Paid', exact: true }).click();
    await page.getByText('1 payment', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('paid');
    await search(page).fill(`${paidTrxId}0`);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('3 payments', { exact: true }).waitFor();
    expect(await search(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('a refund of a part leaves exactly the rest, and asks again about spent credits for another amount', async () => {
    const page = await openAdmin(`&search=${paidTrxId}`);
    await open(page, paidTrxId);
    const amount = dialog(page).getByLabel('Amount to send back, in BDT');
    expect(await amount.inputValue()).toBe('250.00');
    expect(await refundButton(page).isDisabled()).toBe(true);
    await amount.fill('4.23');
    const why = dialog(page).getByLabel('Reason');
    await why.fill(reason);
    await why.press('Enter');
    await page.getByText('The refund is on its way.').waitFor();
    await page.getByText('৳4.23 refunded').waitFor({ timeout: CARRIED_OUT_MS });

    await leaveCredits(10);
    await open(page, paidTrxId);
    expect(await amount.inputValue()).toBe('245.77');
    await why.fill(reason);
    await why.press('Enter');
    const question = dialog(page).getByText('Some of these credits have been spent');
    await question.waitFor();
    await why.press('Enter');
    await dialog(page).getByText('491.54 credits should come back').waitFor();
    await amount.fill('100');
    await question.waitFor({ state: 'hidden' });
    await refundButton(page).click();
    await dialog(page).getByText('200.00 credits should come back').waitFor();
    expect(await creditsLeft()).toBe(10);
    await refundButton(page).click();
    await page.getByText('৳104.23 refunded').waitFor({ timeout: CARRIED_OUT_MS });
    expect(await creditsLeft()).toBe(0);
    const { refunds } = await paymentOf(paidTrxId);
    expect(refunds.map(({ amount: bdt, creditsTaken, state }) => [bdt, creditsTaken, state])).toEqual([
      [4.23, 8.46, 'done'],
      [100, 10, 'done'],
    ]);
    await page.context().close();
  });

  it("an open end is shown beside bKash's list, and is decided with a reason", async () => {
    // The money is refunded in bKash's merchant portal, which the platform does not know.
    const { paymentId } = await paymentOf(paidTrxId);
    await bkash(`/payments/${paymentId}/refund`, { amount: '20.00' });
    const page = await openAdmin(`&search=${paidTrxId}`);
    await open(page, paidTrxId);
    await dialog(page).getByLabel('Amount to send back, in BDT').fill('1');
    await dialog(page).getByLabel('Reason').fill(reason);
    await refundButton(page).click();
    await dialog(page).getByText('Some of these credits have been spent').waitFor();
    await refundButton(page).click();
    await until('the list to be compared', async () => (await paymentOf(paidTrxId)).openEnds.length === 1);
    await page.reload();
    // The other one is the held payment.
    await page.getByText('2 payments need a decision.').waitFor({ timeout: CARRIED_OUT_MS });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('2 payments', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('state')).toBe('decision');
    await open(page, paidTrxId);
    const twin = dialog(page).getByRole('region', { name: /was not requested here/ });
    await twin.getByText('not accounted for').waitFor();
    expect(await twin.getByText(', accounted for').count()).toBe(3);
    expect(await seriousProblems(page)).toEqual([]);
    const count = twin.getByRole('button', { name: 'Count It' });
    expect(await count.isDisabled()).toBe(true);
    await twin.getByLabel('Reason for your decision').fill('Made by hand in the merchant portal');
    await count.click();
    await page.getByText('Your decision is being carried out.').waitFor();
    await page.getByText('1 payment', { exact: true }).waitFor();
    expect(await paymentOf(paidTrxId)).toMatchObject({ refunded: 125.23, openEnds: [] });
    await page.context().close();
  });

  it('a payment whose figures differ is decided with a reason', async () => {
    const before = await creditsLeft();
    const page = await openAdmin('&state=held', phone, 'dark');
    await open(page, heldInvoice);
    await dialog(page).getByText('bKash’s report differs from what was agreed').waitFor();
    const credit = dialog(page).getByRole('button', { name: 'Credit as Agreed' });
    expect(await credit.isDisabled()).toBe(true);
    await dialog(page).getByLabel('Reason for your decision').fill('Checked with bKash');
    await credit.click();
    await page.getByText('Your decision is being carried out.').waitFor();
    await until('the credits', async () => (await creditsLeft()) === before + 162);
    expect((await paymentOf(heldInvoice)).state).toBe('paid');
    await page.context().close();
  });
});

describe('accessibility of the administration', () => {
  it.each(todaysLooks(0))(
    'the administration of payments has no serious axe problem on $name',
    async ({ viewport, colorScheme }) => {
      const page = await openAdmin('', viewport, colorScheme);
      const { look, problems } = reviewOf(page);
      await page.getByText('3 payments', { exact: true }).waitFor();
      await page.getByText('No bKash notification is open').waitFor();
      await look('list');
      await open(page, paidTrxId);
      await refundButton(page).waitFor();
      await look('payment');
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await dialog(page).waitFor({ state: 'hidden' });
      await search(page).fill('nobody@example.test');
      await page.getByText('No payment matches these filters').waitFor();
      await look('nothing found');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
