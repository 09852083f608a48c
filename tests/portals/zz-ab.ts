import { chromium } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
import { createBrowserPool } from '#activities/browser.ts';
import { bangladeshBankExp } from '#activities/portals/bangladesh-bank-exp/portal.ts';
import { expSearch } from '#services/exp-search/run.ts';
const baseUrl = process.argv[2]!;
const N = 10;
const found = await findChromium();
const browser = await chromium.launch({ executablePath: found.executablePath });
const bc = await browser.newContext();
const page = await bc.newPage();
await page.goto(baseUrl + '/ords/f?p=112:101');
await page.fill('#P101_USERNAME', 'padma');
await page.fill('#P101_PASSWORD', 'padma1234');
await page.getByRole('link', { name: 'Login' }).click();
await page.getByRole('link', { name: 'Transaction' }).click();
await page.getByRole('link', { name: 'Search EXP Detail Information' }).click();
const bare = async (serial: string) => {
  await page.fill('#P92_AD_CODE', '1084');
  await page.fill('#P92_SERIAL', serial);
  await page.fill('#P92_YEAR', '2026');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.locator('#EXP_DETAIL').waitFor();
  await page.locator('#EXP_DETAIL td').allTextContents();
  await page.getByRole('link', { name: 'Print EXP' }).click();
  const src = await page.locator('iframe').getAttribute('src');
  const r = await bc.request.get(new URL(src!, page.url()).href);
  await r.body();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.locator('#P92_SERIAL').waitFor();
};
const pool = createBrowserPool();
const context = await pool.openContext(baseUrl);
const session = { context, page: await context.newPage(), baseUrl };
await bangladeshBankExp.login(session, { username: 'nordic', password: 'nordic1234' });
const ctx = { session, signal: new AbortController().signal };
const ours = async (serial: string) => {
  await expSearch.run({ ad_code: '1084', exp_serial: serial, exp_year: '2026' }, ctx);
};
let A = 0,
  B = 0;
for (let round = 0; round < 10; round++) {
  let t = Date.now();
  for (let i = 0; i < N; i++) await bare(String(101000 + round * N + i));
  const a = Date.now() - t;
  t = Date.now();
  for (let i = 0; i < N; i++) await ours(String(102000 + round * N + i));
  const b = Date.now() - t;
  A += a;
  B += b;
  console.log(a / N, b / N);
}
console.log('bare', A / 100, 'ours', B / 100, 'ratio of rows/s', A / B);
await pool.close();
await browser.close();
