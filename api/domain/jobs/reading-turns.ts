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

type Reading = { customerId: string; weightBytes: number };
type Waiting = Reading & { begin: () => void };
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
  const queue = createQueue(bounds);
  let hasHeavyGarbage = false;

  /** The previous reading's answer is sent first, since it may still hold its rows. */
  const collectGarbage = async (): Promise<void> => {
    hasHeavyGarbage = false;
    await setImmediate();
    bounds.collect?.();
  };

  return async (reading, work) => {
    const end = await queue.begin(reading);
    try {
      if (hasHeavyGarbage) await collectGarbage();
      return await work();
    } finally {
      hasHeavyGarbage ||= reading.weightBytes > bounds.bytesAtOnceMax;
      end();
    }
  };
}

type Queue = {
  /**
   * Waits until the reading may begin, and returns the function that ends it. Throws TOO_MANY_READINGS or UNAVAILABLE
   * if too many are waiting.
   */
  begin: (reading: Reading) => Promise<() => void>;
};

function createQueue(bounds: TurnLimits): Queue {
  let running: Waiting[] = [];
  let waiting: Waiting[] = [];
  let turn = 0;
  /** The last turn of each customer with something running or waiting. */
  const lastTurns = new Map<string, number>();

  const requireRoom = ({ customerId }: Reading): void => {
    const own = waiting.filter((each) => each.customerId === customerId);
    const details = { retryAfterS: limits.readingRetryS };
    if (own.length >= bounds.waitingPerCustomerMax) throw new DomainError('TOO_MANY_READINGS', { details });
    if (waiting.length >= bounds.waitingMax) throw new DomainError('UNAVAILABLE', { details });
  };

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
    const hasMore = [...running, ...waiting].some(({ customerId }) => customerId === ended.customerId);
    if (!hasMore) lastTurns.delete(ended.customerId);
    beginWhatFits();
  };

  return {
    begin: async (reading) => {
      requireRoom(reading);
      return new Promise((resolve) => {
        const own: Waiting = { ...reading, begin: () => resolve(() => end(own)) };
        waiting.push(own);
        beginWhatFits();
      });
    },
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
