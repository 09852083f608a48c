(globalThis as any).noSkip = new WeakSet();
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

import { skipReportFrame } from '#activities/portals/bangladesh-bank-exp/pages/report-page.ts';
const pool = createBrowserPool();
const mk = async (user: string, proxy: boolean, skip: boolean) => {
  const context = proxy ? await pool.openContext(baseUrl) : await (await pool.openContext(baseUrl)).browser()!.newContext();
  const session = { context, page: await context.newPage(), baseUrl };
  if (!skip) (globalThis as any).noSkip.add(session.page);
  await bangladeshBankExp.login(session, { username: user, password: 'exporter1234' });
  const ctx = { session, signal: new AbortController().signal };
  return async (serial: string) => { await expSearch.run({ ad_code: '1084', exp_serial: serial, exp_year: '2026' }, ctx); };
};
const variants: Record<string, (s: string) => Promise<void>> = { bare, ours: await mk('exporter01', true, true), noproxy: await mk('exporter02', false, true), noskip: await mk('exporter03', true, false) };
const times: Record<string, number[]> = {}; const cpu: Record<string, number> = {};
let serial = 103000 + Math.floor(Math.random() * 10000);
for (let i = 0; i < 36; i++) for (const [name, f] of Object.entries(variants)) {
  const c = process.cpuUsage(); const t = performance.now(); await f(String(serial++)); const d = performance.now() - t; const u = process.cpuUsage(c);
  if (i < 4) continue;
  (times[name] ??= []).push(d); cpu[name] = (cpu[name] ?? 0) + (u.user + u.system) / 1000;
}
for (const [n, l] of Object.entries(times)) { l.sort((a, b) => a - b); console.log(n, 'median', l[16]!.toFixed(0), 'p25', l[8]!.toFixed(0), 'mean', (l.reduce((a, b) => a + b) / 32).toFixed(0), 'node cpu', (cpu[n]! / 32).toFixed(1)); }
await pool.close(); await browser.close();
