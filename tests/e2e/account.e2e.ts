/** A customer views credits, payments and the credit history, in a real browser on the real processes. */
import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CreditHistoryAnswer } from '#contracts/calls/credits-answers.ts';
import type { TransactionsAnswer } from '#contracts/calls/payments-answers.ts';
import { signIn as signInByApi, type Customer } from '#temporal/local/customer.ts';
import { beginPayment, pay, refund, runSample } from '#tests/harness/account-data.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, reviewOf, seriousProblems, todaysLooks, useWebPages } from '#tests/harness/web-pages.ts';

const DATA_MS = 240_000;
/** Reads are retried twice with a growing pause before a list reports a failure. */
const FAILURE_SHOWN_MS = 60_000;
const bigTrxAmountBdt = 500;
const refundedBdt = 120;
/** Fills two pages of transactions together with the two paid ones and the cancelled one. */
const waitingPayments = 9;

let stack: TestStack;
let customer: Customer;
let paid: { trxID: string | null };
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  await pay(customer, 250);
  paid = await pay(customer, bigTrxAmountBdt);
  const admin = await signInByApi(stack.app, 'admin@chalan.test', 'admin1234');
  await refund(admin, paid.trxID ?? '', refundedBdt);
  await pay(customer, 60, 'cancel');
  for (let payment = 0; payment < waitingPayments; payment += 1) await beginPayment(customer, 70 + payment);
  await Promise.all([
    runSample(customer, 'ctg-port-tracking', 'boxes-june.csv'),
    runSample(customer, 'ctg-port-tracking', 'boxes-july.csv'),
    runSample(customer, 'damco-tracking-maersk', 'maersk.csv'),
  ]);
}, DATA_MS);

function openTab(tab: string, viewport = laptop, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  return web.openSignedIn(stack.app, {
    as: demoCustomer,
    at: `/dashboard?tab=${tab}`,
    viewport,
    colorScheme,
  });
}

/** The table's lines without its heading, as text. */
const lines = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

const total = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();

const choose = (page: Page, filter: string, choice: string): Promise<void> =>
  page.getByRole('group', { name: filter }).getByRole('button', { name: choice, exact: true }).click();

async function exported(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return { name: download.suggestedFilename(), rows: data };
}

const todayInDhaka = (): string => new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });

/** Cuts a list off from the server, checks its failure message, and lets it recover. */
async function failsAndRecovers(tab: string, calls: string, failure: string, retry: string): Promise<void> {
  const page = await web.openSignedIn(stack.app, { as: demoCustomer });
  await page.route(calls, (route) => route.abort());
  await page.goto(`/dashboard?tab=${tab}`);
  const alert = page.getByRole('alert').filter({ hasText: failure });
  await alert.waitFor({ timeout: FAILURE_SHOWN_MS });
  expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await page.unroute(calls);
  await alert.getByRole('button', { name: retry }).click();
  await lines(page).first().waitFor();
  expect(await alert.count()).toBe(0);
  await page.context().close();
}

describe('the Transactions tab', () => {
  it('the Transactions tab says that it failed to load, and loads when tried again', () =>
    failsAndRecovers('transactions', '**/api/transactions/**', 'Failed to load transactions', 'Try Again'));

  it('the Transactions tab shows ten a page, and keeps page and filters through a reload [transactions]', async () => {
    const page = await openTab('transactions');
    await total(page, '12 transactions');
    expect(await lines(page).count()).toBe(10);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.waitForURL(/page=2/);
    await page.reload();
    await total(page, '12 transactions');
    await expect.poll(() => lines(page).count()).toBe(2);

    await choose(page, 'Status', 'Completed');
    await total(page, '2 transactions');
    await choose(page, 'Period', '7 days');
    await page.reload();
    await total(page, '2 transactions');
    expect(new URL(page.url()).searchParams.toString()).toBe('tab=transactions&status=completed&days=7');
    await choose(page, 'Status', 'Refunded');
    await page.getByText('No transaction matches these filters').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await total(page, '12 transactions');
    await page.context().close();
  });

  it('the Transactions tab shows what was refunded, and gives a receipt that is a PDF', async () => {
    const page = await openTab('transactions&status=completed');
    const line = lines(page).filter({ hasText: paid.trxID ?? 'no number' });
    await line.getByText('৳500.00').waitFor();
    await line.getByText('৳120.00 refunded').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      line.getByRole('link', { name: /^Receipt CH-\d{4}-\d{6} as PDF$/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await page.context().close();
  });

  it('the Transactions tab exports everything that matches, not only the page that is shown', async () => {
    const page = await openTab('transactions');
    await total(page, '12 transactions');
    const { name, rows } = await exported(page);
    expect(name).toBe(`chalan-transactions-${todayInDhaka()}.csv`);
    const { transactions } = await customer.read<TransactionsAnswer>(
      `/api/transactions/${customer.userId}?limit=100`,
    );
    expect(
      rows.map((row) => [row['Transaction ID'], Number(row['Amount (BDT)']), Number(row['Refunded (BDT)'])]),
    ).toEqual(transactions.map((known) => [known.transaction_id, known.amount_bdt, known.refunded_bdt]));
    await choose(page, 'Status', 'Failed');
    await total(page, '1 transaction');
    expect((await exported(page)).rows.map((row) => [row['Status'], row['Amount (BDT)']])).toEqual([
      ['Failed', '60'],
    ]);
    await page.context().close();
  });
});

describe('the Credit History tab', () => {
  it('the Credit History tab says that it failed to load, and loads when tried again', () =>
    failsAndRecovers(
      'credit-history',
      '**/credit-history?**',
      'Failed to load credit history. Please try again.',
      'Retry',
    ));

  it('the Credit History tab finds lines by type and by search, and keeps both through a reload [credit-history]', async () => {
    const page = await openTab('credit-history');
    await total(page, '7 lines');
    await choose(page, 'Type', 'Usage');
    await total(page, '3 lines');
    await page.getByRole('searchbox').fill('BOXES');
    await total(page, '2 lines');
    await page.reload();
    await total(page, '2 lines');
    expect(await page.getByRole('searchbox').inputValue()).toBe('BOXES');
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('No entry matches these filters').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await total(page, '7 lines');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.getByLabel('Lines per page').selectOption('50');
    await page.waitForURL(/size=50/);
    await page.context().close();
  });

  it("the Credit History tab opens the steps of a job's line, and links to the job", async () => {
    const page = await openTab('credit-history&type=usage');
    await page.getByRole('button', { name: /boxes-june\.csv/ }).click();
    const steps = lines(page).filter({ hasText: 'Reserved' });
    await steps.getByText('Used').waitFor();
    await steps.getByRole('link', { name: 'Open the job' }).click();
    await page.waitForURL(/\/dashboard\/jobs\//);
    await page.getByText('boxes-june.csv').first().waitFor();
    await page.context().close();
  });

  it('the Credit History tab exports what the API has, with the figures of every step', async () => {
    const page = await openTab('credit-history');
    await total(page, '7 lines');
    const { name, rows } = await exported(page);
    expect(name).toBe(`chalan-credit-history-${todayInDhaka()}.csv`);
    const { history } = await customer.read<CreditHistoryAnswer>(
      `/api/users/${customer.userId}/credit-history?limit=100`,
    );
    expect(rows.map((row) => [row['Description'], Number(row['Change']), row['Job'] || null])).toEqual(
      history.map(({ description, creditsChange, jobId }) => [description, creditsChange, jobId]),
    );
    const job = rows.find((row) => row['Description']?.includes('maersk.csv'));
    expect(Number(job?.['Reserved'])).toBe(Number(job?.['Used']) + Number(job?.['Returned']));
    await page.context().close();
  });
});

describe('the Credits tab', () => {
  it('the Credits tab says that credits and usage failed to load, and loads them when tried again', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    // A tab that the address names comes with its data; one that is opened later asks for them.
    await page.goto('/dashboard');
    await page.route(/\/api\/.*credit-(overview|usage)/, (route) => route.abort());
    await page.getByRole('tab', { name: 'Credits', exact: true }).click();
    for (const failure of ['Your credits could not be loaded.', 'The usage could not be loaded.'])
      await page.getByText(failure).waitFor({ timeout: FAILURE_SHOWN_MS });
    await page.unroute(/\/api\/.*credit-(overview|usage)/);
    await page.getByRole('button', { name: 'Try Again' }).first().click();
    await page.getByText('৳630.00').waitFor();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('table').waitFor();
    await page.context().close();
  });

  it('the Credits tab shows what was spent and where credits went, and opens the purchase [credits-page]', async () => {
    const page = await openTab('credits');
    await page.getByText('৳630.00').waitFor();
    const chart = page.getByRole('figure', { name: 'Share of credits by service' });
    await chart.getByText('Chattogram Port Tracking').waitFor();
    expect(await chart.getByRole('listitem').count()).toBe(2);
    const footer = page.getByRole('row', { name: /^All services/ });
    const used = (
      await customer.read<{ totalCreditsSpent: number }>(`/api/analytics/credit-usage/${customer.userId}`)
    ).totalCreditsSpent;
    await footer.getByText(used.toFixed(2)).waitFor();
    await choose(page, 'Period', '30 days');
    await page.reload();
    expect(await page.getByRole('button', { name: '30 days' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('main').getByRole('button', { name: 'Buy Credits' }).click();
    await page.getByRole('dialog', { name: 'Buy Credits' }).waitFor();
    await page.context().close();
  });

  it('the Credits tab keeps a threshold for the alert, rejects an invalid one, and can switch it off', async () => {
    const page = await openTab('credits');
    const field = page.getByLabel('Notify me below this many credits');
    const save = page.getByRole('button', { name: 'Save alert' });
    await field.fill('-1');
    await save.click();
    await page.getByText(/from 0 to 1,000,000/).waitFor();
    await field.fill('75.50');
    await save.click();
    await page.getByText('takes your balance below 75.50 credits').waitFor();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('75.5');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText(/^No alert is set\./).waitFor();
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });
});

describe('accessibility of the account', () => {
  it.each(todaysLooks(0))(
    'the credit pages have no serious axe problem on $name',
    async ({ viewport, colorScheme }) => {
      const page = await openTab('credits', viewport, colorScheme);
      const { look, problems } = reviewOf(page);
      await page.getByRole('figure').waitFor();
      await look('Credits');
      await page.getByRole('tab', { name: 'Transactions' }).click();
      await total(page, '12 transactions');
      await look('Transactions');
      await page.getByRole('tab', { name: 'Credit History' }).click();
      await page.getByRole('button', { name: /boxes-june\.csv/ }).click();
      await look('Credit History');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
