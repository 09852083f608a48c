/**
 * Services in a real browser on the real processes. REX/SOO: the page's three steps, and both files at once on the
 * dashboard. One service of each category with the sample that the platform offers: CI runs some categories a day;
 * every-service.test.ts runs each service without a browser every day. At the end, the search, which finds services and
 * pages.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { services } from '#services/catalogue.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { unzip } from '#tests/harness/unzip.ts';
import {
  laptop,
  overflowPx,
  phone,
  reviewOf,
  seriousProblems,
  signIn,
  useWebPages,
} from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
const CATEGORIES_A_DAY = 2;
/** The product waits so long for the answer to a filing; only a job that takes longer is stuck. */
const FILING_JOB_MS = filingTimeouts().filingMs + 60_000;
const folder = 'activities/services/rex-soo-submission';
const zip = `${folder}/sample.zip`;
/** The sample and a shipment without documents. */
const csv = {
  name: 'shipments.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `${readFileSync(`${folder}/sample.csv`, 'utf8').trimEnd()}\n1845,ES,DHK1204480,2509678,1200.00,,,,,,,,\n`,
  ),
};

/** A read is tried three times before its failure is shown. */
const FAILURE_SHOWN_MS = 60_000;

let stack: TestStack;
let customer: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
});

function open(viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoCustomer, viewport });
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function addBoth(page: Page): Promise<void> {
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(zip);
  await page.getByText('6 PDF files found in sample.zip.').waitFor();
  await page.getByLabel('Drop the CSV here, or choose it').setInputFiles(csv);
  await page.getByText('3 rows ready').waitFor();
  // The button is disabled until the portal's login has been checked.
  await page.getByText('Ready to Process: 3 rows').waitFor();
}

const views = [
  ['a laptop', laptop],
  ['a phone', phone],
] as const;
describe.each(todaysShare(views))('the REX page on %s', (_, viewport) => {
  it('the REX page says what is wrong with a file, shows Ready and Incomplete rows, and is accessible', async () => {
    const page = await open(viewport);
    await page.goto('/rex-soo-submission');
    await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(`${folder}/sample.csv`);
    await page.getByText('Invalid file type. Accepted formats: .zip').waitFor();
    await addBoth(page);
    const shipments = section(page, 'Shipments');
    expect(await shipments.getByText('Ready', { exact: true }).count()).toBe(3);
    const line = shipments.getByRole(viewport === laptop ? 'row' : 'listitem');
    expect(await line.filter({ hasText: '2509678' }).innerText()).toContain('Incomplete');
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });
});

it('the REX page asks which column is meant, says what would be right in a wrong cell, and fits a phone', async () => {
  const page = await open(phone);
  const { look, problems } = reviewOf(page);
  await page.goto('/rex-soo-submission');
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(zip);
  await page.getByText('6 PDF files found in sample.zip.').waitFor();
  const text = csv.buffer.toString().replace('invoice_no', 'Commercial Inv').replace('W 6109', 'X 6109');
  const file = { ...csv, buffer: Buffer.from(text) };
  await page.getByLabel('Drop the CSV here, or choose it').setInputFiles(file);
  await page.getByLabel('Column for invoice_no').selectOption('Commercial Inv');
  await look('the choice of a column');
  await page.getByRole('button', { name: 'Read the Sheet' }).click();
  await page.getByText('Column “Commercial Inv” is read as invoice_no').waitFor();
  const shipments = section(page, 'Shipments');
  await shipments.getByText('P, or W and the four digits of the heading, such as W 6109.').waitFor();
  await page.getByRole('button', { name: 'Show incomplete rows only' }).click();
  await expect.poll(() => shipments.getByText('2509676', { exact: true }).count()).toBe(0);
  await look('the incomplete rows');
  expect(problems).toEqual([]);
  await page.context().close();
});

it('the REX page submits the ready rows, returns to the first step, and lists them with receipts [rex-page]', async () => {
  const page = await open();
  await page.goto('/rex-soo-submission');
  await addBoth(page);
  await page.getByRole('button', { name: /^Submit: / }).click();
  await page.getByText('Your shipments are on their way to EPB.').waitFor();
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').waitFor({ state: 'attached' });
  const list = section(page, 'REX submissions');
  const receipt = list.getByRole('link', { name: 'SOO_2509677.pdf' });
  await receipt.waitFor({ timeout: JOB_MS });
  expect(await list.getByText('2509678').count()).toBe(0);
  await receipt.click();
  const opened = page.getByRole('dialog', { name: 'SOO_2509677.pdf' });
  await opened.locator('canvas[data-page="1"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    opened.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString('latin1'),
  ).toBe('%PDF-');
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});

it('the dashboard asks for both REX files, and starts with them [two-file-uploader]', async () => {
  await stack.seed();
  const page = await open();
  await page.goto('/dashboard?service=rex-soo-submission');
  await page.getByLabel('Drop your sheet here, or choose it').setInputFiles(`${folder}/sample.csv`);
  await page.getByText('Both ZIP and CSV files are required for REX/SOO submission.').waitFor();
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(zip);
  await page.getByText('3 rows ready').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove file sample.zip' }).click();
  await page.getByText('Both ZIP and CSV files are required for REX/SOO submission.').waitFor();
  expect(await page.getByRole('button', { name: 'Start Automation' }).isDisabled()).toBe(true);
  await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles(zip);
  await page.getByText('3 rows ready').waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  const link = page.getByRole('link', { name: 'Download results of sample.csv' }).first();
  await link.waitFor({ timeout: JOB_MS });
  await page.context().close();
});

/** The first service of each category that takes a sheet; a sheet with a ZIP has its own scenario. */
const firsts = new Map<string, ServiceDefinition>();
for (const service of services) {
  if (service.input.kind !== 'sheet' || sampleHasZip(service)) continue;
  if (!firsts.has(service.category)) firsts.set(service.category, service);
}

/** Uploads the sample that the panel offers, unchanged. */
async function uploadSample(page: Page, service: ServiceDefinition): Promise<void> {
  const { bytes } = await customer.download(`/templates/${service.id}.csv`);
  const name = `${service.id}.csv`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) });
}

describe('many filings', () => {
  it('many filings are started only after a second question, and once however often it is answered', async () => {
    const [headings = '', row = ''] = readFileSync(
      'activities/services/exp-duplicate-reporting/sample.csv',
      'utf8',
    ).split('\n');
    const rows = Array.from({ length: 21 }, (_, index) => row.replace('004502', `0099${index + 10}`));
    const page = await open();
    await page.goto('/dashboard?service=exp-duplicate-reporting');
    await page.getByLabel('Drop your file here, or choose it').setInputFiles({
      name: 'duplicates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([headings, ...rows].join('\n')),
    });
    const jobs = () =>
      stack.db.job.count({ where: { serviceId: 'exp-duplicate-reporting', state: { not: 'draft' } } });
    const question = page.getByRole('alertdialog', { name: 'File at the portal?' });
    const start = page.getByRole('button', { name: 'Start Automation' });
    await start.click();
    await question.getByText('This files 21 rows at the portal.').waitFor();
    await question.getByRole('button', { name: 'Go Back' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await jobs()).toBe(0);
    await start.click();
    await question.getByRole('button', { name: 'File 21 rows' }).dblclick();
    await page.getByRole('region', { name: 'Now' }).getByText('duplicates.csv').waitFor();
    expect(await jobs()).toBe(1);
    await page.context().close();
  });
});

describe.each(todaysShare([...firsts], CATEGORIES_A_DAY))('the category %s', (_, service) => {
  it(
    `${service.name} runs from the sample to the result files`,
    async () => {
      const page = await open();
      await page.goto(`/dashboard?service=${service.id}`);
      await uploadSample(page, service);
      await page.getByRole('button', { name: 'Start Automation' }).click();
      const link = page.getByRole('link', { name: `Download results of ${service.id}.csv` });
      await link.waitFor({ timeout: FILING_JOB_MS });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      const files = await unzip(await readFile(await download.path()));
      expect([...files.keys()].some((name) => name.endsWith('result.xlsx'))).toBe(true);
      await page.context().close();
    },
    FILING_JOB_MS + 30_000,
  );
});

it('a claim whose bank has no desk ends in its documents, and the job says that nothing was filed', async () => {
  const before = (await stack.journal('bank-ci')).length;
  const page = await open();
  await page.goto('/dashboard?service=cash-incentive-application');
  await page.getByRole('switch', { name: 'Only make the documents' }).click();
  await customer
    .download('/templates/cash-incentive-application.csv')
    .then(({ bytes }) =>
      page
        .getByLabel('Drop your file here, or choose it')
        .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) }),
    );
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Download results of claims.csv' }).waitFor({ timeout: JOB_MS });
  await page.getByRole('link', { name: 'claims.csv' }).first().click();
  await page.getByText('Only documents were made, for you to hand in. Nothing was filed.').waitFor();
  expect((await stack.journal('bank-ci')).length).toBe(before);
  expect(await seriousProblems(page)).toEqual([]);
  await page.context().close();
});

function openAt(at: string, as = demoCustomer): Promise<Page> {
  return web.openSignedIn(stack.app, { as, at });
}

describe('the search', () => {
  it('the search opens on Ctrl-K and finds pages, settings and services by the keyboard alone', async () => {
    const page = await openAt('/account');
    const field = page.getByRole('combobox', { name: 'Search pages, services, jobs and rows' });
    const chosen = page.getByRole('dialog', { name: 'Search' }).locator('[role=option][data-highlighted]');
    const open = async (typed: string): Promise<void> => {
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]:focus').waitFor();
      await page.keyboard.type(typed);
    };
    await open('credit histo');
    await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard?tab=credit-history');
    await field.waitFor({ state: 'hidden' });

    await open('c&f');
    await page.getByRole('option').first().waitFor();
    const [first, second] = await page.getByRole('option').allInnerTexts();
    await expect.poll(() => chosen.innerText()).toBe(first);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.innerText()).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\?service=/);
    await page.getByRole('region', { name: 'Start Automation' }).waitFor();

    await open('no such thing');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await open('passkeys');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account?tab=security');
    await field.waitFor({ state: 'hidden' });
    await open('theme');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard?tab=profile');
    await page.getByRole('region', { name: 'Preferences' }).waitFor();

    // What only administrators can open is not found.
    await open('approvals');
    await page.getByText('Nothing found.').waitFor();
    await page.context().close();
  });

  it('the search shows a service that is chosen while another one is', async () => {
    const page = await openAt('/dashboard?service=exp-search');
    const service = page.getByRole('combobox', { name: 'Service' });
    await expect.poll(() => service.inputValue()).toBe('EXP Search');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search pages, services, jobs and rows' }).fill('egm');
    await page.getByRole('option', { name: /EGM Download/ }).click();
    await expect.poll(() => service.inputValue()).toBe('EGM Download');
    await page.context().close();
  });

  it("the search finds a customer's row by its value and leads to the job that has it", async () => {
    const demo = await stack.demo();
    const sheet = new File(['ad_code,exp_serial,exp_year\n1084,004501,2026\n'], 'EXP-november.csv');
    const { jobId } = await demo.start(await demo.preview('exp-search', sheet));
    const page = await openAt('/dashboard');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Search pages, services, jobs and rows' });
    await field.fill('004501');
    const row = page.getByRole('option', { name: /^Row 1: .*004501.*EXP-november\.csv$/s });
    await row.waitFor();

    // Enter must not open what was found for an earlier text while the answer for this one is late.
    let letGo = (): void => undefined;
    const allowed = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/api\/jobs\?q=0045015/, async (route) => {
      await allowed;
      await route.continue();
    });
    await field.fill('0045015');
    await page.getByText('Searching your jobs …').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    letGo();
    await page.getByText('Nothing found.').waitFor();

    await page.route(/\/api\/jobs\?q=00450/, (route) => route.abort());
    await field.fill('00450');
    await page.getByText('Your jobs could not be searched.').waitFor({ timeout: FAILURE_SHOWN_MS });
    await page.unroute(/\/api\/jobs\?q=00450/);
    await field.fill('004501');
    await row.click();
    await page.waitForURL(`**/dashboard/jobs/${jobId}?page=1`);
    await page.context().close();
  });

  it('the search finds the tabs of the administration for administrators', async () => {
    const page = await openAt('/dashboard', demoAdministrator);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search pages, services, jobs and rows' }).fill('approvals');
    await page.getByRole('option', { name: /Approvals/ }).click();
    await page.waitForURL('**/admin?tab=approvals');
    await page.context().close();
  });

  it.each([
    ['laptop', laptop, 'en', 'light'],
    ['phone', phone, 'bn', 'dark'],
  ] as const)(
    'search and More have no serious axe problem and no overflow on a %s',
    async (name, viewport, language, colorScheme) => {
      const page = await web.open(stack.app, viewport, colorScheme);
      await page.addInitScript(`localStorage.setItem('chalan-language', '${language}')`);
      await signIn(page, demoCustomer);
      await page.goto('/account');
      const review = reviewOf(page);
      await page.getByRole('banner').getByRole('button').first().click();
      const field = page.getByRole('combobox');
      await field.fill(language === 'bn' ? 'বন্দর' : 'port');
      await page.getByRole('option').first().waitFor();
      await review.look('search');
      if (name === 'phone')
        expect((await page.getByRole('dialog').boundingBox())?.height).toBe(viewport.height);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'hidden' });
      if (name === 'phone') {
        await page.getByRole('button', { name: 'আরও' }).click();
        await page.getByRole('dialog', { name: 'আরও' }).waitFor();
        await review.look('more');
      }
      expect(review.problems).toEqual([]);
      await page.context().close();
    },
  );
});
