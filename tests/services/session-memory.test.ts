/** The memory that the browser uses for one portal session stays small, however many rows the session works. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newExporter } from '#tests/harness/job-calls.ts';
import { browsersBelow, fieldOf, isRenderer } from '#tests/harness/proc.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const ROWS = 100;
/** Of one page with its libraries and the documents of twenty rows; those of all rows would take 330. */
const MIB_MAX = 200;
const LOOK_MS = 200;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp') });

/** MiB that the largest page of a browser below this process has for itself. */
const largestPageMib = (): number =>
  Math.max(
    0,
    ...browsersBelow(String(process.pid))
      .filter(isRenderer)
      .map((pid) => Number.parseInt(fieldOf(pid, 'RssAnon'), 10) / 1024),
  );

test.skipIf(process.platform !== 'linux')(
  'a session of a hundred look-ups keeps no former page',
  async () => {
    const ana = await newExporter(app);
    const rows = Array.from({ length: ROWS }, (_, index) => `1084,${900_000 + index},2026`);
    const file = new File([['ad_code,exp_serial,exp_year', ...rows].join('\n')], 'exp.csv');
    let mostMib = 0;
    const looking = setInterval(() => {
      mostMib = Math.max(mostMib, largestPageMib());
    }, LOOK_MS);
    try {
      const totalCredits = ROWS / 2;
      const { jobId } = await ana.started({ serviceId: 'exp-search', file, totalCredits, key: randomUUID() });
      expect(await ana.ended(jobId)).toMatchObject({ rowsTotal: ROWS, rowsDone: ROWS });
    } finally {
      clearInterval(looking);
    }
    expect(mostMib).toBeGreaterThan(0);
    expect(mostMib).toBeLessThan(MIB_MAX);
  },
);
