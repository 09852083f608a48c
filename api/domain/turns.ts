/** Work that is heavy on memory takes turns: a few pieces at once, some more wait, all others are refused. */
import { DomainError } from '#contracts/errors.ts';

/** `bytes` is what the work keeps in memory while it waits. Throws UNAVAILABLE when too much is waiting. */
export type Turns = <Result>(work: () => Promise<Result>, bytes?: number) => Promise<Result>;

type TurnLimits = { atOnceMax: number; waitingMax: number; waitingBytesMax?: number };

export function createTurns(limits: TurnLimits): Turns {
  const { atOnceMax, waitingMax, waitingBytesMax = Number.POSITIVE_INFINITY } = limits;
  let running = 0;
  let waitingBytes = 0;
  const waiting: (() => void)[] = [];
  const take = async (bytes: number): Promise<void> => {
    if (running < atOnceMax) {
      running += 1;
      return;
    }
    const isFull = waiting.length >= waitingMax || waitingBytes + bytes > waitingBytesMax;
    if (isFull) throw new DomainError('UNAVAILABLE');
    waitingBytes += bytes;
    await new Promise<void>((resolve) => waiting.push(resolve));
    waitingBytes -= bytes;
  };
  const pass = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (work, bytes = 0) => {
    await take(bytes);
    try {
      return await work();
    } finally {
      pass();
    }
  };
}
