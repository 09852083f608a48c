/** Knows which errors say that code of the client could not be loaded, and loads the page again. */
declare global {
  interface Window {
    /** From public/missing-files.js: loads the page again, once for each version of it; returns whether it does. */
    loadAgain?: () => boolean;
  }
}

const missing = new WeakSet<Error>();

export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Reloads the page if the error means that code could not be loaded. Returns whether it does. */
export function reloadIfCodeIsMissing(error: unknown): boolean {
  return error instanceof Error && missing.has(error) && window.loadAgain?.() === true;
}
