/** Requests that a fault makes wait, each until its time is over or the faults are cleared. */

/** What `GET /__control/state` reports about a waiting request. */
export type Held = { portal: string; route: string; kind: string };

export type Holds = {
  /** Resolves after `ms` of real time, or when `releaseAll` is called. */
  wait: (held: Held, ms: number) => Promise<void>;
  /** Ends the waits of one kind of fault, or of all. */
  releaseAll: (kind?: string) => void;
  list: () => Held[];
};

export function createHolds(): Holds {
  const waiting = new Map<() => void, Held>();
  return {
    wait: (held, ms) =>
      new Promise((resolve) => {
        const release = (): void => {
          clearTimeout(timer);
          waiting.delete(release);
          resolve();
        };
        // The timer does not keep a sandbox running that is to stop.
        const timer = setTimeout(release, ms).unref();
        waiting.set(release, held);
      }),
    releaseAll: (kind) => {
      for (const [release, held] of waiting) if (kind === undefined || held.kind === kind) release();
    },
    list: () => [...waiting.values()],
  };
}
