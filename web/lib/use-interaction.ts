/** Reports whether somebody has begun to use the page; code that only such users need is loaded then. */
import { useSyncExternalStore } from 'react';

const events = ['pointerdown', 'pointermove', 'keydown', 'touchstart'] as const;
let hasBegun = false;
const listeners = new Set<() => void>();

/** Browsers also send events for a resting pointer when the page below it changes. */
const isAtRest = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.movementX === 0 &&
  event.movementY === 0;

function begin(event: Event): void {
  if (isAtRest(event)) return;
  hasBegun = true;
  for (const event of events) window.removeEventListener(event, begin);
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined')
  for (const event of events) window.addEventListener(event, begin, { passive: true });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns false on the server and until the pointer or a key is first used. */
export function useInteraction(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasBegun,
    () => false,
  );
}
