import { startBenchStack } from '#tests/bench/measure.ts';
import { decider, newVisitors, of, PORTAL, start } from '#tests/bench/jobs/starts.ts';
const b = await startBenchStack();
const site = { app: b.stack.addresses.app, db: b.db };
const admin = await decider(site);
const v = await newVisitors(site.db, 20);
await admin(`/api/admin/portals/${PORTAL}/pause`, {});
for (let i = 0; i < 10; i++) await start(site, of(v, i));
console.log('MARK');
await new Promise((r) => setTimeout(r, 1500));
for (const d of ['api', 'worker']) {
  try {
    (await import('node:fs')).appendFileSync(`/tmp/sql-${d}.log`, 'MARK\n');
  } catch {}
}
console.log(await start(site, of(v, 15)));
await new Promise((r) => setTimeout(r, 1500));
for (const d of ['api', 'worker']) (await import('node:fs')).appendFileSync(`/tmp/sql-${d}.log`, 'END\n');
await b.stop();
process.exit();
