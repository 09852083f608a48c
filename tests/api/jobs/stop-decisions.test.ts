/** What a person decides about a job that has stopped: it changes the rows that the stop names, once, and no others. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jobActivities } from '#activities/jobs.ts';
import { markRunning, openRowCounts, setRowAside, setState } from '#api/domain/jobs/job-steps.ts';
import { stopAboutFilings, withSubject } from '#api/domain/jobs/stuck-jobs.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { quote, sequence } from '#contracts/messages/message.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { createUser } from '#tests/factories.ts';
import type { StopSubject, StuckDecision } from '#workflows/messages.ts';

const { db } = await createTestDatabase();
const deps = { db, clock: () => new Date() };
const { applyDecision } = jobActivities(deps as unknown as Parameters<typeof jobActivities>[0]);

const FIRST_STOP = '2026-11-03T04:00:00.000Z';
const SECOND_STOP = '2026-11-03T05:00:00.000Z';
const DECIDED_AT = '2026-11-03T04:30:00.000Z';

type RowFields = { aside?: 'confirming' | 'person'; groupRow?: number; outcome?: string };
type IntentFields = {
  state?: string;
  sentAt?: Date | null;
  commits?: number;
  sends?: number;
  reference?: string;
};

/** A running job with these rows, by number. */
async function newJob(rows: Record<number, RowFields>): Promise<string> {
  const { id: userId } = await createUser(db);
  const file = { userId, serviceId: 'exp-issue', fileName: 'rows.csv' };
  const upload = await db.upload.create({
    data: { ...file, fileKey: randomUUID(), sizeBytes: 1, sha256: '' },
  });
  const { id } = await db.job.create({
    data: {
      ...file,
      serviceName: 'EXP Issue',
      uploadId: upload.id,
      portal: 'bb-exp',
      state: 'running',
      rowsTotal: Object.keys(rows).length,
      costPerRow: 100,
      rows: {
        create: Object.entries(rows).map(([number, row]) => {
          const message = row.aside ? jobMessages.filingAnswerLost() : undefined;
          return { rowNumber: Number(number), source: {}, data: {}, ...row, ...(message ? { message } : {}) };
        }),
      },
    },
  });
  return id;
}

const stop = (jobId: string, about: StopSubject | undefined, since = FIRST_STOP): Promise<boolean> =>
  setState(db, {
    jobId,
    state: 'parked',
    step: jobMessages.waitingForTeam(),
    waiting: { kind: 'person', since, message: quote('The job has stopped.'), ...(about ? { about } : {}) },
  });

const decide = (jobId: string, decision: StuckDecision, since = FIRST_STOP): Promise<void> =>
  applyDecision({ jobId, decision, since, decidedAt: DECIDED_AT });

/** A filing of the row whose request was sent. */
const sent = (jobId: string, rowNumber: number, given: IntentFields = {}) =>
  db.portalIntent.create({
    data: {
      portal: 'bb-exp',
      key: randomUUID(),
      userId: 'somebody',
      jobId,
      rowNumber,
      state: 'committing',
      sentAt: new Date(),
      commits: 1,
      ...given,
    },
  });

const rowOf = (jobId: string, rowNumber: number) =>
  db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber: { jobId, rowNumber } } });
const outcomesOf = async (jobId: string): Promise<(string | null)[]> =>
  (await db.jobRow.findMany({ where: { jobId }, orderBy: { rowNumber: 'asc' } })).map(
    ({ outcome }) => outcome,
  );

describe('skipping a row', () => {
  test('a skip ends the row that the stop names, and not an earlier one whose filing is being confirmed', async () => {
    const jobId = await newJob({ 1: { aside: 'confirming' }, 2: {} });
    await sent(jobId, 1);
    await stop(jobId, { row: 2 });
    await decide(jobId, 'skip row');
    expect(await outcomesOf(jobId)).toEqual([null, 'INTERNAL_ERROR']);
    expect(await rowOf(jobId, 2)).toMatchObject({ message: jobMessages.rowSkipped() });
  });

  test('a skip about an ordinary row does not end an earlier row that waits for a person', async () => {
    const jobId = await newJob({ 3: { aside: 'person' }, 7: {} });
    await stop(jobId, { row: 7 });
    await decide(jobId, 'skip row');
    expect(await outcomesOf(jobId)).toEqual([null, 'INTERNAL_ERROR']);
  });

  test('a skip that is carried out twice ends one row', async () => {
    const jobId = await newJob({ 1: { outcome: 'SUCCESS' }, 2: {}, 3: {} });
    await stop(jobId, { row: 2 });
    await decide(jobId, 'skip row');
    await decide(jobId, 'skip row');
    expect(await outcomesOf(jobId)).toEqual(['SUCCESS', 'INTERNAL_ERROR', null]);
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ rowsDone: 1 });
  });

  test('a skipped row whose filing was sent ends as uncertain, even if nothing was written to the row', async () => {
    const jobId = await newJob({ 1: {} });
    await sent(jobId, 1, { reference: 'EXP-0' });
    await stop(jobId, { row: 1 });
    await decide(jobId, 'skip row');
    expect(await rowOf(jobId, 1)).toMatchObject({
      outcome: 'UNCERTAIN',
      portalReference: null,
      message: jobMessages.rowSkippedMaybeFiled(),
    });
    // The portal is read again later.
    expect(await db.portalIntent.findMany({ where: { jobId } })).toMatchObject([
      { checkDueAt: expect.any(Date) },
    ]);
  });

  test.each(['planned', 'committing'])(
    'a skipped row whose second click has not left, in the state %s, ends as uncertain because of the first',
    async (state) => {
      const jobId = await newJob({ 1: {} });
      await sent(jobId, 1, { state, sentAt: null, sends: 1 });
      await stop(jobId, { row: 1 });
      await decide(jobId, 'skip row');
      expect(await outcomesOf(jobId)).toEqual(['UNCERTAIN']);
    },
  );

  test('a skipped row whose filing the portal has confirmed keeps the number of the filing', async () => {
    const jobId = await newJob({ 1: {} });
    await sent(jobId, 1, { state: 'done', reference: 'EXP-1' });
    await stop(jobId, { row: 1 });
    await decide(jobId, 'skip row');
    expect(await rowOf(jobId, 1)).toMatchObject({ outcome: 'UNCERTAIN', portalReference: 'EXP-1' });
  });

  test.each([
    ['was not sent', { sentAt: null }],
    ['the portal has refused', { state: 'refused' }],
    ['the portal already had', { state: 'done', commits: 0, sentAt: null }],
  ])('a skipped row whose filing %s ends as an internal error', async (_, intent) => {
    const jobId = await newJob({ 1: {} });
    await sent(jobId, 1, intent);
    await stop(jobId, { row: 1 });
    await decide(jobId, 'skip row');
    expect(await outcomesOf(jobId)).toEqual(['INTERNAL_ERROR']);
  });

  test('a skip ends all rows of the filing as uncertain, and of several filings the first', async () => {
    const jobId = await newJob({
      2: { aside: 'person', groupRow: 2 },
      3: { aside: 'person', groupRow: 2 },
      5: { aside: 'person' },
    });
    await sent(jobId, 2);
    await stop(jobId, { filings: [2, 3, 5] });
    await decide(jobId, 'skip row');
    await decide(jobId, 'skip row');
    expect(await outcomesOf(jobId)).toEqual(['UNCERTAIN', 'UNCERTAIN', null]);
    expect(await rowOf(jobId, 3)).toMatchObject({ message: jobMessages.filingAnswerLost() });
  });
});

describe('trying again', () => {
  test('a retry of an ordinary row vouches for no filing that waits for a person', async () => {
    const jobId = await newJob({ 3: { aside: 'person' }, 7: {} });
    await stop(jobId, { row: 7 });
    await decide(jobId, 'retry');
    expect(await rowOf(jobId, 3)).toMatchObject({ aside: 'person', vouchedAt: null });
  });

  test('a retry vouches for the filings that the stop names, as of the time of the decision', async () => {
    const jobId = await newJob({ 3: { aside: 'person' }, 5: { aside: 'person' } });
    await stop(jobId, { filings: [3] });
    await decide(jobId, 'retry');
    expect(await rowOf(jobId, 3)).toMatchObject({ aside: null, vouchedAt: new Date(DECIDED_AT) });
    expect(await rowOf(jobId, 5)).toMatchObject({ aside: 'person', vouchedAt: null });
  });

  test('a retry that is carried out again after its row was set aside once more vouches for nothing', async () => {
    const jobId = await newJob({ 3: { aside: 'person' } });
    await stop(jobId, { filings: [3] });
    await decide(jobId, 'retry');
    await markRunning(db, { jobId, attempt: 1 }, new Date());
    const lost = { jobId, attempt: 1, rowNumber: 3, groupRow: null, attempts: 2, lookInMs: null };
    await setRowAside(db, { ...lost, message: jobMessages.filingLeftNoTrace(), aside: 'person' });
    await decide(jobId, 'retry');
    expect(await rowOf(jobId, 3)).toMatchObject({ aside: 'person' });
    await stop(jobId, { filings: [3] }, SECOND_STOP);
    await decide(jobId, 'retry');
    expect(await rowOf(jobId, 3)).toMatchObject({ aside: 'person', vouchedAt: new Date(DECIDED_AT) });
  });
});

describe('the rows that a stop is about', () => {
  test('the filings that left no trace are known by their row numbers', async () => {
    const jobId = await newJob({
      2: { aside: 'confirming' },
      9: { aside: 'person' },
      3: { aside: 'person' },
    });
    expect(await openRowCounts(db, jobId)).toMatchObject({ workable: 0, confirming: 1, forPerson: [3, 9] });
  });

  test.each([
    ['left no trace', [jobMessages.filingLeftNoTrace()], jobMessages.filingsLeftNoTrace({ rows: 1 })],
    [
      'could not be looked up',
      [sequence(jobMessages.lostFilingNotLookedUp(), quote('Slow.'))],
      jobMessages.filingsNotConfirmed({ rows: 1 }),
    ],
    [
      'left no trace, or could not be looked up',
      [jobMessages.filingLeftNoTrace(), jobMessages.lostFilingNotLookedUp()],
      jobMessages.filingsNotConfirmed({ rows: 2 }),
    ],
  ])('a stop about filings that %s says no more than that', async (_, messages, said) => {
    const jobId = await newJob({ 1: {}, 2: { outcome: 'SUCCESS' }, 3: {} });
    for (const [index, message] of messages.entries()) {
      const row = {
        jobId,
        attempt: 1,
        rowNumber: 1 + 2 * index,
        groupRow: null,
        attempts: 1,
        lookInMs: null,
      };
      await setRowAside(db, { ...row, message, aside: 'person' });
    }
    expect(stopAboutFilings(await openRowCounts(db, jobId))).toEqual(said);
  });

  test('a chunk that failed as a whole stops about the row with which the next one would begin', async () => {
    const jobId = await newJob({ 1: { aside: 'confirming' }, 2: { aside: 'person' }, 3: {}, 4: {} });
    const waiting = { kind: 'person' as const, since: FIRST_STOP, message: jobMessages.stuck() };
    const about = { filings: [2] };
    expect(await withSubject(db, jobId, waiting)).toEqual({ ...waiting, about: { row: 3 } });
    expect(await withSubject(db, jobId, { ...waiting, about })).toEqual({ ...waiting, about });
    const outage = { ...waiting, kind: 'portal_down' as const };
    expect(await withSubject(db, jobId, outage)).toEqual(outage);
  });
});

describe('a decision that belongs to no present stop', () => {
  test.each(['retry', 'skip row'] as const)(
    'a late "%s" changes no row of a later stop',
    async (decision) => {
      const jobId = await newJob({ 1: {}, 9: { aside: 'person' } });
      await stop(jobId, { filings: [9] }, SECOND_STOP);
      await decide(jobId, decision);
      expect(await outcomesOf(jobId)).toEqual([null, null]);
      expect(await rowOf(jobId, 9)).toMatchObject({ aside: 'person', vouchedAt: null });
    },
  );

  test.each(['retry', 'skip row'] as const)(
    'a "%s" about a stop that names no rows changes none',
    async (decision) => {
      const jobId = await newJob({ 1: {}, 9: { aside: 'person' } });
      await stop(jobId, undefined);
      await decide(jobId, decision);
      expect(await outcomesOf(jobId)).toEqual([null, null]);
      expect(await rowOf(jobId, 9)).toMatchObject({ aside: 'person', vouchedAt: null });
    },
  );
});
