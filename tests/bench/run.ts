/** `npm run bench [-- name …] [--rows=N] [--sessions=N]`: measures speed against references in the same run and prints ratios. */
import { benchCreditHistory } from './credit-history.ts';
import { benchFourPortals } from './four-portals.ts';
import { benchJobs } from './jobs.ts';
import { benchLargeJob } from './large-job.ts';
import { benchLedger } from './ledger.ts';
import { startBenchStack, type BenchStack } from './measure.ts';
import { benchPdf } from './pdf-score.ts';
import { benchRows } from './rows.ts';
import { benchSessionMemory } from './session-memory.ts';
import { benchStatus } from './status.ts';

const LARGE_ROWS = 1_000;
const SESSIONS = 200;

const words = process.argv.slice(2);
const numberOf = (option: string, usual: number): number =>
  Number(words.find((word) => word.startsWith(option))?.slice(option.length) ?? usual);
const rows = numberOf('--rows=', LARGE_ROWS);
const sessions = numberOf('--sessions=', SESSIONS);
const benches: Record<string, (bench: BenchStack) => Promise<void>> = {
  jobs: benchJobs,
  rows: benchRows,
  status: benchStatus,
  portals: benchFourPortals,
  sessions: (bench) => benchSessionMemory(bench, sessions),
  large: (bench) => benchLargeJob(bench, rows),
};
const names = words.filter((word) => !word.startsWith('--'));
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

if (isWanted('pdf')) await benchPdf();
if (isWanted('ledger')) await benchLedger();
if (isWanted('history')) await benchCreditHistory();
if (Object.keys(benches).some(isWanted)) {
  const bench = await startBenchStack();
  try {
    for (const [name, measure] of Object.entries(benches)) if (isWanted(name)) await measure(bench);
  } finally {
    await bench.stop();
  }
}
process.exit();
