/** Jobs per second, from HTTP to finished, against a bare workflow with one activity on the same server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { StartedJob } from '#contracts/jobs.ts';
import { median, perSecond, report, type BenchStack } from './measure.ts';

const IN_FLIGHT = 50;
const PER_ROUND = 150;
const ROUNDS = 3;
const POLL_MS = 100;
const BARE_QUEUE = 'bench-bare';

export async function benchJobs(bench: BenchStack): Promise<void> {
  const address = bench.stack.temporalAddress;
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue: BARE_QUEUE,
    workflowsPath: fileURLToPath(new URL('./bare/workflow.ts', import.meta.url)),
    activities: { nothing: async () => undefined },
  });
  const running = worker.run();
  const client = new Client({ connection: await Connection.connect({ address }) });
  const bareJob = async (index: number): Promise<void> => {
    const workflowId = `bare-${index}-${Math.random()}`;
    await client.workflow.execute('bare', { workflowId, taskQueue: BARE_QUEUE });
  };
  const sample = readFileSync('activities/services/pdf-excel-converter/sample.pdf');
  const chalanJob = (): Promise<void> => runJob(bench, sample);
  // Both are warm before the first counted round.
  await perSecond(20, 10, bareJob);
  await perSecond(20, 10, chalanJob);
  const bare: number[] = [];
  const chalan: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await perSecond(PER_ROUND, IN_FLIGHT, bareJob));
    chalan.push(await perSecond(PER_ROUND, IN_FLIGHT, chalanJob));
  }
  report('jobs per second, 50 in flight (wanted: ratio at least 0.4)', {
    chalan: median(chalan),
    bare: median(bare),
    ratio: median(chalan) / median(bare),
  });
  worker.shutdown();
  await running;
  await connection.close();
  await client.connection.close();
}

async function runJob({ customer, db }: BenchStack, sample: Buffer<ArrayBuffer>): Promise<void> {
  const body = new FormData();
  body.set('serviceId', 'pdf-excel-converter');
  body.set('totalCredits', '1');
  body.set('file', new File([sample], 'sample.pdf'));
  const { jobId } = await customer.call<StartedJob>('/api/process-automation', { method: 'POST', body });
  for (;;) {
    const job = await db.job.findUniqueOrThrow({
      where: { id: jobId },
      select: { finishedAt: true, state: true },
    });
    if (job.finishedAt && job.state !== 'completed') throw new Error(`Job ${jobId} ended ${job.state}.`);
    if (job.finishedAt) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
