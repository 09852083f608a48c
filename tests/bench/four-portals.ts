/** Rows per second of one worker with four sessions on four portals that answer in 200 ms, against one session at a time. */
import { report, type BenchStack } from './measure.ts';

const LATENCY_MS = 200;
const ROWS = 10;
const JOB_TIMEOUT_MS = 10 * 60_000;

type Work = { portal: string; serviceId: string; headings: string; line: (index: number) => string };

/** Look-ups of records that the sandbox has on its first day. */
const works: readonly Work[] = [
  {
    portal: 'bb-exp',
    serviceId: 'exp-search',
    headings: 'ad_code,exp_serial,exp_year',
    line: (index) => `1084,${112_000 + index},2026`,
  },
  {
    portal: 'hm',
    serviceId: 'hm-einvoice-download',
    headings: 'invoice_no',
    line: (index) => String(2_509_601 + index),
  },
  {
    portal: 'bepza',
    serviceId: 'bepza-ep-download',
    headings: 'zone,permit_no',
    line: (index) => `DEPZ,EP26-DEPZ-${118_816 + index * 2}`,
  },
  {
    portal: 'myshipment',
    serviceId: 'myshipment-tracking',
    headings: 'search_type,search_value',
    line: (index) => `SO,${43_680_233 + index}`,
  },
];

export async function benchFourPortals(bench: BenchStack): Promise<void> {
  const control = (method: string, body?: object) =>
    fetch(`${bench.stack.addresses.sandbox}/__control/faults`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  for (const { portal } of works) await control('POST', { portal, kind: 'slow', ms: LATENCY_MS, times: -1 });
  try {
    const alone = await perSecondOf(async () => {
      for (const work of works) await runJob(bench, work);
    });
    const together = await perSecondOf(() => Promise.all(works.map((work) => runJob(bench, work))));
    report(
      'rows per second, four sessions on four portals that answer in 200 ms (wanted: ratio at least 3)',
      {
        together,
        alone,
        ratio: together / alone,
      },
    );
  } finally {
    await control('DELETE');
  }
}

async function perSecondOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return (works.length * ROWS) / ((performance.now() - begun) / 1000);
}

async function runJob({ customer }: BenchStack, { serviceId, headings, line }: Work): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, index) => line(index));
  const file = new File([[headings, ...lines].join('\n')], `${serviceId}.csv`);
  const { jobId } = await customer.start(await customer.preview(serviceId, file));
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  if (job.state !== 'completed') throw new Error(`${serviceId} ended as ${job.state}: ${job.errorMessage}`);
}
