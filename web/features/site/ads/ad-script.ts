/** Fetches the script of Google AdSense, once for the life of the page, and only when a placement asks for it. */
import { adScript, isAdFree } from '#contracts/site/ads-rules.ts';

declare global {
  interface Window {
    adsbygoogle?: unknown[];
  }
}

/** Asks for an ad in the newest place that has none yet. */
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

/** Whether the script of others runs in this document. */
export const hasAdScript = (): boolean => document.head.querySelector(`script[src^="${adScript}"]`) !== null;

/** The document was loaded for a page that is free of ads, whose policy lets none in. */
export function isAdFreeDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && isAdFree(new URL(loaded.name).pathname);
}
