/** Requests that are made to wait, by whatever fault: each until its time is over or the faults are cleared. */

/** What `GET /__control/state` says about a request that waits. */
export type Held = { portal: string; route: string; kind: string };

export type Holds = {
  /** Resolves after `ms` of real time, or when `releaseAll` is called. */
  wait: (held: Held, ms: number) => Promise<void>;
  releaseAll: () => void;
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
        // A sandbox that is told to stop does not wait for it.
        const timer = setTimeout(release, ms).unref();
        waiting.set(release, held);
      }),
    releaseAll: () => {
      for (const release of waiting.keys()) release();
    },
    list: () => [...waiting.values()],
  };
}
