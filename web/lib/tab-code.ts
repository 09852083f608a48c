/**
 * Loads code before it is needed: of a page's parts once the page is in use, and of a tab when it is pointed at or
 * focused.
 */
import { useEffect, type SyntheticEvent } from 'react';
import { useInteraction } from './use-interaction.ts';

type Loads = Readonly<Record<string, () => Promise<unknown>>>;

/** Waiting time in browsers that cannot report when they are idle. */
const idleAfterMs = 1_000;

/** Calls `work` when the browser is idle, and returns a function that cancels that. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, idleAfterMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}

// A failed prefetch is ignored; opening the tab reports the error.
const fetchCode = (load: (() => Promise<unknown>) | undefined): Promise<unknown> =>
  load?.().catch(() => undefined) ?? Promise.resolve();

/**
 * Prefetches code when the page is in use and the browser idle, unless it saves data.
 *
 * @param loads imports the code of each part; the same object in every render
 */
export function useCodeOnceInUse(loads: Loads): void {
  const isInUse = useInteraction();
  useEffect(() => {
    if (!isInUse || savesData()) return undefined;
    return whenIdle(() => Object.values(loads).forEach((load) => void fetchCode(load)));
  }, [isInUse, loads]);
}

/**
 * Prefetches the tabs' code.
 *
 * @param loads imports the code of each tab, by its name in the address; the same object in every render
 * @returns handlers for an element around the tabs
 */
export function useTabCode(loads: Loads) {
  useCodeOnceInUse(loads);
  const fetchPointedAt = ({ target }: SyntheticEvent) => {
    const tab = target instanceof Element ? target.closest<HTMLElement>('[role=tab]') : null;
    void fetchCode(loads[tab?.dataset['value'] ?? '']);
  };
  return { onPointerOver: fetchPointedAt, onFocus: fetchPointedAt };
}
