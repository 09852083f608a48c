/** Loads the Google AdSense script, once per document and only if a placement needs it. */
import { adScript, isAdFree } from '#contracts/site/ads-rules.ts';

declare global {
  interface Window {
    adsbygoogle?: unknown[];
  }
}

/** Requests an ad for the most recent slot that has none yet. */
export function requestAd(clientId: string): void {
  const address = `${adScript}?client=${encodeURIComponent(clientId)}`;
  if (!hasAdScript()) {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.crossOrigin = 'anonymous';
    document.head.append(script);
  }
  window.adsbygoogle = window.adsbygoogle ?? [];
  window.adsbygoogle.push({});
}

/** Returns true if the ad script runs in this document. */
export const hasAdScript = (): boolean =>
  typeof document !== 'undefined' && document.head.querySelector(`script[src^="${adScript}"]`) !== null;

/** Returns true if the document was loaded for an ad-free page, whose content security policy blocks ads. */
export function isAdFreeDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname, search } = new URL(loaded.name);
  return isAdFree(pathname, search);
}
