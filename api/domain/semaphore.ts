/** Limits work that needs much memory: a few operations run at once, some more wait, and all others are refused. */
import { DomainError } from '#contracts/errors.ts';

/** Runs `work` when its turn comes. Throws UNAVAILABLE if too much is waiting. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

type SemaphoreLimits = { atOnceMax: number; waitingMax: number };

/** Creates the limit. The function it returns throws UNAVAILABLE if `waitingMax` operations are already waiting. */
export function createSemaphore({ atOnceMax, waitingMax }: SemaphoreLimits): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (running < atOnceMax) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new DomainError('UNAVAILABLE');
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const pass = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    await take();
    try {
      return await work();
    } finally {
      pass();
    }
  };
}
