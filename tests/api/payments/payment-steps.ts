/** Runs a step of the payment model on the real verbs, client and simulator, and compares the result with the model. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Deps } from '#api/deps.ts';
import type { PaymentActivities } from '#activities/payments.ts';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Database } from '#prisma/client.ts';
import type { Control } from '#tests/sandbox/bkash/control.ts';
import type { Mishap, Model, ModelAttempt } from './payment-model.ts';

export type Real = {
  db: Database;
  deps: Pick<Deps, 'db' | 'env' | 'bkash' | 'workflows' | 'clock' | 'logger'>;
  control: Control;
  activities: PaymentActivities;
  userId: string;
  wallet: string;
  /** What happens to the next call that moves money. */
  mishap: { next: Mishap };
};
type Command = fc.AsyncCommand<Model, Real>;
type Play = (model: Model, real: Real) => Promise<void>;

/** After every step the customer has the credits that the rules state. */
export const command = (name: string, isPossible: (model: Model) => boolean, play: Play): Command => ({
  check: isPossible,
  run: async (model, real) => {
    await play(model, real);
    const held = model.held.reduce((sum, { amount }) => sum + amount, 0);
    expect(await balancesOf(real.db, real.userId), name).toEqual({
      availableHundredths: BigInt(model.available),
      reservedHundredths: BigInt(held),
    });
  },
  toString: () => name,
});

const mishaps: Mishap[] = [
  'none',
  'none',
  'none',
  'none',
  'lost before',
  'lost after',
  'crash before',
  'crash as it goes',
  'crash after',
];
/** The latest one is chosen most often. */
export const nth = fc.constantFrom(0, 0, 0, 1, 2);
export const seldom = fc.constantFrom(false, false, false, true);
export const mishap = fc.constantFrom(...mishaps);
export const at = <Item>(items: Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is none.');
  return item;
};

/** A step on one of the attempts that have a page. */
export const onAttempt = (
  name: string,
  play: (attempt: ModelAttempt, real: Real, model: Model) => Promise<void> | void,
) =>
  nth.map((index) =>
    command(`${name} ${index}`, withPage, async (model, real) => play(pick(model, index), real, model)),
  );
export const pick = (model: Model, index: number): ModelAttempt =>
  at(model.attempts.filter(({ paymentId }) => paymentId !== null).toReversed(), index);
export const withPage = ({ attempts }: Model): boolean =>
  attempts.some(({ paymentId }) => paymentId !== null);

/** Loses an answer at the simulator, or ends the worker around the call. */
export async function suffering<Answer>(
  { control, mishap: suffered }: Real,
  operation: 'create' | 'execute' | 'refund',
  next: Mishap,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (next === 'lost before') control.addFault({ operation, kind: 'dropBefore' });
  if (next === 'lost after') control.addFault({ operation, kind: 'dropAfterCommit' });
  suffered.next = next;
  try {
    return await work();
  } finally {
    suffered.next = 'none';
    control.clearFaults();
  }
}

export const refusal = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  throw error;
};
