/** A job's further leases on a portal: how many it gets, when it gives them back, and who counts them. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { keepExtraLeases, takeExtraLeases } from '#api/domain/portals/extra-leases.ts';
import {
  claimLease,
  dropLeases,
  grantLeases,
  leaveLease,
  requestLease,
  type Claim,
} from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const PORTAL = 'maersk-track';
const SESSIONS_MAX = 4;

beforeEach(async () => {
  await db.portalLease.deleteMany();
  await db.portalTurn.deleteMany();
  await db.portalState.deleteMany();
  await db.portalLimits.deleteMany();
  await db.portalExtraPlaces.deleteMany();
});

async function arrive(userId: string): Promise<string> {
  const holder = `job/${userId}/${randomUUID()}`;
  await requestLease(db, { portal: PORTAL, login: holder, holder, userId, sessionsMax: SESSIONS_MAX });
  return holder;
}
/** A job that is worked on the portal. */
async function enter(userId: string): Promise<Claim> {
  const holder = await arrive(userId);
  await grant();
  return claim(holder);
}
async function claim(holder: string): Promise<Claim> {
  const claimed = await claimLease(db, { portal: PORTAL, holder }, randomUUID());
  if (typeof claimed === 'string') throw new Error(`The place is ${claimed}.`);
  return claimed;
}
const grant = () => grantLeases(db, PORTAL);
const take = (of: Claim, wanted = 7, perJobMax = 4) => takeExtraLeases(db, of, { wanted, perJobMax });
const taken = async (): Promise<number> =>
  (await db.portalExtraPlaces.findMany()).reduce((sum, { places }) => sum + places, 0);

describe('the further sessions of a job', () => {
  test('a job alone on a portal gets as many leases as it wants, up to the portal’s limit and the limit of one job', async () => {
    const ann = await enter('ann');
    expect(await take(ann, 1)).toBe(1);
    expect(await take(ann)).toBe(3);
    expect(await take(ann, 7, 8)).toBe(3);
    await keepExtraLeases(db, ann, 0);
    expect(await take(ann, 7, 2)).toBe(1);
    expect(await take(ann, 7, 1)).toBe(0);
  });

  test('an administrator’s number of sessions of a job has precedence, and a smaller one takes leases back', async () => {
    const ann = await enter('ann');
    expect(await take(ann, 7, 1)).toBe(0);
    await db.portalLimits.create({ data: { portal: PORTAL, sessionsPerJobMax: 3 } });
    expect(await take(ann, 7, 1)).toBe(2);
    await db.portalLimits.update({ where: { portal: PORTAL }, data: { sessionsPerJobMax: 1 } });
    expect(await take(ann)).toBe(0);
    await db.portalLimits.update({
      where: { portal: PORTAL },
      data: { sessionsPerJobMax: 8, sessionsMax: 2 },
    });
    expect(await take(ann)).toBe(1);
  });

  test('further leases are taken back when another job waits, which gets the first one that is returned', async () => {
    const ann = await enter('ann');
    expect(await take(ann)).toBe(3);
    const bob = await arrive('bob');
    expect(await grant()).toEqual([]);
    const allowed = await take(ann);
    expect(allowed).toBeLessThan(3);
    // Its sessions still work their rows.
    expect(await taken()).toBe(3);
    expect(await grant()).toEqual([]);
    await keepExtraLeases(db, ann, allowed);
    expect(await grant()).toEqual([bob]);
  });

  test('two jobs share the leases on a portal alike, however early one of them came', async () => {
    const ann = await enter('ann');
    await take(ann);
    const holder = await arrive('bob');
    await keepExtraLeases(db, ann, await take(ann));
    expect(await grant()).toEqual([holder]);
    const bob = await claim(holder);
    await keepExtraLeases(db, ann, await take(ann));
    expect([await take(ann), await take(bob)]).toEqual([1, 1]);
    expect(await taken()).toBe(2);
  });

  test('two jobs that ask at the same time get no more leases together than the portal has sessions', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => take(index % 2 === 0 ? ann : bob)));
      expect(await taken()).toBeLessThanOrEqual(SESSIONS_MAX - 2);
      await db.portalExtraPlaces.deleteMany();
    }
  });

  test('a paused portal grants no further leases', async () => {
    const ann = await enter('ann');
    await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: new Date() } });
    expect(await take(ann)).toBe(0);
  });

  test('a worker whose job has passed to another worker gets no leases, and its former ones count until they are silent', async () => {
    const ann = await enter('ann');
    await take(ann);
    await leaveLease(db, ann);
    const later = await claim(ann.holder);
    expect(await take(ann)).toBe(0);
    expect(await take(later)).toBe(0);
    const renewedAt = new Date(Date.now() - limits.leaseSilentMs - 1_000);
    await db.portalExtraPlaces.updateMany({ data: { renewedAt } });
    expect(await take(later)).toBe(3);
    expect(await taken()).toBe(3);
  });

  test('leases of a silent worker are free for the next in line', async () => {
    const ann = await enter('ann');
    await take(ann);
    const bob = await arrive('bob');
    expect(await grant()).toEqual([]);
    const renewedAt = new Date(Date.now() - limits.leaseSilentMs - 1_000);
    await db.portalExtraPlaces.updateMany({ data: { renewedAt } });
    expect(await grant()).toEqual([bob]);
    expect(await taken()).toBe(0);
  });

  test('a job that leaves the portal leaves all its leases', async () => {
    const ann = await enter('ann');
    await take(ann);
    await dropLeases(db, ann.holder);
    expect(await taken()).toBe(0);
  });
});
