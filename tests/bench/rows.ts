/** Rows per second of exp-search with one session, against a bare Playwright script with the same clicks and downloads. */
import { chromium } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
import { median, msPerRow, report, type BenchStack } from './measure.ts';

const ROWS = 200;
const ROUNDS = 2;
const JOB_TIMEOUT_MS = 10 * 60_000;

/** Rows per second of the whole, with login and browser start, and from the end of the first row to that of the last. */
type Speed = { whole: number; steady: number };

const serialOf = (index: number): string => String(101_000 + index);

export async function benchRows(bench: BenchStack): Promise<void> {
  const bare: Speed[] = [];
  const chalan: Speed[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareSpeed(`${bench.stack.addresses.sandbox}/bb-exp`));
    chalan.push(await jobSpeed(bench, round));
  }
  for (const part of ['whole', 'steady'] as const) {
    const ours = median(chalan.map((speed) => speed[part]));
    const theirs = median(bare.map((speed) => speed[part]));
    report(`exp-search rows per second, one session, 200 rows, ${part} (wanted: ratio at least 0.9)`, {
      chalan: ours,
      bare: theirs,
      ratio: ours / theirs,
    });
  }
}

/** From the start of the job, with its login, to its end, with its result files. */
async function jobSpeed({ customer, db }: BenchStack, round: number): Promise<Speed> {
  const lines = Array.from({ length: ROWS }, (_, index) => `1084,${serialOf(index)},2026`);
  const file = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], `bench-${round}.csv`);
  const preview = await customer.preview('exp-search', file);
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  if (job.rowsSucceeded !== ROWS) throw new Error(`Only ${job.rowsSucceeded} rows were found.`);
  const tookMs = Date.parse(job.finishedAt ?? '') - Date.parse(job.createdAt);
  return { whole: ROWS / (tookMs / 1000), steady: 1000 / (await msPerRow(db, jobId)) };
}

async function bareSpeed(baseUrl: string): Promise<Speed> {
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
  let firstEnded = Number.NaN;
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
    if (index === 0) firstEnded = performance.now();
  }
  const ended = performance.now();
  await browser.close();
  return {
    whole: ROWS / ((performance.now() - begun) / 1000),
    steady: (ROWS - 1) / ((ended - firstEnded) / 1000),
  };
}
