/** Whose upload is read next: customers take turns, and only so much is read at once as the memory of a process allows. */
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { UploadedFile } from './intake/types.ts';

/** Throws TOO_MANY_READINGS when too much of the customer is waiting already, and UNAVAILABLE when too much is. */
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
  /** Called before a reading where a heavy one went before it: what that one held is nobody's any more. */
  collect?: () => void;
};

export function createReadingTurns(bounds: TurnLimits): ReadingTurns {
  let running: Waiting[] = [];
  let waiting: Waiting[] = [];
  let turn = 0;
  let isLittered = false;
  /** The turn that a customer with something running or waiting had last. */
  const lastTurns = new Map<string, number>();

  /** Among customers who have waited since the same turn, the first to come. */
  const nextOne = (): Waiting | undefined => {
    const turnOf = ({ customerId }: Waiting): number => lastTurns.get(customerId) ?? 0;
    return waiting.toSorted((a, b) => turnOf(a) - turnOf(b))[0];
  };

  /** A heavy one waits until it is alone, and none overtakes it meanwhile. */
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

  /** The answer about the reading before goes out first; it may hold its rows. */
  const tidyUp = async (): Promise<void> => {
    isLittered = false;
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
      if (isLittered) await tidyUp();
      return await work();
    } finally {
      isLittered ||= weightBytes > bounds.bytesAtOnceMax;
      if (taken) end(taken);
    }
  };
}

/** The least that any reading counts for. */
const LEAST_BYTES = 64 * 1024;
/** A text stands in memory several times while it is read: as characters, as cells, as checked rows. */
const TEXT_COPIES = 4;

type Weighed = Pick<UploadedFile, 'name' | 'sizeBytes'>;

/** What reading the files may take, at worst: what is packed is as large as it may become. */
export function weightOf(files: readonly (Weighed | null)[]): number {
  return files.reduce((sum, file) => sum + (file ? weightOfFile(file) : 0), LEAST_BYTES);
}

function weightOfFile({ name, sizeBytes }: Weighed): number {
  return sizeBytes * (/\.(xlsx|zip)$/i.test(name) ? limits.zipRatioMax : TEXT_COPIES);
}
