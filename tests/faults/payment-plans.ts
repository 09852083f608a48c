/** What happens to each payment of a storm: its payer's behaviour and bKash's faults, the same for the same seed. */
import fc from 'fast-check';
import type { FaultSwitch } from '#tests/sandbox/bkash/faults.ts';
import { forgeries } from '#tests/sandbox/bkash/ipn.ts';

const payers = [
  'pays',
  'pays in many tabs',
  'returns out of order',
  'closes after the PIN',
  'closes while returning',
  'cancels',
  'cancels, then claims success',
  'claims success without approving',
  'claims success too early',
  'leaves',
  'has no balance',
  'is blocked',
  'pays twice',
  'is debited elsewhere',
  'forges a notice',
  "uses another's return",
  'polls',
] as const;
export type Payer = (typeof payers)[number];

const spoiltAnswers = (operation: 'create' | 'execute' | 'query', commit: boolean): FaultSwitch[] => [
  { operation, kind: 'http', status: 503, commit },
  { operation, kind: 'http', status: 500, commit },
  { operation, kind: 'html', commit },
  { operation, kind: 'malformed', commit },
  { operation, kind: 'statusCode', code: '9999', commit },
];
const executeFaults: FaultSwitch[] = [
  { operation: 'execute', kind: 'dropBefore' },
  { operation: 'execute', kind: 'dropAfterCommit' },
  { operation: 'execute', kind: 'delay', ms: 1_500 },
  ...spoiltAnswers('execute', false),
  ...spoiltAnswers('execute', true),
];
const otherFaults: FaultSwitch[] = [
  { operation: 'create', kind: 'dropBefore' },
  { operation: 'create', kind: 'dropAfterCommit' },
  ...spoiltAnswers('create', true),
  { operation: 'query', kind: 'dropBefore', times: 2 },
  { operation: 'query', kind: 'delay', ms: 1_000 },
  ...spoiltAnswers('query', false),
  { operation: 'refund', kind: 'dropAfterCommit' },
  { operation: 'refund', kind: 'listedLate', ms: 5_000 },
  { operation: 'refundStatus', kind: 'dropBefore' },
];
/** The client gives up after 30 s: the debit happens before or after that. */
const silences: FaultSwitch[] = [
  { operation: 'execute', kind: 'commitLate', ms: 3_000 },
  { operation: 'execute', kind: 'commitLate', ms: 32_000 },
];

const plan = fc.record({
  customer: fc.nat(),
  amountPoisha: fc.integer({ min: 5_000, max: 30_000 }),
  payer: fc.constantFrom(...payers),
  fault: fc.oneof(
    { weight: 20, arbitrary: fc.constant(null) },
    { weight: 15, arbitrary: fc.constantFrom(...executeFaults) },
    { weight: 14, arbitrary: fc.constantFrom(...otherFaults) },
    { weight: 1, arbitrary: fc.constantFrom(...silences) },
  ),
  clicks: fc.integer({ min: 1, max: 2 }),
  forgery: fc.constantFrom(...forgeries),
  closesAfterMs: fc.integer({ min: 0, max: 30 }),
});
export type Plan = typeof plan extends fc.Arbitrary<infer Planned> ? Planned : never;

/** Without the bias towards small values, which helps only where values are shrunk. */
export const plansOf = (seed: number, payments: number): Plan[] =>
  fc.sample(fc.noBias(plan), { seed, numRuns: payments });

/** Returns the number of begun payments after which each disturbance of the whole platform happens. */
export function misfortunesOf<Name extends string>(
  seed: number,
  payments: number,
  names: readonly Name[],
): { name: Name; after: number }[] {
  const share = fc.noBias(fc.integer({ min: 10, max: 90 }));
  const shares = fc.sample(share, { seed, numRuns: names.length });
  return names.map((name, index) => ({ name, after: Math.ceil((payments * (shares[index] ?? 50)) / 100) }));
}
