/** A mailbox that is connected in the browser, at the sandbox's provider or on a server that the customer names. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { Customer } from '#temporal/local/customer.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
const ACCESS = '/dashboard?tab=credentials';
const CONSENT = 'I allow Chalan to log in to this portal with my login and to work my jobs there.';

let stack: TestStack;
let demo: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  demo = await stack.demo();
});

async function openDialog(viewport: typeof laptop): Promise<Page> {
  const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: ACCESS, viewport });
  await page.getByRole('button', { name: /(Add|Edit) login: Mailbox for FCR mails/ }).click();
  await page.getByLabel('Mail server (IMAP)').waitFor();
  return page;
}

async function readFcrs(): Promise<string> {
  const file = new File(['search_key,from_date,to_date\n43680235,2026-09-01,2026-11-20'], 'fcrs.csv');
  const { jobId } = await demo.start(await demo.preview('damco-fcr-extractor', file));
  const ended = await demo.follow(jobId, JOB_MS);
  const [row] = await demo.rows(jobId);
  return row?.outcome ?? ended.state;
}

it('a customer connects a mailbox at the provider, a job reads it, and a revoked consent is shown', async () => {
  // The demo customer's own login is another one.
  await stack.db.portalCredential.deleteMany({ where: { portal: 'mailbox' } });
  const page = await openDialog(laptop);
  await page.getByRole('button', { name: 'Connect with Google' }).click();
  await page.getByText('Please allow this, or the login cannot be used.').waitFor();
  await page.getByText(CONSENT).click();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect with Google' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Mailbox connected' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Portal Access' }).click();
  await page.getByText('Connected with Google as padma@mail.test').waitFor();
  expect(await readFcrs()).toBe('SUCCESS');
  await fetch(`${stack.sandbox}/mail-providers/__control/revoke`, { method: 'POST' });
  await readFcrs();
  await page.reload();
  await page.getByText('Refused by the portal').waitFor();
  await page.context().close();
});

it('a customer who refuses at the provider sees that the mailbox is not connected', async () => {
  const page = await openDialog(phone);
  const consent = page.getByText(CONSENT);
  if (await consent.isVisible()) await consent.click();
  await page.getByRole('button', { name: 'Connect with Microsoft' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Mailbox not connected' }).waitFor();
  await page.getByText('The provider has not granted access, so the mailbox is not connected.').waitFor();
  expect(await overflowPx(page)).toBe(0);
  await page.context().close();
});

it('a customer names the mail server, and its login is tested and saved', async () => {
  const page = await openDialog(phone);
  await page.getByLabel('Mail server (IMAP)').fill('127.0.0.1');
  await page.getByLabel('Encryption').selectOption('plain');
  await page.getByRole('textbox', { name: 'Port' }).fill(process.env['SANDBOX_IMAP_PORT'] ?? '');
  await page.getByLabel('Username').fill('padma');
  await page.getByLabel('Password', { exact: true }).fill('padma1234');
  const consent = page.getByText(CONSENT);
  if (await consent.isVisible()) await consent.click();
  expect(await overflowPx(page)).toBe(0);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Credentials are valid and working!').waitFor({ timeout: JOB_MS });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Credentials saved successfully!').waitFor();
  expect(await readFcrs()).toBe('SUCCESS');
  await page.context().close();
});
