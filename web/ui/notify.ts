/** Shows a short message that vanishes after five seconds (spec section 8 and 9). */
import { useSyncExternalStore } from 'react';

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

let wasUsed = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there was a message yet: until then the place where they appear is not fetched. */
export function useMessagesShown(): boolean {
  return useSyncExternalStore(subscribe, () => wasUsed);
}

export function notify(tone: ToastTone, title: string, smallPrint?: string): void {
  wasUsed = true;
  for (const listener of listeners) listener();
  import('./toast-store.ts')
    .then(({ toaster }) =>
      toaster.create({
        type: tone,
        title,
        closable: true,
        ...(smallPrint ? { description: smallPrint } : {}),
      }),
    )
    .catch((error: unknown) => console.error('A message could not be shown', title, error));
}
