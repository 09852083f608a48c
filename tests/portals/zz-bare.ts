import { chromium } from 'playwright';
import { findChromium } from '#activities/chromium.ts';
const baseUrl = process.argv[2]!;
const N = Number(process.argv[3] ?? 40);
const found = await findChromium();
const browser = await chromium.launch({ executablePath: found.executablePath });
const context = await browser.newContext();
const page = await context.newPage();
await page.goto(baseUrl + '/ords/f?p=112:101');
await page.fill('#P101_USERNAME', 'padma');
await page.fill('#P101_PASSWORD', 'padma1234');
await page.click('text=Login >> nth=-1').catch(() => {});
await page.getByRole('link', { name: 'Transaction' }).click();
await page.getByRole('link', { name: 'Search EXP Detail Information' }).click();
for (let round = 0; round < 3; round++) {
  let t = Date.now();
  const s = [0, 0, 0, 0, 0];
  let m = t;
  const lap = (i: number) => {
    const n = Date.now();
    s[i]! += n - m;
    m = n;
  };
  for (let i = 0; i < N; i++) {
    m = Date.now();
    await page.fill('#P92_AD_CODE', '1084');
    await page.fill('#P92_SERIAL', String(100000 + i));
    await page.fill('#P92_YEAR', '2026');
    lap(0);
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.locator('#EXP_DETAIL').waitFor();
    await page.locator('#EXP_DETAIL td').allTextContents();
    lap(1);
    await page.getByRole('link', { name: 'Print EXP' }).click();
    const src = await page.locator('iframe').getAttribute('src');
    lap(2);
    const r = await context.request.get(new URL(src!, page.url()).href);
    await r.body();
    lap(3);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.locator('#P92_SERIAL').waitFor();
    lap(4);
  }
  console.log(
    'bare ms/row',
    (Date.now() - t) / N,
    s.map((x) => x / N),
  );
}
await browser.close();
