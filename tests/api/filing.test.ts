/** The protocol that files once (portals.md 1.3), against a portal that loses answers, falls over and is looked up wrongly late. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOnce } from '#activities/filing.ts';
import { createVault } from '#api/adapters/vault.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { forgetLogins, forgottenIntentKeys, intentKey } from '#api/domain/intents.ts';
import type { RowResult, SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { runContext } from '#tests/harness/run-context.ts';

const { db } = await createTestDatabase();
const vault = createVault(`k1:${Buffer.alloc(32, 1).toString('base64')}`);
/** The portal of these tests has no pages: its runner talks to it directly. */
const noPages = {
  context: { route: async () => undefined, unroute: async () => undefined },
} as unknown as PortalSession;
const down = (): never => {
  throw new PortalFault('PORTAL_DOWN', 'The portal cannot be reached.');
};

/** What happens to one try: the look-up fails, the form fails, the click is lost before or after it files, the process dies. */
const faults = [
  'none',
  'look-up down',
  'form down',
  'lost before',
  'lost after',
  'died before',
  'died after',
] as const;
type Fault = (typeof faults)[number];

class Died extends Error {}

function portal() {
  const filed: { key: string; quantity: string }[] = [];
  const runner = (fault: Fault): SubmitRunner => ({
    outputColumns: [],
    check: async ([row]) => {
      if (fault === 'look-up down') down();
      const found = filed.find(({ key }) => key === row['key']);
      if (!found) return { found: 'absent' };
      if (found.quantity === row['quantity'])
        return { found: 'equal', result: { message: 'Found.', portalReference: `P-${found.key}` } };
      return { found: 'different', message: `The portal has ${found.quantity}.` };
    },
    run: async ([row], { commit }) => {
      if (fault === 'form down') down();
      const { key = '', quantity = '' } = row;
      await commit(async () => {
        if (fault === 'died before') throw new Died();
        if (fault === 'lost before') down();
        filed.push({ key, quantity });
        if (fault === 'died after') throw new Died();
        if (fault === 'lost after') down();
      });
      return { outcome: 'SUCCESS', message: 'Filed.', portalReference: `P-${key}` };
    },
  });
  return { filed, runner };
}

const row = (key: string, quantity = '10') => [{ key, quantity }] as const;

function file(
  runner: SubmitRunner,
  rows: ReturnType<typeof row>,
  jobId: string,
  signal = new AbortController().signal,
): Promise<RowResult> {
  return fileOnce({
    db,
    runner,
    rows,
    context: { ...runContext({ signal }), session: noPages },
    portal: 'test',
    key: intentKey('padma', 'test-service', rows[0].key),
    forgottenKeys: forgottenIntentKeys(vault, 'padma', 'test-service', rows[0].key),
    by: { userId: 'user', jobId, rowNumber: 1 },
    onUncertain: () => undefined,
  });
}

/** Tries as a job does, with one fault for each try and none after them. */
async function fileThrough(schedule: readonly Fault[], given = portal(), jobId = randomUUID()) {
  const key = randomUUID();
  const outcomes: string[] = [];
  for (const fault of [...schedule, 'none' as const]) {
    const result = await file(given.runner(fault), row(key), jobId).catch((error: unknown) => {
      if (error instanceof PortalFault) return { outcome: error.outcome };
      throw error;
    });
    outcomes.push(result.outcome);
    if (result.outcome === 'SUCCESS' || result.outcome === 'INTERNAL_ERROR') break;
  }
  return { outcomes, filed: given.filed.filter((entry) => entry.key === key).length };
}

test('an answer lost after the filing is looked up, and nothing is filed twice', async () => {
  expect(await fileThrough(['lost after'])).toEqual({ outcomes: ['UNCERTAIN', 'SUCCESS'], filed: 1 });
});

test('a click that never reached the portal is made again after the look-up found nothing', async () => {
  expect(await fileThrough(['lost before'])).toEqual({ outcomes: ['UNCERTAIN', 'SUCCESS'], filed: 1 });
});

test('while the look-up is down nothing is filed', async () => {
  const { outcomes, filed } = await fileThrough(['lost after', 'look-up down', 'look-up down']);
  expect(outcomes).toEqual(['UNCERTAIN', 'PORTAL_DOWN', 'PORTAL_DOWN', 'SUCCESS']);
  expect(filed).toBe(1);
});

test('a filing that leaves no trace three times is not made a fourth time', async () => {
  const { outcomes, filed } = await fileThrough(Array.from({ length: 6 }, () => 'lost before' as const));
  expect(outcomes).toEqual(['UNCERTAIN', 'UNCERTAIN', 'UNCERTAIN', 'INTERNAL_ERROR']);
  expect(filed).toBe(0);
});

test('the same filing by another job is ALREADY_DONE, one with other figures is a CONFLICT', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  expect(await file(runner('none'), row(key), randomUUID())).toMatchObject({ outcome: 'SUCCESS' });
  expect(await file(runner('none'), row(key), randomUUID())).toMatchObject({
    outcome: 'ALREADY_DONE',
    portalReference: `P-${key}`,
  });
  expect(await file(runner('none'), row(key, '11'), randomUUID())).toMatchObject({ outcome: 'CONFLICT' });
  expect(filed).toHaveLength(1);
});

test('a job that is cancelled before the click files nothing', async () => {
  const { filed, runner } = portal();
  const cancelled = AbortSignal.abort(new Error('cancelled'));
  await expect(file(runner('none'), row('cancelled'), randomUUID(), cancelled)).rejects.toThrow('cancelled');
  expect(filed).toEqual([]);
  const intent = await db.portalIntent.findFirstOrThrow({ where: { key: { endsWith: '|cancelled' } } });
  expect(intent).toMatchObject({ state: 'planned', commits: 0 });
});

test('200 random schedules of faults file exactly once, or stop for a person', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...faults), { maxLength: 6 }), async (schedule) => {
      const { outcomes, filed } = await fileThrough(schedule);
      const end = outcomes.at(-1);
      if (end === 'SUCCESS') expect(filed).toBe(1);
      else expect([end, filed]).toEqual(['INTERNAL_ERROR', 0]);
    }),
    { numRuns: 200, verbose: true },
  );
});

test('what a deleted account filed keeps no login, and is not filed again from the account that has the login now', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  const wanted = row(key);
  expect(await file(runner('none'), wanted, randomUUID())).toMatchObject({ outcome: 'SUCCESS' });
  // A filing whose answer was lost, and which the portal does not show yet.
  const open = row(randomUUID());
  expect(await file(runner('lost before'), open, randomUUID())).toMatchObject({ outcome: 'UNCERTAIN' });
  const keys = async () =>
    (await db.portalIntent.findMany({ where: { key: { contains: 'test-service' } } })).map(
      (intent) => intent.key,
    );
  expect((await keys()).join()).toContain('padma');
  await db.$transaction((tx) => forgetLogins(tx, vault, 'user'));
  const forgotten = await keys();
  expect(forgotten.join()).not.toContain('padma');
  expect(forgotten.some((each) => each.endsWith(`|test-service|${key}`))).toBe(true);

  expect(await file(runner('none'), wanted, randomUUID())).toMatchObject({ outcome: 'ALREADY_DONE' });
  expect(await file(runner('lost before'), open, randomUUID())).toMatchObject({ outcome: 'UNCERTAIN' });
  expect(filed).toHaveLength(1);
  const where = { portal_key: { portal: 'test', key: intentKey('padma', 'test-service', open[0].key) } };
  // The tries are those of both accounts together.
  expect(await db.portalIntent.findUnique({ where })).toMatchObject({ state: 'committing', commits: 2 });
});
