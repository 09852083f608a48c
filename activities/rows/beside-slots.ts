/**
 * Lets an activity that waits for a person continue outside its worker's slots, so that its slot serves another job
 * meanwhile. From then on, this module sends its heartbeats to Temporal and reports how it ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { asyncLocalStorage, CompleteAsyncError, Context } from '@temporalio/activity';
import { ActivityCancelledError, ActivityNotFoundError } from '@temporalio/client';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';

/** Maximum number of such activities, because each has a browser session of about 31 MiB open. Any further one keeps its slot. */
const BESIDE_MAX = 16;
/** How long an aborted activity may take to sign out and to report its end. */
const ENDING_MS = 10_000;

/** An activity's hold on one of the worker's slots. */
export type Slot = {
  /**
   * Aborted when the activity is cancelled, when Temporal has given it to another worker, or when this worker stops.
   */
  signal: AbortSignal;
  /** Releases the slot, and continues without one. Does nothing if too many others already do so. */
  leave: () => void;
};

export type BesideSlots = {
  /**
   * Runs an activity's work. If the work leaves its slot, this throws CompleteAsyncError, which tells the worker that
   * it goes on.
   */
  run: <End>(work: (slot: Slot) => Promise<End>) => Promise<End>;
  /** Waits for all work outside slots to end, and aborts what has not ended after `graceMs`. */
  end: (graceMs: number) => Promise<void>;
};

type SlotDeps = Pick<Deps, 'temporal' | 'logger'>;
/** The work of one activity, with or without a slot. */
type Work = { isBeside: boolean; taskToken: Uint8Array; aborting: AbortController; beat: () => void };

const works = new AsyncLocalStorage<Work>();

/** Sends a heartbeat of the activity. Does nothing outside one, as in a test that calls the work directly. */
export function beat(details?: unknown): void {
  const work = works.getStore();
  if (work?.isBeside) work.beat();
  else asyncLocalStorage.getStore()?.heartbeat(details);
}

export function createBesideSlots(deps: SlotDeps): BesideSlots {
  const beside = new Map<Work, Promise<void>>();
  const settled = async (timeoutMs: number): Promise<void> => {
    await withinMs(timeoutMs, Promise.all(beside.values()), () => undefined);
  };
  return {
    run: async (work) => {
      const { cancellationSignal, info } = Context.current();
      const own = newWork(deps, info.taskToken);
      let hasLeft = (): void => undefined;
      const leaving = new Promise<void>((resolve) => {
        hasLeft = resolve;
      });
      const slot: Slot = {
        signal: AbortSignal.any([cancellationSignal, own.aborting.signal]),
        leave: () => {
          if (own.isBeside || beside.size >= BESIDE_MAX) return;
          own.isBeside = true;
          beside.set(own, leaving);
          hasLeft();
        },
      };
      const ended = works.run(own, () => work(slot));
      await Promise.race([ended, leaving]);
      if (!own.isBeside) return ended;
      beside.set(
        own,
        report(deps, own, ended).finally(() => beside.delete(own)),
      );
      throw new CompleteAsyncError();
    },
    end: async (graceMs) => {
      await settled(graceMs);
      for (const { aborting } of beside.keys()) aborting.abort(new Error('The worker ends.'));
      await settled(ENDING_MS);
    },
  };
}

/**
 * Creates the work. Outside a slot, each heartbeat is a separate request, and an error in its answer aborts the work.
 */
function newWork({ temporal }: SlotDeps, taskToken: Uint8Array): Work {
  const aborting = new AbortController();
  let beating: Promise<void> | null = null;
  const beat = async (): Promise<void> => {
    try {
      await temporal.activity.heartbeat(taskToken);
    } catch (error) {
      // Any other error concerns the connection. After a long silence, Temporal gives the activity to another worker.
      if (error instanceof ActivityNotFoundError || error instanceof ActivityCancelledError)
        aborting.abort(error);
    }
  };
  return {
    isBeside: false,
    taskToken,
    aborting,
    beat: () => {
      beating ??= beat().finally(() => {
        beating = null;
      });
    },
  };
}

/** Reports to Temporal how the work has ended. If the report is lost, Temporal gives the activity to another worker. */
async function report(
  { temporal, logger }: SlotDeps,
  { taskToken, aborting: { signal } }: Work,
  ended: Promise<unknown>,
): Promise<void> {
  const { activity } = temporal;
  try {
    await ended.then(
      (end) => activity.complete(taskToken, end),
      (error: unknown) => {
        if (signal.reason instanceof ActivityNotFoundError) return undefined;
        if (signal.reason instanceof ActivityCancelledError) return activity.reportCancellation(taskToken);
        return activity.fail(taskToken, error);
      },
    );
  } catch (error) {
    logger.warn({ err: error }, 'the end of an activity beside the slots was not reported');
  }
}
