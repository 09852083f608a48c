/** Rows per second of exp-search with one session, against a bare Playwright script with the same clicks and downloads. */
import { chromium } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
import { median, report, type BenchStack } from './measure.ts';

const ROWS = 200;
const ROUNDS = 2;
const JOB_TIMEOUT_MS = 10 * 60_000;

const serialOf = (index: number): string => String(101_000 + index);

export async function benchRows(bench: BenchStack): Promise<void> {
  const bare: number[] = [];
  const chalan: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareRowsPerSecond(`${bench.stack.addresses.sandbox}/bb-exp`));
    chalan.push(await jobRowsPerSecond(bench, round));
  }
  report('exp-search rows per second, one session, 200 rows (wanted: ratio at least 0.9)', {
    chalan: median(chalan),
    bare: median(bare),
    ratio: median(chalan) / median(bare),
  });
}

/** From the start of the job, with its login, to its end, with its result files. */
async function jobRowsPerSecond({ customer }: BenchStack, round: number): Promise<number> {
  const lines = Array.from({ length: ROWS }, (_, index) => `1084,${serialOf(index)},2026`);
  const file = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], `bench-${round}.csv`);
  const preview = await customer.preview('exp-search', file);
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  if (job.rowsSucceeded !== ROWS) throw new Error(`Only ${job.rowsSucceeded} rows were found.`);
  const tookMs = Date.parse(job.finishedAt ?? '') - Date.parse(job.createdAt);
  return ROWS / (tookMs / 1000);
}

async function bareRowsPerSecond(baseUrl: string): Promise<number> {
  const { executablePath, env } = await findChromium();
  const begun = performance.now();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: ['--disable-gpu'],
    chromiumSandbox: false,
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/ords/f?p=112:101`);
  await page.locator('#P101_USERNAME').fill('padma');
  await page.locator('#P101_PASSWORD').fill('padma1234');
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Transaction' }).click();
  await page.getByRole('link', { name: 'Search EXP Detail Information' }).click();
  for (let index = 0; index < ROWS; index += 1) {
    await page.locator('#P92_AD_CODE').fill('1084');
    await page.locator('#P92_SERIAL').fill(serialOf(index));
    await page.locator('#P92_YEAR').fill('2026');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.locator('#EXP_DETAIL').waitFor();
    await page.locator('#EXP_DETAIL td').allTextContents();
    await page.getByRole('link', { name: 'Print EXP' }).click();
    const source = await page.locator('iframe').getAttribute('src');
    const response = await context.request.get(new URL(source ?? '', page.url()).href);
    await response.body();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.locator('#P92_SERIAL').waitFor();
  }
  await browser.close();
  return ROWS / ((performance.now() - begun) / 1000);
}
