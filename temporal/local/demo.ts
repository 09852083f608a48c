/** `npm run demo`: runs the available services as the demo customer on their sample files, with progress bars. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { services } from '#services/catalogue.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import { signIn, type Customer, type Download } from './customer.ts';
import { runningStack, startStack } from './stack.ts';
import { dataDirectory } from './turn.ts';

const JOB_TIMEOUT_MS = 10 * 60_000;
const BAR_WIDTH = 30;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const running = runningStack();
if (!running) say('Chalan is not running; starting it for the demo …');
const own = running ? null : await startStack(say);
const app = (running ?? own?.addresses)?.app ?? '';
let failed = false;
void own?.failed.then(async (sentence) => {
  process.stderr.write(`${sentence}\n`);
  await own.stop();
  process.exit(1);
});
try {
  const customer = await signIn(app, 'demo@chalan.test', 'demo1234');
  for (const service of services) if (!(await runService(customer, service))) failed = true;
  say(
    own
      ? '\nStopping what was started for the demo.'
      : `\nEvery row of these jobs: ${app}/dashboard (demo@chalan.test / demo1234)`,
  );
} catch (error) {
  failed = true;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
await own?.stop();
process.exit(failed ? 1 : 0);

async function template(customer: Customer, service: ServiceDefinition, extension: string): Promise<File> {
  const { name, bytes } = await customer.download(`/templates/${service.id}.${extension}`);
  return new File([bytes], name);
}

async function runService(customer: Customer, service: ServiceDefinition): Promise<boolean> {
  say(`\n${service.name}`);
  const sample = await template(customer, service, service.input.kind === 'pdf' ? 'pdf' : 'csv');
  const documents = sampleHasZip(service) ? await template(customer, service, 'zip') : undefined;
  const preview = await customer.preview(service.id, sample, documents);
  say(
    `  ${preview.billableRows} ready, ${preview.invalidRows} with errors, ${preview.totalCredits.toFixed(2)} credits`,
  );
  if (!preview.sufficient) {
    say(`  Not run: ${preview.balance.toFixed(2)} credits are left.`);
    return true;
  }
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS, drawBar);
  say(
    `\n  ${job.status}: ${job.rowsSucceeded} done, ${job.rowsFailed} failed, ${job.creditsUsed.toFixed(2)} credits used`,
  );
  if (job.errorMessage) say(`  ${job.errorMessage}`);
  if (job.downloadUrl) saveResults(await customer.download(job.downloadUrl));
  return job.status === 'completed';
}

function drawBar(job: JobProgress): void {
  const full = Math.round((job.progress / 100) * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  process.stdout.write(
    `\r  ${bar} ${String(job.progress).padStart(3)} %  ${job.rowsDone} / ${job.rowsTotal} rows  `,
  );
}

function saveResults({ name, bytes }: Download): void {
  const directory = path.join(dataDirectory(), 'demo');
  mkdirSync(directory, { recursive: true });
  const target = path.join(directory, name);
  writeFileSync(target, bytes);
  say(`  Results: ${target}`);
}
