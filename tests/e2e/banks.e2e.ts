/**
 * Two banks in a real browser on the real processes: a customer finds the one chosen at which there is a login; and where
 * there is one bank, an administrator adds another, the other administrator confirms where its desk is, and a customer's
 * claims are filed there and nowhere else.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { addSecondAdministrator, confirmAsSecond } from '#tests/harness/stack-administrators.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const STORY_MS = 300_000;
const JOB_MS = 180_000;
const CLAIMS = 4;
const BANK = 'Delta Bank';
const FIRST_DESK = 'bank-ci';
const DELTA_DESK = 'bank-ci-delta';
const REASON = 'Agreed with the bank on paper';

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
  await addSecondAdministrator(stack);
});

const deltaAddress = (): string => {
  const { protocol, port } = new URL(stack.sandbox);
  return `${protocol}//desk.delta-bank.localhost:${port}/${DELTA_DESK}`;
};
const filedAt = async (desk: string): Promise<number> =>
  (await stack.journal(desk)).filter(({ kind }) => kind === 'commit').length;

/** The axe rules and the width hold on a laptop and on a phone. */
async function review(page: Page): Promise<void> {
  for (const viewport of [phone, laptop]) {
    await page.setViewportSize(viewport);
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
  }
}

async function addBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a bank' });
  await dialog.getByLabel('Key').fill('delta-bank');
  await dialog.getByLabel('Name in English').fill(BANK);
  await dialog.getByLabel('Name in Bengali').fill('ডেল্টা ব্যাংক');
  await dialog.getByLabel('Reason').fill(REASON);
  await review(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('No address is confirmed: nothing can be filed here.').waitFor();
}

async function proposeAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Address of ${BANK}` }).click();
  const dialog = page.getByRole('dialog', { name: `Address of ${BANK}` });
  await dialog.getByLabel('Address of the desk').fill(deltaAddress());
  await dialog.getByLabel('Reason').fill(REASON);
  await review(page);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await page.getByText('It waits in Approvals.').waitFor();
}

async function offer(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Change ${BANK}` }).click();
  const dialog = page.getByRole('dialog', { name: `Change ${BANK}` });
  await dialog.getByRole('switch', { name: 'Offered to customers' }).click();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The bank is changed.').waitFor();
}

/** The desk has the buttons of a portal, and each page behind them names the bank. */
async function keepDesk(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Limits: ${BANK}` }).click();
  const dialog = page.getByRole('dialog', { name: `Limits: ${BANK}` });
  await dialog.getByText('Now: open.').waitFor();
  await dialog.getByLabel('Sessions at a time').fill('2');
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Save Limits' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: `Probe login: ${BANK}` }).click();
  await page.getByRole('heading', { name: `Probes behind the sign-in of ${BANK}` }).waitFor();
  await page.getByRole('link', { name: 'All portals' }).click();
  await page.getByRole('link', { name: new RegExp(`^Go-live list: ${BANK}, 0 of`) }).click();
  await page.getByRole('heading', { name: `Go-live list of ${BANK}` }).waitFor();
  await page.getByRole('checkbox').first().press('Space');
  await page.getByText(/^1 of \d+ checked$/).waitFor();
  await page.getByRole('link', { name: 'All portals' }).click();
  await page.getByRole('link', { name: new RegExp(`^Go-live list: ${BANK}, 1 of`) }).waitFor();
}

it('a form with two banks has that one chosen at which the customer has a login, and asks for one at the other', async () => {
  const { bytes } = await (await stack.demo()).download('/templates/cash-incentive-application.csv');
  const page = await web.openSignedIn(stack.app, {
    as: demoCustomer,
    at: '/dashboard?service=cash-incentive-application',
  });
  const bank = page.getByLabel('Bank', { exact: true });
  await bank.waitFor();
  expect(await bank.inputValue()).toBe('lien-bank');
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Start Automation', disabled: false }).waitFor();
  await bank.selectOption(BANK);
  await page.getByText('Portal Credentials Required').waitFor();
  await review(page);
  await page.context().close();
});

/** As an installation that has one bank, unlike `npm start`. */
async function removeSecondBank(): Promise<void> {
  await stack.db.bank.delete({ where: { key: 'delta-bank' } });
}

it(
  'a bank that two administrators have added takes the claims that a customer files there, and no other bank does',
  async () => {
    await removeSecondBank();
    const page = await web.openSignedIn(stack.app, {
      as: demoAdministrator,
      at: '/admin?tab=system&section=portals',
    });
    await addBank(page);
    await proposeAddress(page);
    await (await confirmAsSecond(stack, web, REASON)).context().close();
    await page.reload();
    await page.getByText(`At ${deltaAddress()}.`).waitFor();
    await offer(page);
    await keepDesk(page);
    await review(page);
    await page.context().close();

    const demo = await stack.demo();
    const login = { username: 'exporter01', password: 'exporter1234', consent: true };
    await demo.call('/api/credentials/save', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...login, portalName: 'bank_cash_incentive:delta-bank' }),
    });
    const { bytes } = await demo.download('/templates/cash-incentive-application.csv');

    const start = await web.openSignedIn(stack.app, {
      as: demoCustomer,
      at: '/dashboard?service=cash-incentive-application',
    });
    await start
      .getByLabel('Drop your file here, or choose it')
      .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) });
    await start.getByText('Choose the bank of these claims.').waitFor();
    await start.getByLabel('Bank', { exact: true }).selectOption(BANK);
    await review(start);
    await start.getByRole('button', { name: 'Start Automation' }).click();
    await start.getByRole('link', { name: 'Download results of claims.csv' }).waitFor({ timeout: JOB_MS });
    expect(await filedAt(DELTA_DESK)).toBe(CLAIMS);
    expect(await filedAt(FIRST_DESK)).toBe(0);

    await start.getByRole('link', { name: 'claims.csv' }).first().click();
    await start.getByText(BANK, { exact: true }).first().waitFor();
    await review(start);
    await start.goto('/dashboard?service=cash-incentive-application');
    const remembered = start.getByLabel('Bank', { exact: true });
    await remembered.waitFor();
    expect(await remembered.inputValue()).toBe('delta-bank');
    await start.context().close();
  },
  STORY_MS,
);
