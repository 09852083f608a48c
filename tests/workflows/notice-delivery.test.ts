/** The workflow of a push or mail, with time skipping: growing pauses, patience, and an end. */
import { expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { noticeDeliveryWorkflowId } from '#workflows/ids.ts';
import { useDeliveries } from './delivery-fixture.ts';

const runDelivery = useDeliveries();

/** Runs a delivery to its end; `taken` is the number of the attempt that is accepted. */
const deliver = (taken: number, afterMs = 0) =>
  runDelivery({
    workflow: 'noticeDelivery',
    idOf: noticeDeliveryWorkflowId,
    activities: ({ attempt, giveUp }) => ({
      sendNotice: async () => ((await attempt()) === taken ? { end: 'done' } : { end: 'again', afterMs }),
      giveUpNotice: giveUp,
    }),
  });

it('a delivery ends when it is accepted, and its pauses double until then', async () => {
  const { pausesS, givenUp } = await deliver(5);
  expect(givenUp).toBe(0);
  expect(pausesS).toHaveLength(4);
  for (const [index, wantedS] of [5, 10, 20, 40].entries()) expect(pausesS[index]).toBeCloseTo(wantedS, -1);
});

it('a receiver that requests a delay gets it, for an hour at most', async () => {
  expect((await deliver(2, 600_000)).pausesS[0]).toBeCloseTo(600, -1);
  expect((await deliver(2, DAY_MS)).pausesS[0]).toBeCloseTo(3_600, -1);
});

it('a delivery that is never accepted is given up after a bounded number of attempts', async () => {
  const { pausesS, givenUp } = await deliver(-1);
  expect(givenUp).toBe(1);
  expect(pausesS).toHaveLength(29);
});
