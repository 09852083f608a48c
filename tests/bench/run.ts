/** `npm run bench [-- name …] [--rows=N] [--sessions=N]`: measures speed against references in the same run and prints ratios. */
import { benchAdminJobs } from './admin-jobs.ts';
import { benchCreditHistory } from './credit-history.ts';
import { benchFourPortals } from './four-portals.ts';
import { benchJobs } from './jobs.ts';
import { benchLargeJob } from './large-job.ts';
import { benchLedger } from './ledger.ts';
import { startBenchStack, type BenchStack } from './measure.ts';
import { benchLargePdf } from './pdf-large.ts';
import { benchPdfPeers } from './pdf-peers.ts';
import { benchPdf } from './pdf-score.ts';
import { benchRows, rowServices } from './rows.ts';
import { benchSessionMemory } from './session-memory.ts';
import { benchStatus } from './status.ts';
import { benchVault } from './vault.ts';
import { benchWaiting } from './waiting.ts';
import { benchWebWeight } from './web-weight.ts';

const LARGE_ROWS = 1_000;
/** The default number of rows for each service. */
const SERVICE_ROWS = 30;
const SESSIONS = 200;

const words = process.argv.slice(2);
const numberOf = (option: string, usual: number): number =>
  Number(words.find((word) => word.startsWith(option))?.slice(option.length) ?? usual);
const rows = numberOf('--rows=', LARGE_ROWS);
const serviceRows = numberOf('--rows=', SERVICE_ROWS);
const sessions = numberOf('--sessions=', SESSIONS);
const benches: Record<string, (bench: BenchStack) => Promise<void>> = {
  jobs: benchJobs,
  rows: (bench) => benchRows(bench, { rows: serviceRows, services: chosenServices }),
  status: benchStatus,
  portals: benchFourPortals,
  sessions: (bench) => benchSessionMemory(bench, sessions),
  waiting: benchWaiting,
  large: (bench) => benchLargeJob(bench, rows),
};
const names = words.filter((word) => !word.startsWith('--'));
/** `rows:exp-search` selects the rows of one service. */
const oneService = names.flatMap((name) => rowServices.filter((id) => name === `rows:${id}`));
const chosenServices = oneService.length > 0 ? oneService : rowServices;
const isWanted = (name: string): boolean =>
  names.length === 0 || names.includes(name) || (name === 'rows' && oneService.length > 0);

if (isWanted('pdf')) await benchPdf();
if (names.includes('pdf:peers')) await benchPdfPeers();
if (names.includes('pdf:large')) await benchLargePdf();
if (isWanted('ledger')) await benchLedger();
if (isWanted('history')) await benchCreditHistory();
if (isWanted('admin-jobs')) await benchAdminJobs();
if (isWanted('vault')) await benchVault();
if (isWanted('web')) benchWebWeight();
if (Object.keys(benches).some(isWanted)) {
  const bench = await startBenchStack();
  try {
    for (const [name, measure] of Object.entries(benches)) if (isWanted(name)) await measure(bench);
  } finally {
    await bench.stop();
  }
}
process.exit();
