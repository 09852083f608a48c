/** Schedules the reading of uploads: customers take turns, and concurrency is limited by the memory of the process. */
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { UploadedFile } from './intake/types.ts';

/**
 * Runs `work` when its turn comes. Throws TOO_MANY_READINGS if too many of the customer's readings are waiting, and
 * UNAVAILABLE if too many of all customers are.
 */
export type ReadingTurns = <Result>(
  turn: { customerId: string; weightBytes: number },
  work: () => Promise<Result>,
) => Promise<Result>;

type Waiting = { customerId: string; weightBytes: number; begin: () => void };
type TurnLimits = {
  atOnceMax: number;
  bytesAtOnceMax: number;
  waitingMax: number;
  waitingPerCustomerMax: number;
  /** Called before a reading that follows a heavy one, whose memory can now be collected. */
  collect?: () => void;
};

/** Creates a scheduler. Its state is in memory, so each process has its own limits. */
export function createReadingTurns(bounds: TurnLimits): ReadingTurns {
  let running: Waiting[] = [];
  let waiting: Waiting[] = [];
  let turn = 0;
  let hasHeavyGarbage = false;
  /** The last turn of each customer with something running or waiting. */
  const lastTurns = new Map<string, number>();

  /** Returns the reading of the customer whose last turn is the longest ago; ties go to the first to arrive. */
  const nextOne = (): Waiting | undefined => {
    const turnOf = ({ customerId }: Waiting): number => lastTurns.get(customerId) ?? 0;
    return waiting.toSorted((a, b) => turnOf(a) - turnOf(b))[0];
  };

  /** A heavy reading waits until it can run alone, and none overtakes it meanwhile. */
  const fits = ({ weightBytes }: Waiting): boolean => {
    const bytes = running.reduce((sum, each) => sum + each.weightBytes, weightBytes);
    return running.length === 0 || (running.length < bounds.atOnceMax && bytes <= bounds.bytesAtOnceMax);
  };

  const beginWhatFits = (): void => {
    for (let next = nextOne(); next && fits(next); next = nextOne()) {
      const begun = next;
      waiting = waiting.filter((each) => each !== begun);
      running.push(begun);
      turn += 1;
      lastTurns.set(begun.customerId, turn);
      begun.begin();
    }
  };

  const end = (ended: Waiting): void => {
    running = running.filter((each) => each !== ended);
    const isThere = [...running, ...waiting].some(({ customerId }) => customerId === ended.customerId);
    if (!isThere) lastTurns.delete(ended.customerId);
    beginWhatFits();
  };

  /** The previous reading's answer is sent first, since it may still hold its rows. */
  const collectGarbage = async (): Promise<void> => {
    hasHeavyGarbage = false;
    await setImmediate();
    bounds.collect?.();
  };

  return async ({ customerId, weightBytes }, work) => {
    const own = waiting.filter((each) => each.customerId === customerId);
    if (own.length >= bounds.waitingPerCustomerMax)
      throw new DomainError('TOO_MANY_READINGS', { details: { retryAfterS: limits.readingRetryS } });
    if (waiting.length >= bounds.waitingMax)
      throw new DomainError('UNAVAILABLE', { details: { retryAfterS: limits.readingRetryS } });
    let taken: Waiting | undefined;
    await new Promise<void>((begin) => {
      taken = { customerId, weightBytes, begin };
      waiting.push(taken);
      beginWhatFits();
    });
    try {
      if (hasHeavyGarbage) await collectGarbage();
      return await work();
    } finally {
      hasHeavyGarbage ||= weightBytes > bounds.bytesAtOnceMax;
      if (taken) end(taken);
    }
  };
}

/** Minimum weight of any reading. */
const LEAST_BYTES = 64 * 1024;
/** A text is in memory several times while it is read: as characters, as cells and as checked rows. */
const TEXT_COPIES = 4;

type Weighed = Pick<UploadedFile, 'name' | 'sizeBytes'>;

/**
 * Returns the memory in bytes that reading the files may take at worst: packed files count at their maximum unpacked
 * size.
 */
export function weightOf(files: readonly (Weighed | null)[]): number {
  return files.reduce((sum, file) => sum + (file ? weightOfFile(file) : 0), LEAST_BYTES);
}

function weightOfFile({ name, sizeBytes }: Weighed): number {
  return sizeBytes * (/\.(xlsx|zip)$/i.test(name) ? limits.zipRatioMax : TEXT_COPIES);
}
