/** An administrator whose refund got no answer asks for it again, and the money moves once; what is pending stays in view. */
import type { Page, Route } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const reason = 'Asked for by phone';
const refundCalls = '**/refund';
const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let [admin, ana] = [] as unknown as [Account, Account];

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const open = (place: string): Promise<Page> => web.openAs(admin, site.address(), place);

/** The server carries out the next call, but its answer does not reach the browser. */
const loseNextAnswer = (page: Page, calls: string): Promise<unknown> =>
  page.route(
    calls,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 504, body: '' });
    },
    { times: 1 },
  );

describe('a refund of a job', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Return credits to the customer' });
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Return Credits' });
  async function openJob(): Promise<{ page: Page; jobId: string }> {
    const fileName = `${crypto.randomUUID()}.csv`;
    const jobId = await keptJob(db, ana, { fileName, capturedAmount: 200n, outcomes: ['SUCCESS'] });
    const page = await open(`/admin?tab=jobs&customer=${ana.email}`);
    await page.getByRole('button', { name: new RegExp(`^Open .*, ${fileName}$`) }).click();
    return { page, jobId };
  }
  async function send(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Return Credits' }).click();
    await dialog(page).getByLabel('Credits to return').fill('0.50');
    await dialog(page).getByLabel('Reason').fill(reason);
    await submit(page).click();
  }

  it('a job refund whose answer was lost is made once, though its dialog is closed and opened again', async () => {
    const { page, jobId } = await openJob();
    await loseNextAnswer(page, refundCalls);
    await send(page);
    await dialog(page).getByRole('alert').waitFor();
    // What the refund has changed is read again.
    await page.getByText('0.50 credits returned by our team').waitFor();
    await dialog(page).getByRole('button', { name: 'Go Back' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await send(page);
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await db.ledgerTransfer.count({ where: { jobId, kind: 'job_refund' } })).toBe(1);
    await page.context().close();
  });

  it('a job refund that is pending cannot be closed, and its failure is shown', async () => {
    const { page } = await openJob();
    let held: Route | undefined;
    const isHeld = new Promise<void>((resolve) => {
      void page.route(refundCalls, (route) => {
        held = route;
        resolve();
      });
    });
    await send(page);
    await isHeld;
    for (const name of ['Go Back', 'Close'])
      await dialog(page).getByRole('button', { name, disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    await held?.abort();
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByRole('button', { name: 'Go Back' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.context().close();
  });
});

it('a payment refund whose answer was lost is made once, though its dialog is closed and opened again', async () => {
  const trxId = `LOST${ana.id.slice(0, 6).toUpperCase()}`;
  const { attemptId } = await paidPurchase(db, { userId: ana.id, amountPoisha: 50_000n, trxId });
  const page = await open(`/admin?tab=system&section=payments&search=${ana.email}`);
  const dialog = page.getByRole('dialog', { name: /^Payment of/ });
  const send = async (): Promise<void> => {
    await page.getByRole('button', { name: `Open the payment ${trxId}` }).click();
    await dialog.getByLabel('Amount to send back, in BDT').fill('10');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: /^Refund/ }).click();
  };
  await loseNextAnswer(page, refundCalls);
  await send();
  // The payment is read again, and shows the refund that was requested.
  await dialog.getByRole('heading', { name: 'Refunds' }).waitFor();
  await db.paymentRefund.updateMany({ where: { attemptId }, data: { state: 'done', endedAt: new Date() } });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await send();
  await dialog.waitFor({ state: 'hidden' });
  expect(await db.paymentRefund.count({ where: { attemptId } })).toBe(1);
  await page.context().close();
});

it('a question whose answer is pending cannot be closed, and its failure is shown', async () => {
  const page = await open(`/admin?tab=users&search=${ana.email}`);
  await page.getByRole('button', { name: `Details of ${ana.email}` }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const question = page.getByRole('alertdialog');
  let held: Route | undefined;
  const isHeld = new Promise<void>((resolve) => {
    void page.route(`**/api/users/${ana.id}`, (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      held = route;
      resolve();
    });
  });
  await question.getByLabel('Reason').fill(reason);
  await question.getByLabel('Reason').press('Enter');
  await isHeld;
  for (const name of ['Go Back', 'Close'])
    await question.getByRole('button', { name, disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  await held?.abort();
  await question.getByRole('alert').waitFor();
  await page.context().close();
});
