/** What a database that was restored to a moment is prepared for: portals may have filings that it knows nothing of. */
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { FilingNotAllowed } from '#activities/rows/filing.ts';
import { prepareRestored } from '#api/domain/portals/after-restore.ts';
import { readPause } from '#api/domain/portals/portals.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import type { ClaimedLease } from '#tests/harness/leases.ts';
import { portal, PORTAL, protocolOn, row } from '#tests/harness/filing-protocol.ts';

const { db } = await createTestDatabase();
const { file, settle, newLease } = protocolOn(db);
const to = new Date(Date.now() - 60_000);
const prepare = () => prepareRestored(db, { to, now: new Date() });
/** Lets the time pass in which portals may list what was sent after the moment. */
const passLostTime = () =>
  db.portalIntent.updateMany({
    where: { userId: '' },
    data: { sentAt: new Date(to.getTime() - 2 * HOUR_MS), settlesAt: to },
  });
const resume = () => db.portalState.updateMany({ data: { pausedAt: null } });

const stops = (): Promise<never> =>
  Promise.reject(new Error('The moment to which the database is restored.'));
/** The row of the lease's job, whose filing is about to be sent. */
async function aboutToSend(): Promise<{ filing: ReturnType<typeof row>; lease: ClaimedLease }> {
  const filing = row();
  const lease = await newLease();
  const { jobId, rowNumber } = lease.by;
  await db.jobRow.create({ data: { jobId, rowNumber, source: {} } });
  await file({ runner: portal().runner('none'), row: filing, lease, beforeLastCheck: stops });
  return { filing, lease };
}

beforeEach(async () => {
  await db.portalIntent.deleteMany();
  await db.portalLease.deleteMany();
  await db.portalState.deleteMany();
});

test('a filing that may have been sent after the moment of a restore is looked up until its portal must list it, and not sent again', async () => {
  const { filed, runner } = portal();
  const { filing, lease } = await aboutToSend();
  expect(await prepare()).toMatchObject({ inDoubt: 1 });
  await resume();
  const next = await newLease({ jobId: lease.by.jobId });
  const early = await file({ runner: runner('none'), row: filing, lease: next });
  expect(early).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
  // It was sent in the lost time, and the portal lists it only now.
  const [{ key = '', quantity = '' }] = filing;
  filed.push({ key, quantity });
  expect(await file({ runner: runner('none'), row: filing, lease: next })).toMatchObject({
    outcome: 'SUCCESS',
    portalReference: `P-${key}`,
  });
  expect(filed).toHaveLength(1);
});

test('a row that had not begun at the moment of a restore is filed only after the portal must list what was sent since', async () => {
  const lease = await newLease();
  const { filed, runner } = portal();
  await prepare();
  await resume();
  const filing = row();
  const next = await newLease({ jobId: lease.by.jobId });
  const early = await file({ runner: runner('none'), row: filing, lease: next });
  expect(early).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
  expect(filed).toEqual([]);
  await passLostTime();
  expect(await file({ runner: runner('none'), row: filing, lease: next })).toMatchObject({
    outcome: 'SUCCESS',
  });
});

test('a filing that was not sent after the moment of a restore waits for a person when the portal should list it', async () => {
  const { filed, runner } = portal();
  const { filing, lease } = await aboutToSend();
  await prepare();
  await resume();
  await settle(filing);
  const next = await newLease({ jobId: lease.by.jobId });
  const end = await file({ runner: runner('none'), row: filing, lease: next });
  expect(end).toMatchObject({ aside: { why: 'person' } });
  expect(filed).toEqual([]);
});

test('a worker that still has a portal session from before a restore cannot file in it', async () => {
  const lease = await newLease();
  await prepare();
  await resume();
  await passLostTime();
  const { filed, runner } = portal();
  await expect(file({ runner: runner('none'), row: row(), lease })).rejects.toThrow(FilingNotAllowed);
  expect(filed).toEqual([]);
});

test('every portal is paused after a restore, and a pause by an administrator keeps its reason', async () => {
  await db.portalState.create({
    data: { portal: PORTAL, pausedAt: to, pausedBy: 'somebody', pauseReason: 'Theirs.' },
  });
  await prepare();
  expect(await readPause(db, PORTAL)).toMatchObject({ by: 'somebody', reason: 'Theirs.' });
  expect(await readPause(db, 'bb-exp')).toMatchObject({ by: 'chalan' });
});
