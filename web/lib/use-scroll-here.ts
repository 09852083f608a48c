/** Scrolls the element of the returned ref to the top of the window when a link leads to this part of the page. */
import { useEffect, useRef } from 'react';

export function useScrollHere(isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return place;
}
