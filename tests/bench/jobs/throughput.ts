/** Jobs per second, from HTTP to finished, against a baseline workflow with one activity on the same server. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { limits } from '#contracts/limits.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { median, perSecond, report, type BenchStack } from '../measure.ts';

/** As many files of one customer as may wait to be read; the API refuses more. */
const IN_FLIGHT = limits.readingsWaitingPerCustomerMax;
const PER_ROUND = 150;
const ROUNDS = 3;
/** Warm-up jobs that run before measuring, so that hot code is already compiled. */
const WARM_UP = 150;
const POLL_MS = 50;
const BARE_QUEUE = 'bench-baseline';

export async function benchJobs(bench: BenchStack): Promise<void> {
  const { address, namespace } = bench.stack.addresses.temporal;
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: BARE_QUEUE,
    workflowsPath: fileURLToPath(new URL('../baseline/workflow.ts', import.meta.url)),
    activities: { nothing: async () => undefined },
  });
  const running = worker.run();
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  const baselineJob = async (index: number): Promise<void> => {
    const workflowId = `baseline-${index}-${Math.random()}`;
    await client.workflow.execute('baseline', { workflowId, taskQueue: BARE_QUEUE });
  };
  const sample = onePage();
  const watch = watchJobs(bench);
  const chalanJob = async (): Promise<void> => void (await runJob(bench, sample, watch.ended));
  // Both sides are warmed up before the first counted round.
  await perSecond(WARM_UP, IN_FLIGHT, baselineJob);
  await perSecond(WARM_UP, IN_FLIGHT, chalanJob);
  const baseline: number[] = [];
  const chalan: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await perSecond(PER_ROUND, IN_FLIGHT, baselineJob));
    chalan.push(await perSecond(PER_ROUND, IN_FLIGHT, chalanJob));
  }
  report(`jobs per second, ${IN_FLIGHT} in flight (wanted: ratio at least 0.6)`, {
    chalan: median(chalan),
    baseline: median(baseline),
    ratio: median(chalan) / median(baseline),
  });
  watch.stop();
  worker.shutdown();
  await running;
  await connection.close();
  await client.connection.close();
}

export const onePage = (): Buffer<ArrayBuffer> => readFileSync('tests/fixtures/pdf/trade-ruled-02.pdf');

/** Runs a job of one PDF; `ended` waits for its end. */
export async function runJob(
  { customer }: Pick<BenchStack, 'customer'>,
  sample: Buffer<ArrayBuffer>,
  ended: (jobId: string) => Promise<void>,
): Promise<string> {
  const body = new FormData();
  body.set('serviceId', 'pdf-excel-converter');
  body.set('totalCredits', '1');
  body.set('file', new File([sample], 'one-page.pdf'));
  const { jobId } = await customer.call<StartedJob>('/api/process-automation', {
    method: 'POST',
    body,
    // Without one, the same file started twice within seconds is one job.
    headers: { 'idempotency-key': randomUUID() },
  });
  await ended(jobId);
  return jobId;
}

/** Reports the end of jobs with one query for all of them, so that watching does not cost what is measured. */
export function watchJobs({ db }: BenchStack): { ended: (jobId: string) => Promise<void>; stop: () => void } {
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const look = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const jobs = await db.job.findMany({
      where: { id: { in: [...waiting.keys()] }, finishedAt: { not: null } },
      select: { id: true, state: true },
    });
    for (const { id, state } of jobs) {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (state === 'completed') waiter?.resolve();
      else waiter?.reject(new Error(`Job ${id} ended ${state}.`));
    }
  };
  const timer = setInterval(() => void look(), POLL_MS);
  return {
    ended: (jobId) => new Promise((resolve, reject) => waiting.set(jobId, { resolve, reject })),
    stop: () => clearInterval(timer),
  };
}
