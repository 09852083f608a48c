/**
 * Schedules heavy work that unauthenticated callers can request. Whoever has asked least often recently comes first,
 * so that neither many requests from one address nor many guesses at one account block everyone else.
 */
import { DomainError } from '#contracts/errors.ts';

/**
 * Runs `work` when its turn comes. `askers` are the keys that the work counts against: the caller's network, an
 * account. The first requests of a caller that is known come before those of all strangers, so that it is neither
 * behind nor among a crowd whose every member asks for the first time. Throws UNAVAILABLE if too much is waiting.
 */
export type FairTurns = <Result>(
  work: () => Promise<Result>,
  askers: readonly string[],
  isKnown?: boolean,
) => Promise<Result>;

/** `rank`: how often its asker has asked recently, including this time, less the advance of a known caller. */
type Waiting = { rank: number; begin: () => void; refuse: (why: unknown) => void };
type Asked = { times: number; sinceMs: number };

/** A caller's count is forgotten this long after its first request. */
const FORGET_MS = 60_000;
const ASKERS_MAX = 20_000;
/** Number of requests within FORGET_MS that a known caller has in advance of a stranger. */
const KNOWN_ADVANCE = 5;

/** Creates a scheduler that runs at most `atOnceMax` operations at once and lets `waitingMax` more wait. */
export function createFairTurns({
  atOnceMax,
  waitingMax,
}: {
  atOnceMax: number;
  waitingMax: number;
}): FairTurns {
  let running = 0;
  const queue = createQueue(waitingMax);
  const count = createAskCounter();

  const begin = async (rank: number): Promise<void> => {
    if (running >= atOnceMax) return queue.wait(rank);
    running += 1;
  };

  const end = (): void => {
    const next = queue.next();
    if (next) next.begin();
    else running -= 1;
  };

  return async (work, askers, isKnown = false) => {
    await begin(Math.max(0, ...askers.map(count)) - (isKnown ? KNOWN_ADVANCE : 0));
    try {
      return await work();
    } finally {
      end();
    }
  };
}

/** Returns a function that counts a request, and returns how often its asker has asked recently. */
function createAskCounter(): (asker: string) => number {
  const asked = new Map<string, Asked>();
  return (asker) => {
    const nowMs = performance.now();
    const known = asked.get(asker);
    const isRecent = known !== undefined && nowMs - known.sinceMs < FORGET_MS;
    const { times, sinceMs } = isRecent ? known : { times: 0, sinceMs: nowMs };
    // If there are too many, those that asked least recently are forgotten first.
    asked.delete(asker);
    asked.set(asker, { times: times + 1, sinceMs });
    const [oldest] = asked.keys();
    if (asked.size > ASKERS_MAX && oldest !== undefined) asked.delete(oldest);
    return times + 1;
  };
}

type Queue = {
  /** Waits for the turn. Throws UNAVAILABLE if the queue is full and nobody in it has asked more often. */
  wait: (rank: number) => Promise<void>;
  /** Removes and returns the first entry with the lowest rank. */
  next: () => Waiting | undefined;
};

function createQueue(waitingMax: number): Queue {
  let waiting: Waiting[] = [];

  /** Refuses the last entry of whoever has asked most often, which may be the newcomer. */
  const makeRoom = (rank: number): void => {
    const most = Math.max(...waiting.map((each) => each.rank));
    if (rank >= most) throw new DomainError('UNAVAILABLE');
    const last = waiting.findLast((each) => each.rank === most);
    waiting = waiting.filter((each) => each !== last);
    last?.refuse(new DomainError('UNAVAILABLE'));
  };

  return {
    wait: async (rank) => {
      if (waiting.length >= waitingMax) makeRoom(rank);
      await new Promise<void>((begin, refuse) => {
        waiting.push({ rank, begin, refuse });
      });
    },
    next: () => {
      const least = Math.min(...waiting.map(({ rank }) => rank));
      const next = waiting.find(({ rank }) => rank === least);
      waiting = waiting.filter((each) => each !== next);
      return next;
    },
  };
}
