/**
 * `npm run record`: records a practice run of the running stack for the home page: the result of each row of the
 * sample, and its time. Run it again when the sample's results change.
 */
import { writeFileSync } from 'node:fs';
import type { JobRow, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { failInWords } from '#api/adapters/command-failure.ts';
import { signIn } from './customer.ts';
import { runningStack } from './stack.ts';

failInWords();
const SERVICE = 'exp-search';
const FILE = 'web/features/site/home/recorded-run.ts';
const JOB_TIMEOUT_MS = 120_000;
/** The page shows this many rows; the figure above them counts all. */
const ROWS_SHOWN = 6;

const stack = runningStack();
if (!stack) {
  process.stderr.write('Chalan is not running. Start it with `npm start` first.\n');
  process.exit(1);
}
const customer = await signIn(stack.app, 'demo@chalan.test', 'demo1234');
const body = new FormData();
body.set('serviceId', SERVICE);
const { jobId } = await customer.call<StartedJob>('/api/practice', { method: 'POST', body });
const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
const rows = await customer.rows(jobId);
const startedMs = Date.parse(job.startedAt ?? job.createdAt);

const text = (value: unknown): string => `'${String(value).replaceAll("'", String.raw`\'`)}'`;
const lineOf = ({ outcome, portalReference, values, processedAt }: JobRow): string => {
  const atMs = Date.parse(processedAt ?? '') - startedMs;
  const found = `status: ${text(values['portal_status'])}, currency: ${text(values['currency'])}, value: ${values['invoice_value']}`;
  return `    { exp: ${text(portalReference)}, outcome: ${text(outcome)}, ${found}, atMs: ${atMs} },\n`;
};
writeFileSync(
  FILE,
  `/** A practice run as it went, recorded by \`npm run record\`; do not edit. */

export const recordedRun = {
  serviceId: '${SERVICE}',
  rowsTotal: ${rows.length},
  durationMs: ${Date.parse(job.finishedAt ?? '') - startedMs},
  rows: [
${rows.slice(0, ROWS_SHOWN).map(lineOf).join('')}  ],
} as const;
`,
);
process.stdout.write(`${FILE}: ${rows.length} rows.\n`);
