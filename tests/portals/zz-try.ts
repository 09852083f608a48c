import { readFileSync } from 'node:fs';
import { createBrowserPool } from '#activities/browser.ts';
import { bangladeshBankExp } from '#activities/portals/bangladesh-bank-exp/portal.ts';
import { expSearch } from '#services/exp-search/run.ts';
const baseUrl = process.argv[2]!;
const pool = createBrowserPool();
let t = Date.now();
const context = await pool.openContext(baseUrl);
console.log('browser', Date.now() - t);
t = Date.now();
const session = { context, page: await context.newPage(), baseUrl };
console.log(
  await bangladeshBankExp.login(session, { username: 'padma', password: 'padma1234' }),
  Date.now() - t,
);
const ctx = { session, signal: new AbortController().signal };
const first = await expSearch.run({ ad_code: '1084', exp_serial: '004504', exp_year: '2026' }, ctx);
console.log(first.message, first.values, first.documents?.[0]?.name, first.documents?.[0]?.bytes.length);
console.log(await expSearch.run({ ad_code: '1084', exp_serial: '009504', exp_year: '2026' }, ctx));
console.log(await expSearch.run({ ad_code: '3109', exp_serial: '009504', exp_year: '2026' }, ctx));
for (let round = 0; round < 3; round++) {
  t = Date.now();
  const N = 40;
  for (let i = 0; i < N; i++)
    await expSearch.run({ ad_code: '1084', exp_serial: String(100000 + i), exp_year: '2026' }, ctx);
  console.log('ms/row', (Date.now() - t) / N);
}
await bangladeshBankExp.logout(session);
console.log(session.page.url());
await pool.close();
