/**
 * A filing that is interrupted at any of its database statements: its worker freezes there until another one has worked
 * the row, or its job is stopped, its customer suspended or its portal paused. The portal gets it at most once.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { FilingNotAllowed } from '#activities/rows/filing.ts';
import { keysWithoutLogin } from '#api/domain/jobs/filings/intent-keys.ts';
import { markStopped } from '#api/domain/jobs/job-stop.ts';
import { quote } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import { createGate } from '#tests/harness/gate.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { PORTAL, portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { takeOver, type ClaimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { file, intentOf, settle, newLease } = protocolOn(db);
afterEach(() => db.portalState.updateMany({ data: { pausedAt: null } }));

type Place = { statement: number; when: 'before' | 'after' };
/** A filing whose key names the company takes five statements. */
const places = [1, 2, 3, 4, 5].flatMap((statement): Place[] => [
  { statement, when: 'before' },
  { statement, when: 'after' },
]);
const statementNames = ['$queryRaw', '$executeRaw', '$transaction'] as const;

/** The database, as a worker uses it that waits at one statement; a transaction is one statement. */
function waitingAt(place: Place, pass: () => Promise<unknown>): Database {
  let count = 0;
  const held = async (run: () => Promise<unknown>): Promise<unknown> => {
    count += 1;
    const isHere = count === place.statement;
    if (isHere && place.when === 'before') await pass();
    const answer = await run();
    if (isHere && place.when === 'after') await pass();
    return answer;
  };
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (!statementNames.includes(name as '$queryRaw')) return value;
      const call = value as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => held(async () => await Reflect.apply(call, target, args));
    },
  });
}

/** Begins a filing and waits until it is held at the place. */
async function heldAt(place: Place) {
  const { filed, runner } = portal();
  const filing = row();
  const lease = await newLease();
  const gate = createGate();
  const sharedKeys = keysWithoutLogin('test-service', [filing[0]['key'] ?? '']);
  const given = { row: filing, keys: { sharedKeys } };
  const ending = file({ ...given, runner: runner('none'), lease, db: waitingAt(place, gate.pass) }).then(
    ({ outcome }) => outcome,
    (error: unknown) => {
      if (error instanceof FilingNotAllowed) return 'not allowed';
      throw error;
    },
  );
  const isHeld = await Promise.race([gate.reached.then(() => true), ending.then(() => false)]);
  if (!isHeld) throw new Error('The filing has no such statement.');
  const again = (next: ClaimedLease) => file({ ...given, runner: runner('none'), lease: next });
  return { filed, filing, lease, ending, thaw: gate.open, again };
}

describe.each(places)('a filing whose worker is held $when its statement $statement', (place) => {
  test.each([
    ['while the portal may still take what was sent', false],
    ['until the portal can no longer take what was sent', true],
  ])('a worker frozen %s, and its successor, file once', async (_, isSettled) => {
    const { filed, filing, lease, ending, thaw, again } = await heldAt(place);
    if (isSettled && (await intentOf(filing).catch(() => null))?.sentAt) await settle(filing);
    const second = await takeOver(db, lease);
    const { outcome } = await again(second);
    thaw();
    const late = await ending;
    expect(filed).toHaveLength(1);
    expect(outcome === 'SUCCESS' || late === 'SUCCESS').toBe(true);
    // Whoever comes next finds it, and knows that it is the job's own.
    expect(await again(await takeOver(db, second))).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
    expect(await intentOf(filing)).toMatchObject({ state: 'done', sends: 1 });
  });

  const halts = {
    'its job is stopped': ({ jobId }: ClaimedLease['by']) =>
      markStopped(db, { jobId }, { by: null, reason: quote('Stop.'), now: new Date() }),
    'its customer is suspended': ({ userId }: ClaimedLease['by']) =>
      db.user.update({ where: { id: userId }, data: { status: 'suspended' } }),
    'its portal is paused': () =>
      db.portalState.updateMany({ where: { portal: PORTAL }, data: { pausedAt: new Date() } }),
  };
  test.each(Object.keys(halts) as (keyof typeof halts)[])(
    'a filing is either made and known, or not made at all, if %s meanwhile',
    async (why) => {
      const held = await heldAt(place);
      await halts[why](held.lease.by);
      held.thaw();
      const outcome = await held.ending;
      const { state, sends } = await intentOf(held.filing);
      const isMade = held.filed.length === 1;
      expect([outcome, state, sends]).toEqual(
        isMade ? ['SUCCESS', 'done', 1] : ['not allowed', 'planned', 0],
      );
    },
  );
});
