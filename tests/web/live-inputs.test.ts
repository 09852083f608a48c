/** How the client sends what a customer does on a live page. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError } from '#web/lib/client.ts';
import { createInputQueue } from '#web/features/jobs/live-page/input-queue.ts';

const click = (x: number): LiveInput => ({ act: 'click', x, y: 0 });
const refusal = (code: string, status: number): ApiError =>
  new ApiError({ code, message: '', status, requestId: null });

/** A queue whose calls are answered one by one by the test. */
function heldQueue() {
  const calls: LiveInput[][] = [];
  const numbers: number[] = [];
  const failures: unknown[] = [];
  let answer: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  const queue = createInputQueue(
    (inputs, number) => {
      calls.push(inputs);
      numbers.push(number);
      return new Promise<void>((resolve, reject) => {
        answer = { resolve, reject };
      });
    },
    (error) => failures.push(error),
  );
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    queue,
    calls,
    numbers,
    failures,
    accept: async () => {
      answer?.resolve();
      await settled();
    },
    refuse: async (error: unknown) => {
      answer?.reject(error);
      await settled();
    },
  };
}

describe('the inputs of a live page', () => {
  afterEach(() => vi.useRealTimers());

  it('inputs are sent in their order, several with a call, and the next call waits for the one before', async () => {
    const { queue, calls, accept } = heldQueue();
    for (let x = 0; x < limits.liveInputsPerCallMax + 3; x += 1) queue.add(click(x));
    expect(calls).toEqual([[click(0)]]);
    await accept();
    expect(calls[1]).toHaveLength(limits.liveInputsPerCallMax);
    await accept();
    expect(calls.flat().map((input) => 'x' in input && input.x)).toEqual(
      Array.from({ length: limits.liveInputsPerCallMax + 3 }, (_, x) => x),
    );
  });

  it('characters that are typed while a call is under way become one text', async () => {
    const { queue, calls, accept } = heldQueue();
    for (const text of 'Rupsha') queue.add({ act: 'type', text });
    await accept();
    expect(calls).toEqual([[{ act: 'type', text: 'R' }], [{ act: 'type', text: 'upsha' }]]);
  });

  it('a refused call is reported, and the inputs that wait behind it are dropped', async () => {
    const { queue, calls, failures, refuse } = heldQueue();
    for (const x of [1, 2, 3]) queue.add(click(x));
    const taken = refusal('LIVE_PAGE_TAKEN', 409);
    await refuse(taken);
    expect(failures).toEqual([taken]);
    expect(calls).toEqual([[click(1)]]);
    queue.stop();
    queue.add(click(4));
    expect(calls).toHaveLength(1);
  });

  it('a call that is repeated after a lost answer has the number of the first try, and the next call another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { queue, calls, numbers, accept, refuse } = heldQueue();
    queue.add(click(1));
    await refuse(refusal('NETWORK', 0));
    await vi.advanceTimersToNextTimerAsync();
    queue.add(click(2));
    await accept();
    expect(calls).toEqual([[click(1)], [click(1)], [click(2)]]);
    expect(numbers).toEqual([1, 1, 2]);
  });
});
