/** Which records the jobs' reconciler reaches: all of them, whatever happens to one. Temporal is played. */
import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { createWorkflows } from '#api/adapters/workflows/create-workflows.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { reconcileJobs, type UnendedItems } from '#activities/reconcile-jobs.ts';
import type { FileStore } from '#api/adapters/files.ts';
import type { Logger } from '#api/adapters/logger.ts';
import { adjustCredits, reserve, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { Temporal } from '#temporal/client.ts';
import { adjustment, createUser, held } from '#tests/factories.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { until } from '#tests/harness/until.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

/** More records than a page holds. */
const RECORDS = 510;
const SERVICE = 'ctg-port-tracking';
const LISTED = 20;
const ROUNDS = 10;
/** A job that has been started again so often is ended. */
const RESUMES_MAX = 5;
/** A process ends after so many rounds, as while its release is replaced. */
const ROUNDS_OF_PROCESS = 5;
/** A job that is looked at in one of ten rounds by chance is missed in all of these less than once in 10^13 times. */
const ROUNDS_MAX = 300;
/** More jobs than are examined at once. */
const EXAMINED_IN_TURN = 25;
/** Long enough for every item but one whose store does not answer. */
const ITEM_MAX_MS = 5_000;
/** The first one in any order by id. */
const FIRST_ID = '00000000-0000-4000-8000-000000000000';
/** The last one in any order by id. */
const LAST_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

const { deps } = await startTestApp();
const { db } = deps;
const { id: userId } = await createUser(db);
const { id: uploadId } = await db.upload.create({
  data: { userId, serviceId: SERVICE, fileName: 'a.csv', fileKey: randomUUID(), sizeBytes: 1, sha256: '' },
});

/** What the rounds of one process share. */
const unended: UnendedItems = new Map();

beforeEach(async () => {
  unended.clear();
  await db.job.deleteMany({ where: { id: { in: [FIRST_ID, LAST_ID] } } });
  await db.job.updateMany({ data: { finishedAt: new Date(), filesState: 'none' } });
});

type State = 'gone' | 'unknown' | 'running';

/** The file store, which answers for the files of one job only after `answer` is called. */
function silentFor(jobId: string) {
  let puts = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const put: FileStore['put'] = async (key, ...file) => {
    if (key.includes(jobId)) {
      puts += 1;
      await answered;
    }
    await deps.files.put(key, ...file);
  };
  return { files: { ...deps.files, put }, answer: () => answer(), puts: () => puts };
}

type Played = {
  brokenStart?: string;
  files?: FileStore;
  itemMaxMs?: number;
  /** The workflows that Temporal lists as running; null if it cannot list them. */
  listed?: string[] | null;
  share?: number | null;
};

/** Plays Temporal's answers; `unknown` is an error. The started workflows and errors are noted. */
function played(
  stateOf: (workflowId: string) => State | Promise<State>,
  { brokenStart, files, listed = [] }: Played = {},
) {
  const started: string[] = [];
  const errors: unknown[] = [];
  const described: string[] = [];
  const describeWorkflow = async (id: string) => {
    described.push(id);
    const state = await stateOf(id);
    if (state === 'running') return { status: { name: 'RUNNING' }, raw: {} };
    if (state === 'unknown') throw new Error('Temporal does not answer.');
    throw new WorkflowNotFoundError('gone', id, undefined);
  };
  const workflow = {
    getHandle: (id: string) => ({ describe: () => describeWorkflow(id) }),
    async *list() {
      if (listed === null) throw new Error('Temporal cannot list workflows.');
      for (const workflowId of listed) yield { workflowId };
    },
    start: async (_: string, { workflowId }: { workflowId: string }) => {
      if (workflowId === brokenStart) throw new Error('It can not be started.');
      started.push(workflowId);
    },
  };
  const temporal = { workflow } as unknown as Temporal;
  const logger = { ...deps.logger, error: (about: unknown) => void errors.push(about) } as Logger;
  const given = {
    ...deps,
    ...(files ? { files } : {}),
    temporal,
    workflows: createWorkflows(temporal),
    logger,
  };
  return { given, started, errors, described };
}

/** Runs a round on what `played` plays. */
async function reconcile(stateOf: Parameters<typeof played>[0], options: Played = {}) {
  const { given, ...seen } = played(stateOf, options);
  const { itemMaxMs, share = null } = options;
  await reconcileJobs(given, { unended, share, ...(itemMaxMs === undefined ? {} : { itemMaxMs }) });
  return seen;
}

/** Jobs as their projections, by id. */
async function storedJobs(count: number, fields: object): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => ({
    id: randomUUID(),
    userId,
    uploadId,
    serviceId: SERVICE,
    serviceName: 'Tracking',
    fileName: 'a.csv',
    portal: 'cpa',
    rowsTotal: 1,
    costPerRow: 100,
    headers: ['container_no'],
    ...fields,
  }));
  await db.job.createMany({ data: jobs });
  return jobs.map(({ id }) => id).toSorted();
}

const workflowOf = (jobId = ''): string => jobWorkflowId(SERVICE, jobId);

describe('jobs whose workflow is listed as running', () => {
  it('a job whose workflow is listed is looked at in one of ten rounds, and one that is not listed in each', async () => {
    const ids = await storedJobs(LISTED, { state: 'running' });
    const [unlisted = ''] = await storedJobs(1, { state: 'running' });
    const listed = ids.map(workflowOf);
    const looks: string[] = [];
    for (let share = 0; share < ROUNDS; share += 1)
      looks.push(...(await reconcile(() => 'running', { listed, share })).described);
    const [ofUnlisted, ofListed] = [true, false].map((isUnlisted) =>
      looks.filter((id) => (id === workflowOf(unlisted)) === isUnlisted),
    );
    expect(ofUnlisted).toHaveLength(ROUNDS);
    expect(ofListed?.toSorted()).toEqual(listed.toSorted());
  });

  it('a job whose workflow is listed is looked at however few rounds each process lives', async () => {
    const listed = (await storedJobs(LISTED, { state: 'running' })).map(workflowOf);
    const { given, described } = played(() => 'running', { listed });
    let rounds = 0;
    for (; rounds < ROUNDS_MAX && new Set(described).size < LISTED; rounds += ROUNDS_OF_PROCESS) {
      const { reconcileJobs: round } = housekeepingActivities(given);
      for (let number = 0; number < ROUNDS_OF_PROCESS; number += 1) await round();
    }
    expect(new Set(described)).toEqual(new Set(listed));
  });

  it('jobs whose workflow is gone are started although Temporal cannot list the running ones', async () => {
    const ids = await storedJobs(LISTED, { state: 'running' });
    const { given, started } = played(() => 'gone', { listed: null });
    await expect(reconcileJobs(given, { unended, share: 0 })).rejects.toThrow('Temporal cannot list');
    expect(started.toSorted()).toEqual(ids.map(workflowOf));
  });

  it('a stopped job is looked at in each round, so that it gets its stop', async () => {
    const [stopped = ''] = await storedJobs(1, { state: 'running', stoppedAt: new Date() });
    const listed = [workflowOf(stopped)];
    for (let share = 0; share < ROUNDS; share += 1)
      expect((await reconcile(() => 'running', { listed, share })).described).toEqual(listed);
  });
});

describe('pages of jobs', () => {
  it('the reconciler starts jobs without a workflow on every page, and one that cannot be started stops no other', async () => {
    const ids = await storedJobs(RECORDS, { state: 'running' });
    const { started, errors } = await reconcile(() => 'gone', { brokenStart: workflowOf(ids[7]) });
    const wanted = ids.filter((id) => id !== ids[7]).map(workflowOf);
    expect(started.toSorted()).toEqual(wanted);
    expect(errors).toContainEqual(expect.objectContaining({ jobId: ids[7], err: expect.any(Error) }));
  });

  it('the reconciler does not start a job that ends while its workflow is looked for, nor one that runs again by then', async () => {
    const [ending, again] = await storedJobs(2, { state: 'running' });
    const change = { [workflowOf(ending)]: { finishedAt: new Date() }, [workflowOf(again)]: { attempt: 2 } };
    const { started } = await reconcile(async (id): Promise<State> => {
      await db.job.updateMany({
        where: { id: { in: [id.split('/').at(-1) ?? ''] } },
        data: change[id] ?? {},
      });
      return 'gone';
    });
    expect(started).toEqual([]);
  });

  it('the reconciler starts jobs whose workflow is gone although the file store does not answer for a stopped one before them', async () => {
    const [ids, [stopped = '']] = [
      await storedJobs(EXAMINED_IN_TURN, { state: 'running' }),
      await storedJobs(1, {
        id: FIRST_ID,
        state: 'running',
        stoppedAt: new Date(Date.now() - HOUR_MS),
        filesState: 'none',
      }),
    ];
    await db.jobRow.create({ data: { jobId: stopped, rowNumber: 1, source: {}, data: {} } });
    await adjustCredits(db, adjustment(userId, 'add', 1n));
    await reserve(db, held(userId, 1n, stopped));
    const { files, answer, puts } = silentFor(stopped);
    const round = () => reconcile(() => 'gone', { files, itemMaxMs: ITEM_MAX_MS });
    const { started, errors } = await round();
    expect(started.toSorted()).toEqual(ids.map(workflowOf));
    expect(errors).toContainEqual(expect.objectContaining({ jobId: stopped, err: expect.any(Error) }));
    expect(await db.job.findUnique({ where: { id: stopped } })).toMatchObject({
      state: 'cancelled',
      filesState: 'writing',
    });
    // Another round does not ask the silent store once more, and ends as well.
    expect((await round()).started.toSorted()).toEqual(ids.map(workflowOf));
    expect(puts()).toBe(1);
    answer();
    await until('the files to be written', async () => {
      const job = await db.job.findUniqueOrThrow({ where: { id: stopped } });
      return job.filesState === 'written';
    });
  });

  it('the reconciler writes missing files of a job although the file store does not answer for one before it', async () => {
    const ended = { state: 'completed', rowsDone: 1, filesState: 'writing' };
    const finishedAt = new Date(Date.now() - HOUR_MS);
    for (const id of [FIRST_ID, LAST_ID]) {
      await storedJobs(1, { ...ended, id, finishedAt });
      await db.jobRow.create({ data: { jobId: id, rowNumber: 1, source: {}, outcome: 'NOT_FOUND' } });
    }
    const { files, answer } = silentFor(FIRST_ID);
    await reconcile(() => 'gone', { files, itemMaxMs: ITEM_MAX_MS });
    const stateOf = async (id: string) => (await db.job.findUniqueOrThrow({ where: { id } })).filesState;
    expect(await stateOf(LAST_ID)).toBe('written');
    expect(await stateOf(FIRST_ID)).toBe('writing');
    answer();
    await until('the files to be written', async () => (await stateOf(FIRST_ID)) === 'written');
  });

  it('the reconciler writes missing files on every page, however many jobs before them cannot be handled', async () => {
    const ended = { state: 'completed', rowsDone: 1, filesState: 'writing' };
    const broken = await storedJobs(RECORDS, { ...ended, finishedAt: new Date(Date.now() - HOUR_MS) });
    await storedJobs(1, { ...ended, id: LAST_ID, finishedAt: new Date() });
    await db.jobRow.create({ data: { jobId: LAST_ID, rowNumber: 1, source: {}, outcome: 'NOT_FOUND' } });
    const { errors } = await reconcile((id) => (id === workflowOf(LAST_ID) ? 'gone' : 'unknown'));
    expect(await db.job.findUnique({ where: { id: LAST_ID } })).toMatchObject({ filesState: 'written' });
    expect(errors).toHaveLength(broken.length);
  });

  it('the reconciler returns stray credits on every page, however many reservations before them cannot be settled', async () => {
    const { id: brokenUser } = await createUser(db);
    for (const id of [userId, brokenUser]) await adjustCredits(db, adjustment(id, 'add', 10_000n));
    for (let made = 0; made < RECORDS; made += 1) await reserve(db, held(brokenUser, 1n));
    await age('2 hours');
    const { jobId } = held(userId, 1n);
    await reserve(db, held(userId, 1n, jobId));
    await age('1 hour', LAST_ID);
    await db.$executeRawUnsafe(`
      CREATE FUNCTION refuse_settling() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'It cannot be settled.'; END $$`);
    await db.$executeRawUnsafe(`
      CREATE TRIGGER refused BEFORE UPDATE ON reservations FOR EACH ROW
        WHEN (OLD.user_id = '${brokenUser}') EXECUTE FUNCTION refuse_settling()`);
    const { errors } = await reconcile(() => 'gone');
    expect((await db.reservation.findFirst({ where: { jobId } }))?.settledAt).not.toBeNull();
    expect(errors.filter((about) => (about as { err?: unknown }).err)).toHaveLength(RECORDS);
    await db.$executeRaw`DROP TRIGGER refused ON reservations`;
    expect(await verifyLedger(db)).toEqual([]);
  });
});

describe('workers that outlive their workflow', () => {
  /** A lease of the workflow under which a worker files; it was last renewed at the given time. */
  const workedOn = (holder: string, renewedAt: Date) =>
    db.portalLease.create({
      data: {
        portal: 'cpa',
        login: holder,
        holder,
        userId,
        held: true,
        worker: randomUUID(),
        token: 1n,
        renewedAt,
      },
    });
  const leasesOf = (holder: string) => db.portalLease.count({ where: { holder } });

  it.each([
    ['a stopped job', { stoppedAt: new Date(Date.now() - HOUR_MS) }, 'cancelled'],
    ['a job that has lost its workflow too often', { resumes: RESUMES_MAX }, 'failed'],
  ])('%s without a workflow keeps its lease and goes on while a worker renews it', async (_, fields, end) => {
    const [id = ''] = await storedJobs(1, { state: 'running', filesState: 'none', ...fields });
    await db.jobRow.create({ data: { jobId: id, rowNumber: 1, source: {}, data: {} } });
    await adjustCredits(db, adjustment(userId, 'add', 1n));
    await reserve(db, held(userId, 1n, id));
    const { id: leaseId } = await workedOn(workflowOf(id), new Date());
    await reconcile(() => 'gone');
    expect(await leasesOf(workflowOf(id))).toBe(1);
    expect(await db.job.findUnique({ where: { id } })).toMatchObject({ finishedAt: null });
    await db.portalLease.update({
      where: { id: leaseId },
      data: { renewedAt: new Date(Date.now() - HOUR_MS) },
    });
    await reconcile(() => 'gone');
    expect(await leasesOf(workflowOf(id))).toBe(0);
    expect(await db.job.findUnique({ where: { id } })).toMatchObject({ state: end });
  });

  it('a check of filings without a workflow keeps its lease while a worker renews it', async () => {
    const holder = 'twin-check/cpa/somebody';
    await workedOn(holder, new Date());
    await reconcile(() => 'gone');
    expect(await leasesOf(holder)).toBe(1);
    // Its worker has ended.
    await db.portalLease.updateMany({ where: { holder }, data: { worker: null } });
    await reconcile(() => 'gone');
    expect(await leasesOf(holder)).toBe(0);
  });
});

/** Makes reservations of the last minutes that old; `id` is given to the only one of them. */
async function age(interval: string, id: string | null = null): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`
      UPDATE reservations SET created_at = now() - ${interval}::interval, id = coalesce(${id}::uuid, id)
      WHERE created_at > now() - interval '10 minutes'`;
  });
}
