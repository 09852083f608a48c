/** A page that is free of ads is loaded anew when the script of an ad runs in this document: it would see the page. */
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { isAdFree } from '#contracts/site/ads-rules.ts';
import { hasAdScript } from '#web/features/site/ads/ad-script.ts';

export function AdBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const mustReload = isAdFree(pathname) && hasAdScript();
  useEffect(() => {
    if (mustReload) window.location.reload();
  }, [mustReload]);
  return mustReload ? null : children;
}
