/** Workers whose clocks are wrong look lost filings up when they are due, by the clock of the database. */
import { afterEach, expect, test, vi } from 'vitest';
import { openRowCounts, setRowAside } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const { started } = chargedJobs(db);
afterEach(() => void vi.useRealTimers());

test.each([-10, 10])(
  'a worker whose clock is %i minutes ahead sets a lost filing aside as others do',
  async (ahead) => {
    const { jobId } = await started(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * MINUTE_MS });
    const lost = { jobId, attempt: 1, rowNumber: 1, groupRow: null, attempts: 1, message: quote('Lost.') };
    const workable = () => workableRows(db, { jobId, attempt: 1, rowsMax: 10 });
    await setRowAside(db, { ...lost, aside: 'confirming', lookInMs: MINUTE_MS });
    expect(await workable()).toEqual([]);
    const { confirming, nextLookInMs } = await openRowCounts(db, jobId);
    expect(confirming).toBe(1);
    expect(nextLookInMs).toBeGreaterThan(0);
    expect(nextLookInMs).toBeLessThanOrEqual(MINUTE_MS);
    await setRowAside(db, { ...lost, aside: 'confirming', lookInMs: 0 });
    expect(await workable()).toHaveLength(1);
  },
);
