/** The memory that portal sessions use in the worker and its browsers: after many sessions, compared with after twenty. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import { browsersBelow, memoryMibOf } from '#tests/harness/proc.ts';
import { report, type BenchStack } from '../measure.ts';

const MIB = 1024 * 1024;
const FEW = 20;
const login = { username: 'padma', password: 'padma1234' };

type Memory = { heapMib: number; processMib: number; browsersMib: number };

export async function benchSessionMemory(bench: BenchStack, sessions: number): Promise<void> {
  const baseUrl = `${bench.stack.addresses.sandbox}/bb-exp`;
  const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
  const seen: Memory[] = [];
  try {
    for (let done = 1; done <= sessions; done += 1) {
      const context = await browsers.openContext(baseUrl);
      const session = { context, page: await context.newPage(), baseUrl };
      const { outcome } = await bbExpPortal.login(session, login, { scope: '', ask: async () => '' });
      if (outcome !== 'ok') throw new Error(`The login ${done} ended as ${outcome}.`);
      await bbExpPortal.logout(session);
      await context.close();
      if (done === FEW || done === sessions) seen.push(memoryNow());
    }
  } finally {
    await browsers.close();
  }
  const [few, many] = [seen.at(0), seen.at(-1)];
  if (!few || !many) throw new Error('No session was opened.');
  for (const [name, of] of Object.entries(counted))
    report(`${name} in MiB after ${sessions} sessions and after ${FEW} (wanted: ratio at most 1.1)`, {
      many: of(many),
      few: of(few),
      ratio: of(many) / of(few),
    });
}

const counted: Record<string, (memory: Memory) => number> = {
  'objects of the worker': ({ heapMib }) => heapMib,
  'the worker process': ({ processMib }) => processMib,
  'its browsers': ({ browsersMib }) => browsersMib,
};

/** What is in use after a garbage collection, while the browser keeps no session. */
function memoryNow(): Memory {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  const own = String(process.pid);
  return {
    heapMib: process.memoryUsage().heapUsed / MIB,
    processMib: memoryMibOf(own),
    browsersMib: browsersBelow(own).reduce((sum, pid) => sum + memoryMibOf(pid), 0),
  };
}
