/** What can happen while portals process filings: portals are slow or late, and processes die or freeze. */
import type { FaultSwitch } from '#tests/sandbox/framework/faults.ts';
import { intervene } from '#tests/harness/interventions.ts';
import type { TestStack } from '#tests/harness/stack.ts';
import type { Temporal } from '#temporal/client.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the test stack assumes that a request may still take effect after it was sent. */
export const EFFECT_MS = 75_000;
const RESET_EVERY_MS = 5_000;
const RESETS = 4;
const UNAVAILABLE_MS = 60_000;

type TroubledRound = { stack: TestStack; temporal: Temporal; workflowIds: readonly string[] };

export type Trouble = {
  name: string;
  /** Faults that every portal of the round gets for its next filing. */
  faults: readonly Omit<FaultSwitch, 'portal'>[];
  /** What happens when every portal of the round has received a filing and holds it. */
  strike?: (round: TroubledRound) => Promise<void>;
};

const answersLate = (ms: number) => ({ kind: 'answer-late', ms }) as const;
const storesLate = (ms: number) => ({ kind: 'store-late', ms }) as const;

/** Another worker runs meanwhile and takes over what the frozen one holds, until the frozen one continues. */
function frozenWorker(seconds: number): Trouble {
  return {
    name: `its worker freezes for ${seconds} s while the portal takes 30 s, beside another worker`,
    faults: [answersLate(30_000)],
    strike: async ({ stack }) => {
      await stack.addWorker();
      await stack.freeze('worker', seconds * 1000);
    },
  };
}

export const troubles: readonly Trouble[] = [
  { name: 'its answer comes 8 s late', faults: [answersLate(8_000)] },
  { name: 'its answer comes 50 s late', faults: [answersLate(50_000)] },
  {
    name: 'its worker is killed and the portal stores it 20 s later',
    faults: [storesLate(20_000)],
    strike: ({ stack }) => stack.kill('worker'),
  },
  frozenWorker(15),
  frozenWorker(40),
  frozenWorker(90),
  {
    name: 'its workflow is reset every 5 s',
    faults: [answersLate(12_000)],
    strike: async (round) => {
      for (let count = 0; count < RESETS; count += 1) {
        await toEach(round, count % 2 === 0 ? 'reset to the last task' : 'reset to the first task');
        await delay(RESET_EVERY_MS);
      }
    },
  },
  {
    name: 'its workflow is terminated',
    faults: [answersLate(10_000)],
    strike: (round) => toEach(round, 'terminate'),
  },
  {
    name: 'its worker is killed and look-ups find it 30 s late',
    faults: [{ kind: 'listed-late', ms: 30_000, times: -1, hiddenFromFiler: true }, answersLate(20_000)],
    strike: ({ stack }) => stack.kill('worker'),
  },
  {
    name: 'Temporal is unavailable for 60 s',
    faults: [answersLate(8_000)],
    strike: ({ stack }) => stack.freeze('temporal', UNAVAILABLE_MS),
  },
  {
    name: 'PostgreSQL is unavailable for 60 s',
    faults: [answersLate(8_000)],
    strike: ({ stack }) => stack.freeze('postgres', UNAVAILABLE_MS),
  },
];

async function toEach(
  { temporal, workflowIds }: TroubledRound,
  intervention: Parameters<typeof intervene>[2],
): Promise<void> {
  for (const workflowId of workflowIds) await intervene(temporal, workflowId, intervention, []);
}
