/**
 * Random work on the ledger by several clients at once, with replays, reused keys and crashes: no sequence causes a
 * negative balance, a second effect or a changed total. LEDGER_SEED repeats a run's commands, LEDGER_RUNS sets its
 * length.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import {
  adjustCredits,
  balancesOf,
  grantTrialCredits,
  reserve,
  settle,
  verifyLedger,
} from '#api/domain/credits/ledger.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['LEDGER_RUNS'] ?? 300);
const TRIAL_HUNDREDTHS = 10_000n;
const USERS = 2;
const TIMEOUT_MS = 600_000;

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  console.log(`LEDGER_SEED=${seed} LEDGER_RUNS=${runs}`);
});

/** Few keys, jobs and amounts, so that replays, reused keys and empty accounts are common. */
type Command =
  | { kind: 'grant'; user: number }
  | { kind: 'adjust'; user: number; key: number; operation: 'add' | 'deduct'; amount: bigint }
  | { kind: 'reserve'; user: number; job: number; attempt: number; amount: bigint }
  | { kind: 'settle'; job: number; attempt: number; capture: bigint };
type Step = { command: Command; crashes: boolean };

const user = fc.nat({ max: USERS - 1 });
const job = fc.nat({ max: 3 });
const attempt = fc.integer({ min: 1, max: 2 });
const amount = fc.constantFrom(1n, 50n, 4_000n, 9_000n);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('grant'), user }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('adjust'),
      user,
      key: fc.nat({ max: 5 }),
      operation: fc.constantFrom('add', 'deduct'),
      amount,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('reserve'),
      user,
      job,
      attempt,
      amount: fc.oneof(amount, fc.constant(0n)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      job,
      attempt,
      capture: fc.oneof(amount, fc.constant(0n)),
    }),
  },
);
const crashes = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
/** Steps are drawn from a few commands, so that most of them are replays. */
const fromFew = <Steps>(stepsOf: (step: fc.Arbitrary<Step>) => fc.Arbitrary<Steps>): fc.Arbitrary<Steps> =>
  fc
    .array(command, { minLength: 6, maxLength: 14 })
    .chain((few) => stepsOf(fc.record({ command: fc.constantFrom(...few), crashes })));

type Fixture = { userIds: string[]; jobIds: string[]; runId: string };
const newFixture = (): Fixture => ({
  userIds: Array.from({ length: USERS }, () => randomUUID()),
  jobIds: Array.from({ length: 4 }, () => randomUUID()),
  runId: randomUUID(),
});
const at = <Item>(items: Item[], index: number): Item => items[index] as Item;

function call(
  tx: DatabaseOrTransaction,
  fixture: Fixture,
  command: Command,
): Promise<Record<string, bigint>> {
  const description = quote('property');
  if (command.kind === 'grant') return grantTrialCredits(tx, at(fixture.userIds, command.user));
  if (command.kind === 'adjust') {
    return adjustCredits(tx, {
      userId: at(fixture.userIds, command.user),
      amountHundredths: command.amount,
      operation: command.operation,
      key: `${fixture.runId}:${command.key}`,
      actorId: 'admin',
      description,
    });
  }
  const of = { jobId: at(fixture.jobIds, command.job), attempt: command.attempt, description };
  return command.kind === 'reserve'
    ? reserve(tx, { ...of, userId: at(fixture.userIds, command.user), amountHundredths: command.amount })
    : settle(tx, { ...of, captureHundredths: command.capture });
}

class Crash extends Error {}

const reasonOf = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  if (error instanceof RangeError) return 'EXCESS';
  if (error instanceof Error && error.message.endsWith('nothing is reserved.')) return 'MISSING';
  if (error instanceof Crash) return 'CRASH';
  // Deadlocks, constraint violations and other errors that the verbs must never cause.
  throw error;
};

type Outcome = { result: Record<string, bigint> } | { reason: string };

async function play(fixture: Fixture, { command, crashes }: Step): Promise<Outcome> {
  const work = crashes
    ? db.$transaction(async (tx) => {
        await call(tx, fixture, command);
        throw new Crash();
      })
    : call(db, fixture, command);
  return work.then(
    (result) => ({ result }),
    (error: unknown) => ({ reason: reasonOf(error) }),
  );
}

const keyOf = (command: Command): string => {
  if (command.kind === 'grant') return `grant ${command.user}`;
  if (command.kind === 'adjust') return `adjust ${command.key}`;
  return `${command.kind} ${command.job} ${command.attempt}`;
};
const contentOf = (command: Command): string => Object.values(command).join(' ');

type Effect = { command: Command; result: Record<string, bigint> };

/** The effect of each key; every success of a key must have the same content and the same result. */
function effectsOf(played: { command: Command; outcome: Outcome }[]): Map<string, Effect> {
  const effects = new Map<string, Effect>();
  for (const { command, outcome } of played) {
    if (!('result' in outcome)) continue;
    const first = effects.get(keyOf(command));
    if (!first) effects.set(keyOf(command), { command, result: outcome.result });
    else {
      expect(contentOf(command)).toBe(contentOf(first.command));
      expect(lasting(command, outcome.result)).toEqual(lasting(command, first.result));
    }
  }
  return effects;
}

/** Where nothing was moved, the balance in the answer is the current one. */
function lasting(command: Command, result: Record<string, bigint>): Record<string, bigint> {
  const { balanceHundredths: _, ...moved } = result;
  const isEmpty =
    command.kind === 'reserve'
      ? command.amount === 0n
      : command.kind === 'settle' && Object.values(moved).every((part) => part === 0n);
  return isEmpty ? moved : result;
}

type Balances = { availableHundredths: bigint; reservedHundredths: bigint };

/** The balances that result from the effects, each counted once. */
function balancesFrom(effects: Map<string, Effect>): Balances[] {
  const balances = Array.from({ length: USERS }, () => ({ availableHundredths: 0n, reservedHundredths: 0n }));
  for (const { command, result } of effects.values()) {
    if (command.kind === 'grant') at(balances, command.user).availableHundredths += TRIAL_HUNDREDTHS;
    if (command.kind === 'adjust') {
      at(balances, command.user).availableHundredths +=
        command.operation === 'add' ? command.amount : -command.amount;
    }
    if (command.kind === 'reserve') {
      at(balances, command.user).availableHundredths -= command.amount;
      at(balances, command.user).reservedHundredths += command.amount;
    }
    if (command.kind === 'settle') {
      const { command: held } = effects.get(`reserve ${command.job} ${command.attempt}`) as Effect;
      if (held.kind !== 'reserve') throw new Error('A settlement without its reservation.');
      expect(result['capturedHundredths']).toBe(command.capture);
      expect(result['releasedHundredths']).toBe(held.amount - command.capture);
      at(balances, held.user).availableHundredths += held.amount - command.capture;
      at(balances, held.user).reservedHundredths -= held.amount;
    }
  }
  return balances;
}

async function expectSound(fixture: Fixture, effects: Map<string, Effect>): Promise<void> {
  expect(await Promise.all(fixture.userIds.map((userId) => balancesOf(db, userId)))).toEqual(
    balancesFrom(effects),
  );
  const transfers = await db.ledgerTransfer.count({ where: { userId: { in: fixture.userIds } } });
  expect(transfers).toBe([...effects.values()].reduce((sum, effect) => sum + transfersOf(effect), 0));
}

function transfersOf({ command, result }: Effect): number {
  if (command.kind === 'reserve') return command.amount > 0n ? 1 : 0;
  if (command.kind !== 'settle') return 1;
  return [result['capturedHundredths'], result['releasedHundredths']].filter((part) => part !== 0n).length;
}

/** What a verb must answer when it runs alone, by the rules of its description. */
function expected({ command, crashes }: Step, effects: Map<string, Effect>): string {
  const first = effects.get(keyOf(command));
  const held =
    command.kind === 'settle' ? effects.get(`reserve ${command.job} ${command.attempt}`)?.command : undefined;
  if (command.kind === 'settle' && held?.kind !== 'reserve') return 'MISSING';
  if (first && contentOf(first.command) !== contentOf(command)) return 'IDEMPOTENCY_KEY_REUSED';
  if (!first) {
    if (held?.kind === 'reserve' && command.kind === 'settle' && command.capture > held.amount)
      return 'EXCESS';
    const takes = command.kind === 'reserve' || (command.kind === 'adjust' && command.operation === 'deduct');
    if (takes && at(balancesFrom(effects), command.user).availableHundredths < command.amount)
      return 'INSUFFICIENT_CREDITS';
  }
  return crashes ? 'CRASH' : 'ok';
}

it(
  'every verb of the ledger, run alone, answers exactly what its rules say, crash or replay',
  async () => {
    const property = fc.asyncProperty(
      fromFew((step) => fc.array(step, { minLength: 10, maxLength: 40 })),
      async (steps) => {
        const fixture = newFixture();
        const played: { command: Command; outcome: Outcome }[] = [];
        for (const next of steps) {
          const before = effectsOf(played);
          const outcome = await play(fixture, next);
          expect('reason' in outcome ? outcome.reason : 'ok').toBe(expected(next, before));
          played.push({ command: next.command, outcome });
        }
        await expectSound(fixture, effectsOf(played));
      },
    );
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    expect(await verifyLedger(db)).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'eight clients side by side never make a second effect, a negative balance or a changed total',
  async () => {
    const rounds = fromFew((step) =>
      fc.array(fc.array(step, { minLength: 4, maxLength: 8 }), { minLength: 3, maxLength: 8 }),
    );
    const property = fc.asyncProperty(rounds, async (plan) => {
      const fixture = newFixture();
      await Promise.all(fixture.userIds.map((userId) => grantTrialCredits(db, userId)));
      const played: { command: Command; outcome: Outcome }[] = fixture.userIds.map((_, index) => ({
        command: { kind: 'grant', user: index },
        outcome: { result: { grantedHundredths: TRIAL_HUNDREDTHS } },
      }));
      for (const steps of plan) {
        const outcomes = await Promise.all(steps.map((next) => play(fixture, next)));
        played.push(...steps.map(({ command }, index) => ({ command, outcome: at(outcomes, index) })));
        await expectSound(fixture, effectsOf(played));
      }
    });
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    expect(await verifyLedger(db)).toEqual([]);
  },
  TIMEOUT_MS,
);
