/** Fetches the script of Google AdSense, once for the life of the page, and only when a placement asks for it. */
import { adScript } from '#contracts/ads-rules.ts';

declare global {
  interface Window {
    adsbygoogle?: unknown[];
  }
}

/** Asks for an ad in the newest place that has none yet. */
export function requestAd(clientId: string): void {
  const address = `${adScript}?client=${encodeURIComponent(clientId)}`;
  if (!document.head.querySelector(`script[src^="${adScript}"]`)) {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.crossOrigin = 'anonymous';
    document.head.append(script);
  }
  window.adsbygoogle = window.adsbygoogle ?? [];
  window.adsbygoogle.push({});
}
