/**
 * A release that gives a portal more time to settle: filings that were sent before it count as unsettled for the longer
 * time as well.
 */
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { intentKey, keysWithoutLogin } from '#api/domain/jobs/filings/intent-keys.ts';
import { raiseSettling } from '#api/domain/jobs/filings/intents.ts';
import { endAfterLastTry, failedLooks } from '#activities/rows/filing-waits.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { PORTAL, portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { until } from '#tests/harness/until.ts';
import type { Filing } from '#services/runner.ts';

const { db } = await createTestDatabase();
const { file, intentOf, newLease } = protocolOn(db);

/** What the portal was given before, and what it is given now. */
const [formerMs, raisedMs] = [1, HOUR_MS];
type Change = Partial<Parameters<typeof file>[0]>;
const confirming = { outcome: 'UNCERTAIN', aside: { why: 'confirming' } };
/** The same filing under the login of a colleague. */
const keysOf = ([{ key = '' }]: Filing, login?: string) => ({
  sharedKeys: keysWithoutLogin('test-service', [key]),
  ...(login === undefined
    ? {}
    : { key: intentKey({ login, serviceId: 'test-service', naturalKey: key }), formerKeys: [] }),
});

/** Sends the filing, and waits until it has settled by the former time. */
async function sent(fault: 'lost before' | 'none', given: Change = {}) {
  const [filing, sandbox, lease] = [row(), portal(), await newLease()];
  const { runner, filed } = sandbox;
  await file({
    effectMs: formerMs,
    ...given,
    runner: runner(fault),
    row: filing,
    lease,
    keys: keysOf(filing),
  });
  const { settlesAt } = await intentOf(filing);
  await until('the filing to settle', () => settlesAt !== null && Date.now() > settlesAt.getTime() + 10);
  filed.splice(0);
  const again = async (changed: Change = {}): Promise<FilingEnd> =>
    file({
      effectMs: raisedMs,
      refusesTwins: true,
      runner: runner('none'),
      row: filing,
      lease: await newLease(),
      ...changed,
    });
  return { filing, filed, again, lease };
}

test('a sent filing is not clicked again before the longer of the two settling times is over', async () => {
  const { filed, again } = await sent('lost before');
  expect(await again()).toMatchObject(confirming);
  expect(filed).toEqual([]);
  expect(await again({ effectMs: formerMs })).toMatchObject({ outcome: 'SUCCESS' });
});

test('a sent filing keeps its settling time if the portal is given less later', async () => {
  const { runner, filed } = portal();
  const filing = row();
  await file({ effectMs: HOUR_MS, runner: runner('lost before'), row: filing, lease: await newLease() });
  const again = { effectMs: formerMs, refusesTwins: true, runner: runner('none'), row: filing };
  expect(await file({ ...again, lease: await newLease() })).toMatchObject(confirming);
  expect(filed).toEqual([]);
});

test('a filing that was clicked again without leaving keeps the longer of the two settling times', async () => {
  const { filing, filed, again } = await sent('lost before');
  const { runner } = portal();
  const unsent = again({ effectMs: formerMs, runner: runner('not reached') });
  await expect(unsent).rejects.toMatchObject({ outcome: 'PORTAL_DOWN' });
  expect(await intentOf(filing)).toMatchObject({ state: 'planned', sends: 1, sentAt: null });
  const colleague = { keys: keysOf(filing, 'nordic') };
  expect(await again(colleague)).toMatchObject(confirming);
  expect(filed).toEqual([]);
});

test('a person vouches for a sent filing only after the longer of the two settling times', async () => {
  const { filed, again } = await sent('lost before');
  expect(await again({ refusesTwins: false, vouchedAt: new Date() })).toMatchObject(confirming);
  expect(filed).toEqual([]);
});

test('a confirmed filing that the portal does not list waits for the longer of the two settling times', async () => {
  const { filed, again } = await sent('none');
  expect(await again({ vouchedAt: new Date() })).toMatchObject(confirming);
  expect(filed).toEqual([]);
});

test('a filing waits for that of a colleague for the longer of the two settling times', async () => {
  const { filing, filed, again } = await sent('lost before');
  const colleague = { keys: keysOf(filing, 'nordic') };
  expect(await again(colleague)).toMatchObject(confirming);
  expect(filed).toEqual([]);
});

test('a filing waits for an overlapping one for the longer of the two settling times', async () => {
  const { filing, again } = await sent('lost before');
  const { key } = await intentOf(filing);
  const other = { row: row(), keys: { overlappingPrefixes: [key] } };
  expect(await again(other)).toMatchObject(confirming);
});

test('a filing whose look-ups fail waits for no person before the longer of the two settling times is over', async () => {
  const { filing, lease } = await sent('lost before');
  const { id } = await intentOf(filing);
  await db.portalIntent.update({ where: { id }, data: { looks: failedLooks.countMax } });
  await db.jobRow.create({ data: { jobId: lease.by.jobId, rowNumber: 1, source: {}, data: {} } });
  const expired: FilingEnd = {
    outcome: 'SESSION_EXPIRED',
    message: quote('The portal asked for the login.'),
  };
  const ref = { jobId: lease.by.jobId, rowNumber: 1 };
  expect(await endAfterLastTry(db, { ...ref, effectMs: raisedMs }, expired)).toMatchObject(confirming);
});

test('filings that may still take effect by the longer time get it for the workers of earlier releases', async () => {
  const [{ filing }, other] = [await sent('lost before'), await sent('lost before')];
  const before = await intentOf(filing);
  await raiseSettling(db, [{ portal: PORTAL, effectMs: raisedMs }]);
  const raised = await intentOf(filing);
  expect(Number(raised.settlesAt) - Number(before.settlesAt)).toBe(raisedMs - formerMs);
  await raiseSettling(db, [{ portal: PORTAL, effectMs: formerMs }]);
  expect(await intentOf(filing)).toEqual(raised);
  expect(await other.again({ effectMs: formerMs })).toMatchObject(confirming);
});

test('filings that have settled by the longer time too keep theirs', async () => {
  const { filing } = await sent('lost before');
  const { id } = await intentOf(filing);
  const settled = {
    sentAt: new Date(Date.now() - 2 * HOUR_MS),
    settlesAt: new Date(Date.now() - HOUR_MS - 10),
  };
  await db.portalIntent.update({ where: { id }, data: settled });
  await raiseSettling(db, [{ portal: PORTAL, effectMs: raisedMs }]);
  expect(await intentOf(filing)).toMatchObject(settled);
});

test('a filing of a release that did not store the time has it between its request and its end', async () => {
  const { filing, filed, again } = await sent('lost before');
  const { id } = await intentOf(filing);
  await db.portalIntent.update({ where: { id }, data: { effectMs: null } });
  expect(await again()).toMatchObject(confirming);
  const sentAt = new Date(Date.now() - 2 * HOUR_MS);
  await db.portalIntent.update({ where: { id }, data: { sentAt, settlesAt: new Date(Date.now() - 1_000) } });
  expect(await again()).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(1);
});
