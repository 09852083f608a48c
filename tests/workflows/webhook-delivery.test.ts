/** The delivery's workflow with time skipping: it retries with growing pauses and gives up after a day. */
import { expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { webhookDeliveryWorkflowId } from '#workflows/ids.ts';
import { useDeliveries } from './delivery-fixture.ts';

const runDelivery = useDeliveries();

/** Runs a delivery to its end; `taken` is the number of the try that the receiver accepts. */
const deliver = (taken: number) =>
  runDelivery({
    workflow: 'webhookDelivery',
    idOf: webhookDeliveryWorkflowId,
    activities: ({ attempt, giveUp }) => ({
      sendWebhook: async () => ((await attempt()) === taken ? 'done' : 'again'),
      giveUpDelivery: giveUp,
    }),
  });

it('a delivery ends when it is accepted, and its pauses double until then', async () => {
  const { pausesS, givenUp } = await deliver(5);
  expect(givenUp).toBe(0);
  expect(pausesS).toHaveLength(4);
  for (const [index, wantedS] of [10, 20, 40, 80].entries()) expect(pausesS[index]).toBeCloseTo(wantedS, -1);
});

it('a delivery that is never accepted is tried for a day, at most two hours apart, and given up', async () => {
  const { triesAtMs, givenUp } = await deliver(-1);
  expect(givenUp).toBe(1);
  const [first = 0] = triesAtMs;
  const lastMs = (triesAtMs.at(-1) ?? 0) - first;
  expect(lastMs).toBeLessThanOrEqual(24 * HOUR_MS);
  expect(lastMs).toBeGreaterThan(21 * HOUR_MS);
  expect(triesAtMs.length).toBeGreaterThan(15);
  expect(triesAtMs.length).toBeLessThan(30);
});
