/** Work that is heavy on memory takes turns: a few pieces at once, some more wait, all others are refused. */
import { DomainError } from '#contracts/errors.ts';

/** Throws UNAVAILABLE when too much is waiting. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

type TurnLimits = { atOnceMax: number; waitingMax: number };

export function createTurns({ atOnceMax, waitingMax }: TurnLimits): Turns {
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
