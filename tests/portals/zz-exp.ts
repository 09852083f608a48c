import { readFileSync, writeFileSync } from 'node:fs';
import { createBrowserPool } from '#activities/browser.ts';
import { bangladeshBankExp } from '#activities/portals/bangladesh-bank-exp/portal.ts';
import { expSearch } from '#services/exp-search/run.ts';
const baseUrl = process.argv[2]!;
const pool = createBrowserPool();
const context = await pool.openContext(baseUrl);
const session = { context, page: await context.newPage(), baseUrl };
await bangladeshBankExp.login(session, { username: 'padma', password: 'padma1234' });
const out: unknown[] = [];
for (const line of readFileSync('activities/services/exp-search/sample.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)) {
  const [ad_code, exp_serial, y] = line.trim().split(',') as [string, string, string];
  const { documents, ...r } = await expSearch.run(
    { ad_code, exp_serial, exp_year: y || '2026' },
    { session, signal: new AbortController().signal },
  );
  out.push({ ...r, documents: documents!.map((d) => d.name) });
}
writeFileSync('activities/services/exp-search/expected.json', JSON.stringify(out, null, 2) + '\n');
await pool.close();
