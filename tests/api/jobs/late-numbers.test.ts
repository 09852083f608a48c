/** A number that is found late is given to all rows of the same record, in whichever jobs they have waited for it. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { noteLateFiling } from '#api/domain/jobs/filings/late-filings.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const { started, intent, row } = chargedJobs(db);

type Job = Awaited<ReturnType<typeof started>>;
type Ended = { outcome?: string; data?: RowData[]; userId?: string };
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const item = (invoice: string, quantity = '10'): RowData => ({ invoice, quantity });

/** A job that has ended, all of whose rows are one filing; the customer is new by default. */
async function ended({ outcome = 'UNCERTAIN', data = [item('INV-1')], userId }: Ended = {}): Promise<Job> {
  const job = await started(data.length);
  const { jobId } = job;
  const ofUser = userId === undefined ? {} : { userId };
  await db.job.update({ where: { id: jobId }, data: { finishedAt: ago(1), state: 'failed', ...ofUser } });
  const message = jobMessages.rowMaybeFiled();
  for (const [index, cells] of data.entries())
    await db.jobRow.update({
      where: { jobId_rowNumber: { jobId, rowNumber: index + 1 } },
      data: { data: cells, naturalKey: 'INV-1', groupRow: 1, outcome, message },
    });
  return { ...job, ...ofUser };
}

/** Reads the filing that the job has sent, which is the first of the given state, as listed under a number. */
async function list(
  job: Job,
  state: 'committing' | 'done',
  reference: string | null = 'P-1',
): Promise<string[]> {
  const { jobId } = job;
  const sent = { commits: 1, sends: 1, sentAt: ago(2), settlesAt: ago(1) };
  const { id } = await intent(job, { state, ...sent });
  return noteLateFiling(
    db,
    { id, jobId, rowNumber: 1, commits: 1, isConfirmed: state === 'done' },
    reference === null ? { message: listed } : { message: listed, portalReference: reference, values },
  );
}
const listed = quote('On the portal.');
const values = { exp_no: 'P-1', portal_status: 'Issued' };
const found = { outcome: 'UNCERTAIN', portalReference: 'P-1', message: jobMessages.rowFiledBeforeEnd() };
const noticesOf = ({ jobId }: Job, kind: 'filing_found' | 'filing_numbered' = 'filing_found') =>
  db.notification.count({ where: { key: { startsWith: `${kind}:${jobId}:` } } });

test.each(['committing', 'done'] as const)(
  'a row of another job that waited for a filing gets its number, when the filing is %s',
  async (state) => {
    const first = await ended();
    const waiting = await ended({ userId: first.userId });
    expect(await list(first, state)).toContain(waiting.jobId);
    expect(await row(waiting)).toMatchObject({ ...found, charged: false });
    expect(await noticesOf(waiting)).toBe(1);
  },
);

test('a row that ended as uncertain before the answer to its own filing came gets the number', async () => {
  const first = await ended();
  expect(await list(first, 'done')).toEqual([first.jobId]);
  expect(await row(first)).toMatchObject({ ...found, charged: false });
  expect(await noticesOf(first)).toBe(1);
});

test('a row that met the filing before the portal had assigned the number gets it with its details', async () => {
  const first = await ended();
  const met = await ended({ userId: first.userId, outcome: 'ALREADY_DONE' });
  expect(await list(first, 'committing', null)).not.toContain(met.jobId);
  await db.portalIntent.deleteMany({ where: { jobId: first.jobId } });
  expect(await list(first, 'done')).toContain(met.jobId);
  expect(await row(met)).toMatchObject({
    outcome: 'ALREADY_DONE',
    portalReference: 'P-1',
    message: listed,
    values,
  });
  expect(await noticesOf(met)).toBe(0);
  expect(await noticesOf(met, 'filing_numbered')).toBe(1);
});

test('a filed row whose job still runs gets a number that the portal assigns later, and keeps its charge', async () => {
  const first = await ended({ outcome: 'SUCCESS' });
  const { jobId } = first;
  await db.job.update({ where: { id: jobId }, data: { state: 'running', finishedAt: null } });
  await db.jobRow.updateMany({ where: { jobId }, data: { charged: true } });
  expect(await list(first, 'done')).toEqual([jobId]);
  expect(await row(first)).toMatchObject({
    outcome: 'SUCCESS',
    charged: true,
    portalReference: 'P-1',
    values,
  });
  expect(await noticesOf(first, 'filing_numbered')).toBe(1);
});

test('an uncertain row whose filing was found without a number gets the number that the portal assigns later', async () => {
  const first = await ended();
  const { id } = await intent(first, { state: 'committing', commits: 1, sends: 1, sentAt: ago(2) });
  const look = (isConfirmed: boolean, portalReference?: string) =>
    noteLateFiling(
      db,
      { id, jobId: first.jobId, rowNumber: 1, commits: 1, isConfirmed },
      { message: listed, ...(portalReference === undefined ? {} : { portalReference }) },
    );
  await look(false);
  expect(await row(first)).toMatchObject({ ...found, portalReference: null });
  await look(true, 'P-1');
  expect(await row(first)).toMatchObject(found);
  expect(await db.portalIntent.findUnique({ where: { id } })).toMatchObject({ reference: 'P-1' });
});

test('rows that are filed together get the number if all of them are the same, in whichever order', async () => {
  const rows = [item('INV-1', '10'), item('INV-1', '20')];
  const first = await ended({ data: rows });
  const same = await ended({ userId: first.userId, data: rows.toReversed() });
  const part = await ended({ userId: first.userId, data: rows.slice(1) });
  expect(await list(first, 'committing')).toEqual([first.jobId, same.jobId]);
  expect(await row(same, 1)).toMatchObject(found);
  expect(await row(same, 2)).toMatchObject(found);
  expect(await row(part)).toMatchObject({ portalReference: null });
});

test('a row with other values, of another customer or with an end of its own gets no number', async () => {
  const first = await ended();
  const { userId } = first;
  const others = [
    await ended({ userId, data: [item('INV-1', '11')] }),
    await ended({ userId, data: [item('INV-2')] }),
    await ended({ userId, outcome: 'CONFLICT' }),
    await ended(),
  ];
  expect(await list(first, 'committing')).toEqual([first.jobId]);
  for (const other of others) expect(await row(other)).toMatchObject({ portalReference: null });
});
