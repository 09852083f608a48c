/**
 * What a customer does, in a real browser on the real processes: from registering to opening the results, and how one
 * goes from page to page.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { laptop, phone, reviewOf, signInByDialog, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

async function register(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New here? Create an account' }).click();
  await dialog.getByLabel('Name').fill('Rahima Khatun');
  await dialog.getByLabel('Company').fill('Padma Apparels Ltd.');
  await dialog.getByLabel('Mobile').fill('+8801712345678');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: /^(Sign Up|Create Account)$/i }).click();
  await dialog.getByText(email).waitFor();
}

async function openVerificationLink(page: Page, email: string): Promise<void> {
  const response = await page.request.get(`/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: { links: string[] }[] };
  const link = messages[0]?.links[0];
  if (!link) throw new Error(`No mail to ${email}.`);
  await page.goto(link);
  await page.getByText('Your email address is verified.').waitFor();
}

async function chooseService(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('combobox', { name: 'Service' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Automation' }).click();
}

/** The results of the finished job, as the browser saved them. */
async function downloadResults(page: Page, fileName: string): Promise<Map<string, Buffer>> {
  const link = page.getByRole('link', { name: `Download results of ${fileName}` }).first();
  await link.waitFor({ timeout: JOB_MS });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return unzip(await readFile(await download.path()));
}

function entry(files: Map<string, Buffer>, ending: string): Buffer {
  const found = [...files].find(([name]) => name.endsWith(ending));
  if (!found) throw new Error(`No ${ending} among ${[...files.keys()].join(', ')}.`);
  return found[1];
}

function sheetCells(workbook: Buffer, sheet: number): string[][] {
  const book = read(workbook);
  const name = book.SheetNames[sheet] ?? '';
  return utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1, raw: false, defval: '' });
}

describe('a customer', () => {
  it('a customer registers, is signed in by the mailed link, converts a PDF, and finds the same cells in the workbook [first-conversion]', async () => {
    const page = await web.open(stack.app);
    const email = 'rahima@example.test';
    await register(page, email, 'jute-and-tea');
    await openVerificationLink(page, email);
    await chooseService(page, 'PDF');
    await page
      .locator('input[type=file]')
      .setInputFiles('activities/services/pdf-excel-converter/sample.pdf');
    await page.getByText('1 file ready').waitFor();
    await start(page);
    const files = await downloadResults(page, 'sample.pdf');

    const expected = JSON.parse(
      readFileSync('activities/services/pdf-excel-converter/expected.json', 'utf8'),
    ) as {
      tables: string[][][];
    };
    const table = expected.tables[0] ?? [];
    const csv = entry(files, '_p1_t1.csv').toString('utf8');
    for (const row of table) for (const cell of row) expect(csv).toContain(cell);
    const cells = sheetCells(entry(files, 'sample.xlsx'), 0);
    expect(cells[0]).toEqual(table[0]);
    expect(cells.map((row) => row[0])).toEqual(table.map((row) => row[0]));
    // The trial's 100 credits less one.
    await page.getByText('99.00').first().waitFor();
    await page.context().close();
  });

  it('a customer saves a portal login on the way, searches EXPs, and gets details and forms [saved-portal-login]', async () => {
    // The demo customer has logins on every portal; a new customer has none.
    await stack.db.portalCredential.deleteMany({ where: { portal: 'bangladesh_bank_exp' } });
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await chooseService(page, 'EXP Search');
    await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
    await page.getByText('8 rows ready').waitFor();
    await page.getByRole('button', { name: 'Configure Credentials' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill('padma');
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: /test/i }).click();
    await dialog.getByRole('alert').waitFor({ timeout: JOB_MS });
    await dialog.getByLabel('Password', { exact: true }).fill('padma1234');
    await dialog.getByRole('button', { name: /test/i }).click();
    await dialog.getByText('Credentials are valid and working!').waitFor({ timeout: JOB_MS });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Please allow this').waitFor();
    await dialog.getByText('I allow Chalan to log in').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await start(page);
    const files = await downloadResults(page, 'sample.csv');

    const expected = JSON.parse(readFileSync('activities/services/exp-search/expected.json', 'utf8')) as {
      rows: { outcome: string; portalReference: string }[];
    };
    const [headings = [], ...rows] = sheetCells(entry(files, 'result.xlsx'), 0);
    const column = (name: string): string[] => rows.map((row) => row[headings.indexOf(name)] ?? '');
    expect(column('status')).toEqual(expected.rows.map(({ outcome }) => outcome));
    expect(column('portal_reference')).toEqual(expected.rows.map(({ portalReference }) => portalReference));
    expect(entry(files, 'documents/EXP_1084_004501_2026.pdf').subarray(0, 5).toString()).toBe('%PDF-');
    expect(entry(files, 'combined.pdf').length).toBeGreaterThan(1000);
    await page.context().close();
  });

  it('the browser stores names of files, and no address, login or content of a document [nothing-sensitive-in-browser]', async () => {
    const page = await web.open(stack.app);
    await signInByDialog(page, 'demo@chalan.test', 'demo1234');
    await chooseService(page, 'EXP Search');
    const buffer = await readFile('activities/services/exp-search/sample.csv');
    // A name of its own: the list shows other tests' jobs as well.
    await page.locator('input[type=file]').setInputFiles({ name: 'named.csv', mimeType: 'text/csv', buffer });
    await page.getByText('8 rows ready').waitFor();
    await start(page);
    await downloadResults(page, 'named.csv');
    const stored = () =>
      page.evaluate<string>('JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])');
    await until('the reads to be kept', async () => (await stored()).includes('named.csv'));
    const kept = await stored();
    for (const secret of ['demo@chalan.test', 'Padma Apparels', '01711', 'padma', 'Nordic Wear'])
      expect(kept, secret).not.toContain(secret);
    expect(await page.evaluate('indexedDB.databases()')).toEqual([]);
    await page.context().close();
  });

  it('a customer sees every problem of a file before paying, and only valid rows are priced [preview-before-paying]', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await chooseService(page, 'EXP Search');
    const csv = 'AD Code;EXP serial;exp year\n1084;004501;2026\nten;004502;2026\n1084;;1999\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mixed.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('1 row ready').waitFor();
    await page.getByRole('region', { name: 'Errors to correct' }).getByText('ad_code').waitFor();
    await page.getByText('0.50').first().waitFor();
    await page.context().close();
  });

  it('a running job stays visible through a refresh and in a second tab, and can be cancelled there [running-job]', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await chooseService(page, 'EXP Search');
    const lines = Array.from({ length: 300 }, (_, index) => `1084,${105_000 + index},2026`);
    const buffer = Buffer.from(['ad_code,exp_serial,exp_year', ...lines].join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer });
    await page.getByText('300 rows ready').waitFor();
    await start(page);
    await page
      .getByRole('button', { name: /cancel/i })
      .first()
      .waitFor();
    await page.reload();
    await page
      .getByRole('button', { name: /cancel/i })
      .first()
      .waitFor();
    const second = await page.context().newPage();
    await second.goto('/dashboard');
    await second
      .getByRole('button', { name: /cancel/i })
      .first()
      .click();
    await second
      .getByRole('alertdialog')
      .or(second.getByRole('dialog'))
      .getByRole('button', { name: /cancel (the )?job|yes/i })
      .click();
    await second.getByText('Cancelled').first().waitFor({ timeout: JOB_MS });
    await page.context().close();
  });
});

describe('accessibility', () => {
  const views = [
    ['laptop', laptop, 'light'],
    ['phone', phone, 'dark'],
  ] as const;
  const publicPlaces = ['/', '/services', '/verify-email', '/reset-password?token=x', '/nothing-here'];

  it.each(todaysShare(views))(
    'the main pages have no serious axe problem and no overflow on a %s',
    async (_, viewport, colorScheme) => {
      const page = await web.open(stack.app, viewport, colorScheme);
      const review = reviewOf(page);
      const look = async (place: string): Promise<void> => {
        await page.goto(place);
        await page.getByRole('main').waitFor();
        await page.waitForLoadState('networkidle');
        await review.look(place);
      };
      for (const place of todaysThird(publicPlaces)) await look(place);
      const response = await page.request.post('/api/auth/login', {
        data: { email: 'demo@chalan.test', password: 'demo1234' },
      });
      expect(response.ok()).toBe(true);
      const { user } = (await response.json()) as { user: { id: string } };
      const history = await page.request.get(`/api/work-history/${user.id}?limit=1`);
      const { workHistory } = (await history.json()) as { workHistory: { id: string }[] };
      const places = ['/dashboard', '/dashboard?tab=credentials', `/dashboard/jobs/${workHistory[0]?.id}`];
      for (const place of todaysThird(places)) await look(place);
      expect(review.problems).toEqual([]);
      await page.context().close();
    },
  );
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const headerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const scrolledPx = 'window.scrollY';

describe('going from page to page', () => {
  it('a new page starts at its top, and going back restores the scroll position', async () => {
    const page = await web.open(stack.app);
    await page.goto('/services');
    await heading(page, 'Services');
    await page.getByRole('heading', { name: 'PDF to Excel Converter' }).waitFor();
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 500);
    await expect.poll(() => page.evaluate(scrolledPx)).toBe(500);
    // A Playwright click would scroll first.
    await headerLink(page, 'Contact').dispatchEvent('click');
    await heading(page, 'Contact Us');
    expect(await page.evaluate(scrolledPx)).toBe(0);
    await page.goBack();
    await heading(page, 'Services');
    await expect.poll(() => page.evaluate(scrolledPx)).toBe(500);
    await page.context().close();
  });

  it('a page whose code does not load shows the error page, and reloads it on request', async () => {
    const page = await web.open(stack.app);
    await page.goto('/');
    const code = '**/assets/privacy-page-*.js';
    await page.route(code, (route) => route.abort());
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await heading(page, 'This page could not be shown');
    await headerLink(page, 'Home').click();
    await heading(page, 'Export paperwork, done row by row');
    await page.goBack();
    await heading(page, 'This page could not be shown');
    await page.unroute(code);
    await page.getByRole('button', { name: 'Load Again' }).click();
    await heading(page, 'Privacy Policy');
    await page.context().close();
  });
});
