/** What the form of a start chose by itself in a real browser: news of banks does not change where, and whether, is filed. */
import type { Page, Route } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { BankChoice } from '#contracts/calls/banks-answers.ts';
import { limits } from '#contracts/limits.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { CLAIMS_SERVICE, DELTA } from '#tests/harness/banks.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { until } from '#tests/harness/until.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const LIEN = 'lien-bank';
const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();
let customer: Account;

beforeAll(async () => {
  customer = await app.signUpAndVerify();
  await db.bank.create({
    data: {
      key: DELTA,
      place: placeOfBank(DELTA),
      nameEn: 'Delta Bank',
      nameBn: 'ডেল্টা ব্যাংক',
      hasDesk: true,
      isEnabled: true,
    },
  });
  for (const portalName of ['bank_cash_incentive', `bank_cash_incentive:${DELTA}`]) {
    const login = { username: 'exporter01', password: 'exporter1234', consent: true, portalName };
    expect(await app.post('/api/credentials/save', login, customer.cookie)).toMatchObject({ status: 200 });
  }
  const validFrom = new Date('2026-01-01');
  await db.incentiveRate.createMany({
    data: ['LOCAL_TEXTILE', 'SME', 'EURO_ZONE', 'SPECIAL_RMG'].map((scheme) => ({
      scheme,
      rate: 500,
      validFrom,
    })),
    skipDuplicates: true,
  });
  await claimAt(LIEN);
});

async function claimAt(bankKey: string): Promise<void> {
  const id = await keptJob(db, customer, { createdAt: new Date() });
  await db.job.update({ where: { id }, data: { bankKey } });
}

const bank = (page: Page) => page.getByLabel('Bank', { exact: true });
const onlyDocuments = (page: Page) => page.getByRole('switch', { name: 'Only make the documents' });
const isOnlyDocuments = (page: Page) => onlyDocuments(page).getAttribute('aria-checked');

const inMain = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

async function openClaims(
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Page> {
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credits');
  await prepare(page);
  await page.goto(`${site.address()}/dashboard?service=${CLAIMS_SERVICE}`);
  const { bytes } = await app.get(`/templates/${CLAIMS_SERVICE}.csv`);
  await page
    .getByLabel('Drop your file here, or choose it')
    .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: bytes });
  await page.getByRole('button', { name: 'Remove file claims.csv' }).waitFor();
  return page;
}

/** Looks at the window again until the banks are read again, which is not done when they have just been read. */
async function returnUntil(page: Page, what: string, isSeen: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    return isSeen();
  });
}

const lostAnswer = { status: 504, body: '' };
const startButton = (page: Page) => page.getByRole('button', { name: 'Start Automation' });

/** Clicks on Start, and returns the fields and the key of the request that it sends. */
async function startedWith(page: Page, answer: Parameters<Route['fulfill']>[0] = lostAnswer) {
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/process-automation'));
  await page.route('**/api/process-automation', (route) => route.fulfill(answer));
  await startButton(page).and(page.locator(':enabled')).click();
  const request = await sent;
  const form = request.postDataBuffer()?.toString('latin1') ?? '';
  const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(form)?.[1];
  return Object.assign(field, { key: request.headers()['idempotency-key'] });
}

/** Answers as if the desk of the first bank were down whenever `isDown` says so. */
const withDesk = (page: Page, isDown: () => boolean) =>
  page.route('**/api/banks', async (route) => {
    const answer = await route.fetch();
    const { banks, ...others } = (await answer.json()) as { banks: BankChoice[] };
    const unavailable = isDown() ? 'down' : null;
    const changed = banks.map((each) => (each.key === LIEN ? { ...each, unavailable } : each));
    await route.fulfill({ json: { ...others, banks: changed } });
  });

it('the bank that a form shows stays when a job is started for another bank meanwhile, and is the one of the start', async () => {
  const page = await openClaims();
  expect(await bank(page).inputValue()).toBe(LIEN);
  await claimAt(DELTA);
  await db.bank.update({ where: { key: DELTA }, data: { nameEn: 'Delta Bank Limited' } });
  const seen = bank(page).getByRole('option', { name: 'Delta Bank Limited' });
  await returnUntil(page, 'the new name of the bank', async () => (await seen.count()) === 1);
  expect(await bank(page).inputValue()).toBe(LIEN);
  await page.reload();
  await bank(page).waitFor();
  expect(await bank(page).inputValue()).toBe(LIEN);
  expect((await startedWith(page))('bankKey')).toBe(LIEN);
  await page.context().close();
});

it('the choice of only documents stays on when the desk of the bank works again, until it is switched off', async () => {
  await claimAt(LIEN);
  let isDown = true;
  const page = await openClaims((opened) => withDesk(opened, () => isDown));
  expect(await isOnlyDocuments(page)).toBe('true');
  await bank(page).selectOption(DELTA);
  await onlyDocuments(page).and(page.locator('[aria-checked=false]')).waitFor();
  await bank(page).selectOption(LIEN);
  await onlyDocuments(page).and(page.locator('[aria-checked=true]')).waitFor();
  isDown = false;
  await returnUntil(page, 'the switch to be free', () => onlyDocuments(page).isEnabled());
  expect(await isOnlyDocuments(page)).toBe('true');
  await page.reload();
  await onlyDocuments(page).waitFor();
  expect(await isOnlyDocuments(page)).toBe('true');
  expect((await startedWith(page))('documentsOnly')).toBe('true');
  await onlyDocuments(page).click();
  await onlyDocuments(page).and(page.locator('[aria-checked=false]')).waitFor();
  expect((await startedWith(page))('documentsOnly')).toBeUndefined();
  await page.context().close();
});

it('a start waits until the banks are read, even if only documents are made', async () => {
  const page = await openClaims();
  await bank(page).selectOption(DELTA);
  await onlyDocuments(page).click();
  await onlyDocuments(page).and(page.locator('[aria-checked=true]')).waitFor();
  await page.route('**/api/banks', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'The banks could not be loaded.' });
  await failure.waitFor();
  expect(await startButton(page).isDisabled()).toBe(true);
  await page.unroute('**/api/banks');
  await failure.getByRole('button').click();
  await bank(page).waitFor();
  expect((await startedWith(page))('bankKey')).toBe(DELTA);
  await page.context().close();
});

it('a start whose answer was lost is repeated with what it was sent with, although its desk is down meanwhile', async () => {
  await claimAt(LIEN);
  let isDown = false;
  const page = await openClaims((opened) => withDesk(opened, () => isDown));
  expect(await bank(page).inputValue()).toBe(LIEN);
  const lost = await startedWith(page);
  await startButton(page).and(page.locator(':enabled')).waitFor();
  isDown = true;
  await returnUntil(page, 'the desk to be down', () => onlyDocuments(page).isDisabled());
  await page.reload();
  await onlyDocuments(page).and(page.locator(':disabled')).waitFor();
  expect(await isOnlyDocuments(page)).toBe('false');
  const again = await startedWith(page);
  expect({ key: again.key, documentsOnly: again('documentsOnly'), bankKey: again('bankKey') }).toEqual({
    key: lost.key,
    documentsOnly: undefined,
    bankKey: LIEN,
  });
  await page.context().close();
});

it('a start whose key belongs to an earlier start keeps the key, and says that a job may run already', async () => {
  const page = await openClaims();
  const reused = { success: false, code: 'IDEMPOTENCY_KEY_REUSED', message: 'This request key was used.' };
  const refused = await startedWith(page, { status: 409, json: reused });
  await page.getByText(/A job of this file was already started/).waitFor();
  expect((await startedWith(page)).key).toBe(refused.key);
  await page.context().close();
});

it('an old answer about the desk of a bank does not switch on that only documents are made', async () => {
  await claimAt(LIEN);
  const page = await web.openAs(customer, site.address(), '/dashboard?tab=credits');
  let reads = 0;
  let isHeld = true;
  await withDesk(page, () => reads === 1);
  await page.route('**/api/banks', async (route) => {
    reads += 1;
    if (reads > 1) await until('the answer to be let go', () => !isHeld);
    await route.fallback();
  });
  await inMain(page, 'Portals').click();
  await page
    .getByText(/Delta Bank/)
    .first()
    .waitFor();
  // What has just been read is not read again.
  await page.clock.setFixedTime(Date.now() + limits.draftRetentionMs / 2);
  await inMain(page, 'Start').click();
  const service = page.getByRole('combobox', { name: 'Service' });
  await service.fill('Cash Incentive Application');
  await page
    .getByRole('option', { name: /Cash Incentive Application/ })
    .first()
    .click();
  await onlyDocuments(page).and(page.locator('[aria-checked=true]')).waitFor();
  await until('the banks to be read again', () => reads > 1);
  isHeld = false;
  await onlyDocuments(page).and(page.locator('[aria-checked=false]')).waitFor();
  await page.context().close();
});

it('a form asks for the bank when the one that it showed is no longer offered, even if only one is left', async () => {
  await claimAt(DELTA);
  const page = await openClaims();
  expect(await bank(page).inputValue()).toBe(DELTA);
  await db.bank.update({ where: { key: DELTA }, data: { isEnabled: false } });
  const gone = async () =>
    (await bank(page)
      .getByRole('option', { name: /^Delta/ })
      .count()) === 0;
  await returnUntil(page, 'the bank to be gone', gone);
  await page.getByText('Choose the bank of these claims.').waitFor();
  await bank(page).selectOption(LIEN);
  expect((await startedWith(page))('bankKey')).toBe(LIEN);
  await page.context().close();
});
