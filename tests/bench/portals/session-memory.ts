/** The memory that portal sessions use in the worker: after many sessions, compared with after a tenth of them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBrowserPool } from '#activities/browser.ts';
import { bangladeshBankExp } from '#activities/portals/bangladesh-bank-exp/portal.ts';
import { report, type BenchStack } from '../measure.ts';

const MIB = 1024 * 1024;
const login = { username: 'padma', password: 'padma1234' };

export async function benchSessionMemory(bench: BenchStack, sessions: number): Promise<void> {
  const baseUrl = `${bench.stack.addresses.sandbox}/bb-exp`;
  const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
  const few = Math.ceil(sessions / 10);
  let afterFewMib = Number.NaN;
  try {
    for (let done = 1; done <= sessions; done += 1) {
      const context = await browsers.openContext(baseUrl);
      const session = { context, page: await context.newPage(), baseUrl };
      const { outcome } = await bangladeshBankExp.login(session, login, { scope: '', ask: async () => '' });
      if (outcome !== 'ok') throw new Error(`The login ended as ${outcome}.`);
      await bangladeshBankExp.logout(session);
      await context.close();
      if (done === few) afterFewMib = heapMib();
    }
  } finally {
    await browsers.close();
  }
  const afterManyMib = heapMib();
  report(`memory in MiB after ${sessions} sessions and after ${few} (wanted: ratio at most 1.05)`, {
    many: afterManyMib,
    few: afterFewMib,
    ratio: afterManyMib / afterFewMib,
  });
}

/** The memory still in use after a garbage collection. */
function heapMib(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MIB;
}
