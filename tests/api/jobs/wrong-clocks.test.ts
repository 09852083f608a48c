/** Workers whose clocks are wrong file, and look lost filings up when they are due, by the clock of the database. */
import { afterEach, expect, test, vi } from 'vitest';
import { openRowCounts, setRowAside } from '#api/domain/jobs/job-steps.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { takeOver } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { started } = chargedJobs(db);
const { file, intentOf, newLease } = protocolOn(db);
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

test.each([-10, 10])(
  'a worker whose clock is %i minutes ahead files under its lease, and sends a lost filing no second time too early',
  async (ahead) => {
    const { filed, runner } = portal();
    const [filing, lost] = [row(), row()];
    const effectMs = 5 * MINUTE_MS;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * MINUTE_MS });
    const lease = await newLease();
    expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({ outcome: 'SUCCESS' });
    await file({ runner: runner('lost before'), row: lost, lease, effectMs, refusesTwins: true });
    const again = { runner: runner('none'), row: lost, effectMs, refusesTwins: true };
    expect(await file({ ...again, lease })).toMatchObject({ aside: { why: 'confirming' } });
    expect(filed).toHaveLength(1);
    const settlesAt = (await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`)[0]?.now ?? null;
    await db.portalIntent.update({ where: { id: (await intentOf(lost)).id }, data: { settlesAt } });
    vi.useRealTimers();
    const next = await takeOver(db, lease);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead * MINUTE_MS });
    expect(await file({ ...again, lease: next })).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(2);
  },
);
