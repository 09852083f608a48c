/** Limits costly work: a few operations run at once, some more wait, and all others are refused. */
import { DomainError } from '#contracts/errors.ts';

/** Runs `work` when its turn comes. Throws the refusal if too much is waiting, or if its turn does not come in time. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>;

type SemaphoreLimits = {
  atOnceMax: number;
  waitingMax: number;
  /** The longest wait for a turn; without it, a wait ends only with its turn. */
  waitMsMax?: number;
  /** What refused work is answered; UNAVAILABLE if it is left out. */
  refusal?: () => DomainError;
};

/** Creates the limit. The function it returns refuses work if `waitingMax` operations are already waiting. */
export function createSemaphore({
  atOnceMax,
  waitingMax,
  waitMsMax,
  refusal = () => new DomainError('UNAVAILABLE'),
}: SemaphoreLimits): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(refusal());
      };
      const timer = waitMsMax === undefined ? undefined : setTimeout(giveUp, waitMsMax);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });
  const take = async (): Promise<void> => {
    if (running < atOnceMax) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw refusal();
    await turn();
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
