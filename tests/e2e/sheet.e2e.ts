/** The sheet before paying, in a real browser: what is checked, what it costs, and how it is corrected on the page. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

/** The bar that stays in sight on a phone. */
const PHONE_BAR_PX_MAX = 88;
const JOB_MS = 180_000;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  const customer = await stack.demo();
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
});

function open(serviceId: string, viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoCustomer, at: `/dashboard?service=${serviceId}`, viewport });
}

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

async function upload(page: Page, file: ReturnType<typeof csv>): Promise<void> {
  await page.getByLabel('Drop your file here, or choose it').setInputFiles(file);
}

it('equal rows are named before paying, are paid once, and each shows whose answer it has', async () => {
  const page = await open('exp-search');
  const review = reviewOf(page);
  const serials = ['110100', '110101', '110100', '110102', '110103'];
  const lines = ['ad_code,exp_serial,exp_year', ...serials.map((serial) => `1084,${serial},2026`)];
  await upload(page, csv('equal.csv', lines));
  await page.getByText('5 rows ready, 4 different: equal rows are charged once').waitFor();
  await page.getByText('Price, 5 rows, 4 different × 0.50').waitFor();
  await review.look('equal rows');
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Download results of equal.csv' }).waitFor({ timeout: JOB_MS });
  const job = await stack.db.job.findFirstOrThrow({ where: { fileName: 'equal.csv' } });
  expect(Number(job.capturedAmount)).toBe(200);
  await page.goto(`/dashboard/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Details of row 3' }).click();
  await page.getByText('same as row 1, charged once').waitFor();
  await review.look('the job');
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('a service whose job was started comes first among the services, as used lately, also after a reload', async () => {
  const page = await open('ctg-port-tracking');
  const options = page.getByRole('option');
  const openServices = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'Service' }).click();
    await options.first().waitFor();
  };
  await page.goto('/dashboard');
  await openServices();
  expect(await options.first().innerText()).not.toContain('Chattogram Port Tracking');
  await page.goto('/dashboard?service=ctg-port-tracking');
  await upload(page, csv('lately.csv', ['container_no,direction', 'MSKU0383250,IMPORT']));
  await page.getByText('1 row ready').first().waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Download results of lately.csv' }).waitFor({ timeout: JOB_MS });
  for (const again of [() => Promise.resolve(null), () => page.reload()]) {
    await again();
    await openServices();
    const lately = page.getByRole('group', { name: /Used lately/ });
    expect(await lately.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('Chattogram Port Tracking'),
    ]);
    expect(await options.first().innerText()).toContain('Chattogram Port Tracking');
  }
  await page.context().close();
});

it('columns with other names are asked for, read without another upload, and read so again in the next sheet', async () => {
  const page = await open('exp-search');
  const review = reviewOf(page);
  const lines = ['AD Code,Form serial,EXP Year', '1084,110110,2026', '1084,110111,2026'];
  await upload(page, csv('other.csv', lines));
  const column = page.getByLabel('Column for exp_serial');
  await column.waitFor();
  expect(await column.inputValue()).toBe('Form serial');
  expect(await column.locator('option:checked').innerText()).toBe('Form serial (110110, 110111)');
  await review.look('the question');
  await column.selectOption('');
  await page.getByText('Choose a column for exp_serial.').waitFor();
  expect(await page.getByRole('button', { name: 'Read the Sheet' }).isDisabled()).toBe(true);
  await column.selectOption('Form serial');
  await page.getByRole('button', { name: 'Read the Sheet' }).click();
  await page.getByText('Column “Form serial” is read as exp_serial').waitFor();
  await page.getByText('2 rows ready').waitFor();
  await review.look('the answer');

  await page.reload();
  await page.getByRole('button', { name: 'Remove file other.csv' }).click();
  await upload(page, csv('next.csv', lines));
  await page.getByText('Column “Form serial” is read as exp_serial').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Column for exp_serial').selectOption('AD Code');
  await page.getByRole('button', { name: 'Read the Sheet' }).click();
  // The column that is now missing is asked for in its turn.
  await page.getByLabel('Column for ad_code').waitFor();
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('cells copied from a spreadsheet are pasted on the page, or into a field on a phone, and checked like a file', async () => {
  const cells = 'ad_code\texp_serial\texp_year\n1084\t110120\t2026\n1084\t110121\t2026\n';
  const page = await open('exp-search');
  await page.getByRole('button', { name: 'Paste from Excel' }).waitFor();
  await paste(page, 'only one line');
  await page.getByText('This is not a table').waitFor();
  await paste(page, cells);
  await page.getByText('2 rows ready').waitFor();
  await page.getByText('pasted-table.csv').waitFor();
  await page.context().close();

  const small = await open('exp-search', phone);
  const review = reviewOf(small);
  await small.getByRole('button', { name: 'Paste from Excel' }).click();
  await small.getByLabel('Paste the cells here').fill(cells);
  await review.look('the field');
  await small.getByRole('button', { name: 'Use This Table' }).click();
  await small.getByText('2 rows ready').waitFor();
  expect(review.problems).toEqual([]);
  await small.context().close();
});

it('wrong cells are corrected in the preview by keyboard, for all equal rows at once, and taken back', async () => {
  const page = await open('exp-search');
  const review = reviewOf(page);
  const years = ['2026', 'next', 'twenty', 'next', 'next'];
  const lines = years.map((year, index) => `1084,${110_130 + index},${year}`);
  await upload(page, csv('wrong.csv', ['ad_code,exp_serial,exp_year', ...lines]));
  await page.getByText('1 row ready').waitFor();
  const cell = (row: number) => page.getByRole('button', { name: `Correct exp_year, row ${row}:` });
  const field = (row: number) => page.getByRole('textbox', { name: `exp_year, row ${row}` });
  await review.look('the errors');

  await cell(2).press('Enter');
  await field(2).fill('2025');
  await field(2).press('Escape');
  expect(await cell(2).innerText()).toBe('next');
  await cell(2).press('Enter');
  await field(2).fill('2026');
  await field(2).press('Tab');
  await field(3).fill('2026');
  await field(3).press('Enter');
  await page.getByText('3 rows ready').waitFor();
  await page.getByText('2 corrections made here').waitFor();
  expect(await page.locator(':focus').getAttribute('aria-label')).toContain('exp_year, row 3');

  await cell(4).press('Enter');
  await field(4).fill('2026');
  await field(4).press('Enter');
  await page.getByRole('button', { name: 'Apply “2026” to 2 rows with “next”' }).click();
  await page.getByText('5 rows ready').waitFor();
  await review.look('the corrections');
  await cell(4).press('Control+z');
  await page.getByText('3 rows ready').waitFor();
  await page.reload();
  await page.getByText('2 corrections made here').waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Download results of wrong.csv' }).waitFor({ timeout: JOB_MS });
  const job = await stack.db.job.findFirstOrThrow({ where: { fileName: 'wrong.csv' } });
  expect(job).toMatchObject({ rowsSucceeded: 3, rowsRefused: 2 });
  expect(review.problems).toEqual([]);
  await page.context().close();
});

it('a cell of a sheet of 10,000 rows shows its correction before the server has answered', async () => {
  const page = await open('exp-search');
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `1084,${200_000 + index},${index === 9_000 ? 'x' : '2026'}`,
  );
  await upload(page, csv('long.csv', ['ad_code,exp_serial,exp_year', ...lines]));
  await page.getByText('9,999 rows ready').waitFor();
  let answer = () => {};
  const isShown = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/edits', async (route) => {
    await isShown;
    await route.continue();
  });
  const cell = page.getByRole('button', { name: 'Correct exp_year, row 9001:' });
  await cell.click();
  const field = page.getByRole('textbox', { name: 'exp_year, row 9001' });
  await field.fill('2026');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Correct exp_year, row 9001: 2026' }).waitFor();
  await page.getByText('1 correction made here, being checked …').waitFor();
  answer();
  await page.getByText('10,000 rows ready').waitFor();
  await page.context().close();
});

it.each([
  ['a laptop', { width: 1366, height: 768 }],
  ['a phone', phone],
])(
  'price, balance and the start stay in sight of a long sheet, beside the portal, on %s',
  async (device, viewport) => {
    const page = await open('exp-search', viewport);
    const review = reviewOf(page);
    const lines = Array.from(
      { length: 20 },
      (_row, index) => `1084,${110_150 + index},${index < 8 ? 'x' : '2026'}`,
    );
    await upload(page, csv('bar.csv', ['ad_code,exp_serial,exp_year', ...lines]));
    const start = page.getByRole('button', { name: 'Start Automation: 12 rows · 6.00 credits' });
    await start.waitFor();
    const bar = page.getByTestId('start-bar');
    for (const place of ['Errors to correct', 'Check and start']) {
      await page.getByText(place).first().scrollIntoViewIfNeeded();
      const box = await bar.boundingBox();
      expect(box).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
    expect(await bar.innerText()).toMatch(/balance [\d,.]+ credits/);
    // On a phone the bar is low, and the portal stands above it.
    if (device === 'a phone') expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(PHONE_BAR_PX_MAX);
    const portal = device === 'a phone' ? page.getByRole('region', { name: 'Start Automation' }) : bar;
    await portal.getByText('Bangladesh Bank EXP', { exact: true }).filter({ visible: true }).waitFor();
    await portal.getByText('Up', { exact: true }).filter({ visible: true }).waitFor();
    await review.look('the bar');
    expect(review.problems).toEqual([]);
    await page.context().close();
  },
);

it.each([
  ['a laptop', { width: 1366, height: 768 }],
  ['a phone', phone],
])(
  'a start brings the running job into view, gives it the focus, and it leads to its page on %s',
  async (device, viewport) => {
    const page = await open('ctg-port-tracking', viewport);
    const review = reviewOf(page);
    const file = `led-${device.replace(' ', '-')}.csv`;
    const rows = Array.from({ length: 20 }, () => 'MSKU0383250,IMPORT');
    await upload(page, csv(file, ['container_no,direction', ...rows]));
    await page.getByRole('button', { name: 'Start Automation: 20 rows' }).click();
    const job = page.getByRole('region', { name: 'Now' }).getByRole('article', { name: file });
    await job.and(page.locator(':focus')).waitFor();
    const openJob = job.getByRole('link', { name: 'Open the job' });
    const box = await openJob.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    await review.look('the dashboard with the job');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\/jobs\/[0-9a-f-]{36}$/);
    await page.getByRole('main').getByText(file).first().waitFor();
    expect(review.problems).toEqual([]);
    await page.context().close();
  },
);

/** Pastes as Ctrl-V does while no field has the focus: browsers give tests no clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
}
