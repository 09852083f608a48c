/** Reports whether the window is wide enough for a table; narrower windows show the same records as a list. */
import { useSyncExternalStore } from 'react';

/** The breakpoints of app/system.ts. */
const fromRem = { md: 48, lg: 64 } as const;
export type WideFrom = keyof typeof fromRem;

/** The server's assumption about the browser's window, which it cannot measure. */
let isRenderedWide = true;

/** Renders for a width on the server. `work` must be synchronous. */
export function renderForWidth<Result>(isWide: boolean, work: () => Result): Result {
  const before = isRenderedWide;
  isRenderedWide = isWide;
  try {
    return work();
  } finally {
    isRenderedWide = before;
  }
}

/** Returns whether the server rendered this document for a wide window; the client's first render must repeat that. */
const widthOfDocument = (): boolean =>
  typeof document === 'undefined'
    ? isRenderedWide
    : document.getElementById('root')?.dataset['width'] !== 'narrow';

const storeOf = (from: WideFrom) => {
  let query: MediaQueryList | undefined;
  const media = (): MediaQueryList => (query ??= matchMedia(`(min-width: ${fromRem[from]}rem)`));
  return {
    subscribe: (listener: () => void) => {
      media().addEventListener('change', listener);
      return () => media().removeEventListener('change', listener);
    },
    isWide: () => media().matches,
  };
};
const stores = { md: storeOf('md'), lg: storeOf('lg') } satisfies Record<WideFrom, unknown>;

export function useIsWide(from: WideFrom = 'md'): boolean {
  const { subscribe, isWide } = stores[from];
  return useSyncExternalStore(subscribe, isWide, widthOfDocument);
}
