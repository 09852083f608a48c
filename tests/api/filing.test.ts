/**
 * The protocol that files once (portals.md 1.3), against a portal that loses answers, stores late, falls over and is
 * looked up wrongly late, and between workers that die, freeze and thaw.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileOnce, OwnerChanged, type FilingEnd, type FilingInput } from '#activities/filing.ts';
import { NotSent } from '#activities/portals/filing-click.ts';
import { createVault } from '#api/adapters/vault.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { forgetLogins, forgottenIntentKeys, intentKey } from '#api/domain/intents.ts';
import { clearAsideRows } from '#api/domain/job-steps.ts';
import { markStopped } from '#api/domain/job-stop.ts';
import type { Filing, SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { openPlace, takeOver, type OpenPlace } from '#tests/harness/leases.ts';
import { runContext } from '#tests/harness/run-context.ts';

const { db } = await createTestDatabase();
const vault = createVault(`k1:${Buffer.alloc(32, 1).toString('base64')}`);
const PORTAL = 'hm';
const HOUR_MS = 3_600_000;
/** The portal of these tests has no pages: its runner talks to it directly. */
const noPages = { context: {} } as unknown as PortalSession;
const down = (): never => {
  throw new PortalFault('PORTAL_DOWN', 'The portal cannot be reached.');
};

/** What happens to one try. `died` is an end of the process, of which the next try knows nothing. */
const faults = [
  'none',
  'look-up down',
  'form down',
  'not reached',
  'lost before',
  'lost after',
  'stored later',
  'died before',
  'died after',
] as const;
type Fault = (typeof faults)[number];

class Died extends Error {}

/** A portal that takes any number of equal filings. */
function portal() {
  const filed: { key: string; quantity: string }[] = [];
  const late: { key: string; quantity: string }[] = [];
  const runner = (fault: Fault): SubmitRunner => ({
    outputColumns: [],
    check: async ([row]) => {
      if (fault === 'look-up down') down();
      const [found, ...twins] = filed.filter(({ key }) => key === row['key']);
      if (!found) return { found: 'absent' };
      if (found.quantity !== row['quantity'])
        return { found: 'different', message: `The portal has ${found.quantity}.` };
      const result = { message: 'Found.', portalReference: `P-${found.key}` };
      return { found: 'equal', result, twins: twins.map((_, n) => `P-${found.key}-${n + 2}`) };
    },
    run: async ([row], { commit }) => {
      if (fault === 'form down') down();
      const { key = '', quantity = '' } = row;
      await commit(async () => {
        if (fault === 'died before') throw new Died();
        if (fault === 'not reached')
          throw new NotSent(false, { cause: new PortalFault('PORTAL_DOWN', 'Down.') });
        if (fault === 'lost before') down();
        (fault === 'stored later' ? late : filed).push({ key, quantity });
        if (fault === 'died after') throw new Died();
        if (fault === 'lost after' || fault === 'stored later') down();
      });
      return { outcome: 'SUCCESS', message: 'Filed.', portalReference: `P-${key}` };
    },
  });
  return { filed, runner, storeLate: () => filed.push(...late.splice(0)) };
}

/** Makes the click without a browser; `beforeLastCheck` is where a process may freeze. */
const clickWith =
  (beforeLastCheck: () => Promise<unknown>): NonNullable<FilingInput['clickOnce']> =>
  async (_, click, { letGo, beforeClosing }) => {
    await beforeLastCheck();
    if (!(await letGo())) throw new NotSent(true, { cause: new Error('Refused by the last check.') });
    try {
      return await click();
    } catch (error) {
      if (!(error instanceof NotSent) && !(error instanceof Died)) await beforeClosing(error);
      throw error;
    }
  };

type Given = Partial<FilingInput> & {
  runner: SubmitRunner;
  row: Filing;
  place: OpenPlace;
  beforeLastCheck?: () => Promise<unknown>;
};

function file({ runner, row, place, beforeLastCheck, ...given }: Given): Promise<FilingEnd> {
  const key = row[0]['key'] ?? '';
  return fileOnce({
    db,
    runner,
    rows: row,
    context: { ...runContext(), session: noPages },
    portal: PORTAL,
    key: intentKey('padma', 'test-service', key),
    forgottenKeys: forgottenIntentKeys(vault, 'padma', 'test-service', key),
    by: place.by,
    claim: place.claim,
    effectMs: HOUR_MS,
    refusesTwins: false,
    onUncertain: async () => undefined,
    onRepeated: async () => undefined,
    onTwins: async () => undefined,
    clickOnce: clickWith(beforeLastCheck ?? (async () => undefined)),
    ...given,
  });
}

const row = (key: string = randomUUID(), quantity = '10'): Filing => [{ key, quantity }];
const intentOf = (filing: Filing) =>
  db.portalIntent.findUniqueOrThrow({
    where: {
      portal_key: { portal: PORTAL, key: intentKey('padma', 'test-service', filing[0]['key'] ?? '') },
    },
  });
/** The settling time of the filing is over. */
const settle = async (filing: Filing): Promise<void> => {
  const { id } = await intentOf(filing);
  await db.portalIntent.update({ where: { id }, data: { settlesAt: new Date(Date.now() - 1_000) } });
};
const newPlace = (given: { jobId?: string } = {}): Promise<OpenPlace> =>
  openPlace(db, { portal: PORTAL, ...given });

describe('a filing whose answer is lost', () => {
  test('is looked up at once, and nothing is filed twice', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    expect(await file({ runner: runner('lost after'), row: filing, place })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming', lookInMs: 0 },
    });
    expect(await file({ runner: runner('none'), row: filing, place })).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });

  test('is looked up again and again while the portal may still store it, and is never clicked again meanwhile', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, place] = [row(), await newPlace()];
    await file({ runner: runner('stored later'), row: filing, place });
    const waits: number[] = [];
    for (let look = 0; look < 4; look += 1) {
      const { aside } = await file({ runner: runner('none'), row: filing, place });
      if (aside?.why === 'confirming') waits.push(aside.lookInMs);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
    storeLate();
    expect(await file({ runner: runner('none'), row: filing, place })).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
    expect(await intentOf(filing)).toMatchObject({ state: 'done', commits: 1, sends: 1 });
  });

  test('and that is not there after the settling time waits for a person where the portal takes twins', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    await file({ runner: runner('lost before'), row: filing, place });
    await settle(filing);
    for (let look = 0; look < 3; look += 1)
      expect(await file({ runner: runner('none'), row: filing, place })).toMatchObject({
        outcome: 'UNCERTAIN',
        aside: { why: 'person' },
      });
    expect(filed).toEqual([]);
  });

  test('is sent again after a person has vouched that the portal does not have it', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    const { jobId, rowNumber } = place.by;
    await db.jobRow.create({ data: { jobId, rowNumber, source: {}, data: {}, aside: 'person' } });
    await file({ runner: runner('lost before'), row: filing, place });
    await settle(filing);
    await clearAsideRows(db, jobId);
    const next = await takeOver(db, place);
    expect(await file({ runner: runner('none'), row: filing, place: next })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(filed).toHaveLength(1);
    expect(await intentOf(filing)).toMatchObject({ state: 'done', commits: 2, sends: 2, clearedAt: null });
  });

  test('is sent again by itself after the settling time, and not before, where the portal refuses twins', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    await file({ runner: runner('lost before'), row: filing, place, refusesTwins: true });
    expect(await file({ runner: runner('none'), row: filing, place, refusesTwins: true })).toMatchObject({
      outcome: 'UNCERTAIN',
    });
    expect(filed).toEqual([]);
    await settle(filing);
    const next = await takeOver(db, place);
    const result = await file({ runner: runner('none'), row: filing, place: next, refusesTwins: true });
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });

  test('is taken for done when the portal refuses the second click because the first has taken effect', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, place] = [row(), await newPlace()];
    await file({ runner: runner('stored later'), row: filing, place, refusesTwins: true });
    await settle(filing);
    const refusing: SubmitRunner = {
      ...runner('none'),
      run: async (_, { commit }) => {
        await commit(async () => storeLate());
        return { outcome: 'REJECTED', message: 'Invoice is already recorded.' };
      },
    };
    const next = await takeOver(db, place);
    const result = await file({ runner: refusing, row: filing, place: next, refusesTwins: true });
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });
});

describe('a click', () => {
  test('whose request never left is made again at once', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    const unreached = file({ runner: runner('not reached'), row: filing, place });
    await expect(unreached).rejects.toMatchObject({ outcome: 'PORTAL_DOWN' });
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', commits: 0, sends: 0, sentAt: null });
    const next = await takeOver(db, place);
    expect(await file({ runner: runner('none'), row: filing, place: next })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(filed).toHaveLength(1);
  });

  const halts = {
    'its job is stopped': ({ jobId }: OpenPlace['by']) =>
      markStopped(db, { jobId }, { by: 'admin', reason: 'Stop.', now: new Date() }),
    'its customer is suspended': ({ userId }: OpenPlace['by']) =>
      db.user.update({ where: { id: userId }, data: { status: 'suspended' } }),
    'its portal is paused': () =>
      db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: new Date() } }),
    'its worker was silent for too long': ({ jobId }: OpenPlace['by']) =>
      db.portalLease.updateMany({
        where: { holder: { startsWith: `job/test/${jobId}` } },
        data: { renewedAt: new Date(Date.now() - 60_000) },
      }),
    'it was made too long ago, as by a process that was frozen': ({ jobId }: OpenPlace['by']) =>
      db.portalIntent.updateMany({ where: { jobId }, data: { committedAt: new Date(Date.now() - 20_000) } }),
  };
  test.each(Object.keys(halts) as (keyof typeof halts)[])('is not let go any more when %s', async (why) => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    const beforeLastCheck = (): Promise<unknown> => halts[why](place.by);
    await expect(file({ runner: runner('none'), row: filing, place, beforeLastCheck })).rejects.toThrow(
      OwnerChanged,
    );
    expect(filed).toEqual([]);
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', sentAt: null });
    await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: null } });
  });

  test('is not begun for a job that was stopped before', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    await markStopped(db, { jobId: place.by.jobId }, { by: null, reason: '', now: new Date() });
    await expect(file({ runner: runner('none'), row: filing, place })).rejects.toThrow(OwnerChanged);
    expect(filed).toEqual([]);
  });

  test('is not begun for a job that is cancelled', async () => {
    const { filed, runner } = portal();
    const [filing, place] = [row(), await newPlace()];
    const signal = AbortSignal.abort(new Error('cancelled'));
    const context = { ...runContext({ signal }), session: noPages };
    await expect(file({ runner: runner('none'), row: filing, place, context })).rejects.toThrow('cancelled');
    expect(filed).toEqual([]);
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', commits: 0 });
  });
});

describe('a worker that is frozen while its successor files', () => {
  /** Holds the first worker at a point until the second one has filed. */
  async function thaw(frozenAt: 'before the click' | 'before the last check') {
    const { filed, runner } = portal();
    const filing = row();
    const first = await newPlace();
    let goOn = (): void => undefined;
    let arrived = (): void => undefined;
    const frozen = new Promise<void>((resolve) => (goOn = resolve));
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const freeze = async (): Promise<void> => {
      arrived();
      await frozen;
    };
    const slow: SubmitRunner = {
      ...runner('none'),
      run: async (rows, context, seen) => {
        if (frozenAt === 'before the click') await freeze();
        return runner('none').run(rows, context, seen);
      },
    };
    const beforeLastCheck = async (): Promise<void> => {
      if (frozenAt === 'before the last check') await freeze();
    };
    const late = file({ runner: slow, row: filing, place: first, beforeLastCheck });
    await isThere;
    const second = await takeOver(db, first);
    expect(await file({ runner: runner('none'), row: filing, place: second })).toMatchObject({
      outcome: 'SUCCESS',
    });
    goOn();
    await expect(late).rejects.toThrow(OwnerChanged);
    return { filed, intent: await intentOf(filing) };
  }

  test.each(['before the click', 'before the last check'] as const)(
    'files nothing when it thaws %s',
    async (frozenAt) => {
      const { filed, intent } = await thaw(frozenAt);
      expect(filed).toHaveLength(1);
      expect(intent).toMatchObject({ state: 'done', sends: 1 });
    },
  );

  test('has its request waited for when it froze right after letting it go', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, first] = [row(), await newPlace()];
    await expect(file({ runner: runner('died after'), row: filing, place: first })).resolves.toBeDefined();
    filed.length = 0;
    const second = await takeOver(db, first);
    expect(await file({ runner: runner('none'), row: filing, place: second })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming' },
    });
    storeLate();
    expect(filed).toEqual([]);
  });
});

test('a row that was filed by another job is ALREADY_DONE, one with other figures a CONFLICT', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  const place = () => newPlace();
  expect(await file({ runner: runner('none'), row: row(key), place: await place() })).toMatchObject({
    outcome: 'SUCCESS',
  });
  expect(await file({ runner: runner('none'), row: row(key), place: await place() })).toMatchObject({
    outcome: 'ALREADY_DONE',
    portalReference: `P-${key}`,
  });
  expect(await file({ runner: runner('none'), row: row(key, '11'), place: await place() })).toMatchObject({
    outcome: 'CONFLICT',
  });
  expect(filed).toHaveLength(1);
});

test('a twin that a look-up meets is reported', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  filed.push({ key, quantity: '10' }, { key, quantity: '10' });
  const reported: unknown[] = [];
  const onTwins = async (found: unknown): Promise<void> => void reported.push(found);
  await file({ runner: runner('none'), row: row(key), place: await newPlace(), onTwins });
  expect(reported).toEqual([{ references: [`P-${key}-2`], commits: 0 }]);
});

test('200 random schedules of faults, late effects and new workers file at most once', async () => {
  const steps = fc.record({
    fault: fc.constantFrom(...faults),
    isNewWorker: fc.boolean(),
    isSettled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 6 }), fc.boolean(), async (schedule, refusesTwins) => {
      const { filed, runner, storeLate } = portal();
      const filing = row();
      let place = await newPlace();
      let outcome = '';
      for (const { fault, isNewWorker, isSettled } of schedule) {
        if (isNewWorker) place = await takeOver(db, place);
        const end = await file({ runner: runner(fault), row: filing, place, refusesTwins }).catch(
          (error: unknown) => ({ outcome: error instanceof PortalFault ? error.outcome : 'again' }),
        );
        outcome = end.outcome;
        // A portal stores what it was sent before the settling time is over.
        if (isSettled) {
          storeLate();
          await settle(filing).catch(() => undefined);
        }
        if (outcome === 'SUCCESS') break;
      }
      storeLate();
      expect(filed.length).toBeLessThanOrEqual(1);
      if (outcome === 'SUCCESS') expect(filed).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
}, 180_000);

test('what a deleted account filed keeps no login, and is not filed again from the account that has the login now', async () => {
  const { filed, runner } = portal();
  const place = await newPlace();
  const { userId } = place.by;
  const wanted = row();
  expect(await file({ runner: runner('none'), row: wanted, place })).toMatchObject({ outcome: 'SUCCESS' });
  // A filing whose answer was lost, and which the portal does not show yet.
  const open = row();
  expect(await file({ runner: runner('lost before'), row: open, place })).toMatchObject({
    outcome: 'UNCERTAIN',
  });
  const keys = async () =>
    (await db.portalIntent.findMany({ where: { userId } })).map(({ key }) => key).join();
  expect(await keys()).toContain('padma');
  await db.$transaction((tx) => forgetLogins(tx, vault, userId));
  expect(await keys()).not.toContain('padma');

  const other = await newPlace();
  expect(await file({ runner: runner('none'), row: wanted, place: other })).toMatchObject({
    outcome: 'ALREADY_DONE',
  });
  expect(await file({ runner: runner('none'), row: open, place: other })).toMatchObject({
    outcome: 'UNCERTAIN',
  });
  expect(filed).toHaveLength(1);
});
