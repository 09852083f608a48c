/** Reloads an ad-free page if an ad script already runs in this document, because that script could read the page. */
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isAdFree } from '#contracts/site/ads-rules.ts';
import { hasAdScript } from '#web/features/site/ads/ad-script.ts';

export function AdBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const mustReload = isAdFree(pathname, search) && hasAdScript();
  useEffect(() => {
    if (mustReload) window.location.reload();
  }, [mustReload]);
  return mustReload ? null : children;
}
