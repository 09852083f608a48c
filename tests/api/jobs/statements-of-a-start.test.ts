/** How many statements a start costs, because many customers start at the same moment. */
import { expect, test, vi } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { newCustomer, pdf } from '#tests/harness/job-calls.ts';
import { countReads } from '#tests/harness/rows-read.ts';

/** Those of the session, of the limits and the end of a transaction are among them, the worker's are not. */
const STATEMENTS_MAX = 10;

const counter = countReads();
const app = await startTestApp();

test('a start of a new file makes few statements', async () => {
  const admission = { newBalanceHundredths: 0, rowsTotal: 1, queuePosition: null };
  vi.spyOn(app.deps.workflows.jobs, 'admit').mockResolvedValue(admission);
  const ana = await newCustomer(app);
  const { result, reads } = await counter.during(() => ana.start({ file: pdf(), totalCredits: 1 }));
  expect(result).toMatchObject({ status: 200 });
  expect(reads.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
});
