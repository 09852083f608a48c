/** Portal leases: who is admitted, in which order, and how a lease passes on when its worker stops responding. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  claimLease,
  dropClaimed,
  dropLeases,
  grantLeases,
  leaseLogin,
  leaseState,
  leaveLease,
  positionsOn,
  renewLease,
  requestLease,
  type Claim,
} from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const PORTAL = 'bb-exp';
let sessionsMax = 1;
beforeEach(async () => {
  await db.portalLease.deleteMany();
  await db.portalTurn.deleteMany();
  await db.portalState.deleteMany();
  sessionsMax = 1;
});

/** Joins the queue, with the customer's own login unless another one is named. */
async function arrive(userId: string, given: { login?: string; holder?: string } = {}): Promise<string> {
  const { login = userId, holder = `job/${userId}/${randomUUID()}` } = given;
  await requestLease(db, { portal: PORTAL, login, holder, userId, sessionsMax });
  return holder;
}
async function arriveAll(userIds: readonly string[]): Promise<string[]> {
  const holders: string[] = [];
  for (const userId of userIds) holders.push(await arrive(userId));
  return holders;
}
const grant = (): Promise<string[]> => grantLeases(db, PORTAL);
const customerOf = (holder: string): string => holder.split('/')[1] ?? '';
/** Customers in the order in which they would be admitted. */
const line = async (): Promise<string[]> => {
  const positions = [...(await positionsOn(db, PORTAL))].sort(([, a], [, b]) => a - b);
  return positions.map(([holder]) => customerOf(holder));
};
/** Makes the holder's lease look unrenewed for this time. */
const silence = (holder: string, ms: number) =>
  db.portalLease.updateMany({ where: { holder }, data: { renewedAt: new Date(Date.now() - ms) } });
async function claim(holder: string, worker: string = randomUUID()): Promise<Claim> {
  const claimed = await claimLease(db, { portal: PORTAL, holder }, worker);
  if (typeof claimed === 'string') throw new Error(`The place is ${claimed}.`);
  return claimed;
}

describe('leases on a portal', () => {
  test('leases are granted to at most as many jobs as the portal allows, first come first served', async () => {
    sessionsMax = 2;
    const [ann = '', bob = '', cyn = ''] = await arriveAll(['ann', 'bob', 'cyn']);
    expect(await grant()).toEqual([ann, bob]);
    const third = await leaseState(db, { portal: PORTAL, holder: cyn });
    expect(third).toMatchObject({ granted: false, position: 1 });
    expect(await grant()).toEqual([]);
    await dropLeases(db, ann);
    expect(await grant()).toEqual([cyn]);
  });

  test('a request does not wait until another one on the same portal is committed', async () => {
    await arrive('ann');
    const request = (holder: string) => ({
      portal: PORTAL,
      login: holder,
      holder,
      userId: holder,
      sessionsMax,
    });
    await db.$transaction(async (first) => {
      await requestLease(first, request('bob'));
      await db.$transaction(async (second) => {
        await second.$executeRaw`SET LOCAL lock_timeout = '2s'`;
        await requestLease(second, request('cyn'));
      });
    });
    expect(await line()).toEqual(['ann', '', '']);
  });

  test('leases are never granted twice for one login, whoever saved it and however it is spelled', async () => {
    sessionsMax = 4;
    const first = await arrive('ann', { login: leaseLogin(' Padma ') });
    const second = await arrive('bob', { login: leaseLogin('padma') });
    const other = await arrive('cyn');
    expect(await grant()).toEqual([first, other]);
    expect(await leaseState(db, { portal: PORTAL, holder: second })).toMatchObject({ granted: false });
    await dropLeases(db, first);
    expect(await grant()).toEqual([second]);
  });

  test('the database itself refuses a second lease for one login', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const other = await arrive('bob', { login: 'ann' });
    const steal = db.$executeRaw`
      UPDATE portal_leases SET held = true, token = 1, renewed_at = now() WHERE holder = ${other}`;
    await expect(steal).rejects.toThrow(/one_session_per_login/);
    expect(await leaseState(db, { portal: PORTAL, holder: ann })).toMatchObject({ granted: true });
  });

  test("leases go to every other customer's first request before a customer's second one", async () => {
    const holders = await arriveAll(['ann', 'ann', 'ann', 'bob', 'cyn']);
    expect(await line()).toEqual(['ann', 'bob', 'cyn', 'ann', 'ann']);
    expect(await grant()).toEqual([holders[0]]);
    expect(await line()).toEqual(['bob', 'cyn', 'ann', 'ann']);
  });

  test('leases rotate, and the customer who was served least recently is first', async () => {
    const [ann = '', bob = ''] = await arriveAll(['ann', 'bob']);
    for (const holder of [ann, bob]) {
      expect(await grant()).toEqual([holder]);
      await dropLeases(db, holder);
    }
    await arriveAll(['bob', 'ann', 'cyn']);
    expect(await line()).toEqual(['cyn', 'ann', 'bob']);
  });

  test('leases are granted to nobody while the portal is paused, and to the queue when it is resumed', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: new Date() } });
    expect(await grant()).toEqual([]);
    await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: null } });
    expect(await grant()).toEqual([ann]);
  });

  test('leases can be requested again without losing the position in the queue', async () => {
    const [ann = '', bob = ''] = await arriveAll(['ann', 'bob']);
    await arrive('ann', { holder: ann });
    expect(await line()).toEqual(['ann', 'bob']);
    expect(await grant()).toEqual([ann]);
    await arrive('ann', { holder: ann });
    expect(await leaseState(db, { portal: PORTAL, holder: ann })).toMatchObject({
      granted: true,
      position: null,
    });
    expect(await leaseState(db, { portal: PORTAL, holder: bob })).toMatchObject({
      granted: false,
      position: 1,
    });
  });

  test('leases are granted once, even if a hundred grants run at the same time', async () => {
    sessionsMax = 3;
    await arriveAll(Array.from({ length: 20 }, (_, n) => `customer-${n}`));
    const granted = await Promise.all(Array.from({ length: 100 }, grant));
    expect(granted.flat()).toHaveLength(3);
    expect(await db.portalLease.count({ where: { held: true } })).toBe(3);
  });
});

describe('a lease and its workers', () => {
  test('a second worker of the same job does not get the lease while the first one is alive', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const first = await claim(ann);
    expect(await claimLease(db, { portal: PORTAL, holder: ann }, randomUUID())).toBe('in use');
    await leaveLease(db, first);
    const second = await claim(ann);
    expect(second.token).toBeGreaterThan(first.token);
  });

  test('a worker that fell silent loses the lease to the next one of its job, and finds that out', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const frozen = await claim(ann);
    await silence(ann, limits.leaseTakeoverMs - 2_000);
    expect(await claimLease(db, { portal: PORTAL, holder: ann }, randomUUID())).toBe('in use');
    await silence(ann, limits.leaseTakeoverMs + 1_000);
    const next = await claim(ann);
    expect(await renewLease(db, frozen)).toBe(false);
    expect(await renewLease(db, next)).toBe(true);
  });

  test('a frozen worker that leaves late does not take the lease from its successor', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const frozen = await claim(ann);
    await silence(ann, limits.leaseTakeoverMs + 1_000);
    const next = await claim(ann);
    await leaveLease(db, frozen);
    expect(await claimLease(db, { portal: PORTAL, holder: ann }, randomUUID())).toBe('in use');
    expect(await renewLease(db, next)).toBe(true);
  });

  test('a frozen worker that gives its lease up late, as for a replaced login, does not take it from its successor', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const frozen = await claim(ann);
    await silence(ann, limits.leaseTakeoverMs + 1_000);
    const next = await claim(ann);
    expect(await dropClaimed(db, frozen)).toEqual([]);
    expect(await renewLease(db, next)).toBe(true);
    expect(await dropClaimed(db, next)).toEqual([PORTAL]);
    expect(await leaseState(db, { portal: PORTAL, holder: ann })).toEqual({ granted: false, position: null });
  });

  test('a lease whose worker vanished goes to the next job, and its own job has to request one again', async () => {
    const [ann = '', bob = ''] = await arriveAll(['ann', 'bob']);
    await grant();
    const vanished = await claim(ann);
    await silence(ann, limits.leaseSilentMs + 1_000);
    expect(await grant()).toEqual([bob]);
    expect(await renewLease(db, vanished)).toBe(false);
    expect(await claimLease(db, { portal: PORTAL, holder: ann }, randomUUID())).toBe('gone');
  });

  test('a worker that was silent too long keeps the lease as long as nobody else has it', async () => {
    const [ann = ''] = await arriveAll(['ann']);
    await grant();
    const silent = await claim(ann);
    await silence(ann, 10 * limits.leaseSilentMs);
    expect(await renewLease(db, silent)).toBe(true);
  });

  test('a granted lease waits for a worker to claim it, and goes to the next job after a bound', async () => {
    const [ann = '', bob = ''] = await arriveAll(['ann', 'bob']);
    await grant();
    await silence(ann, limits.leaseUnclaimedMs - 5_000);
    expect(await grant()).toEqual([]);
    await silence(ann, limits.leaseUnclaimedMs + 1_000);
    expect(await grant()).toEqual([bob]);
  });
});
