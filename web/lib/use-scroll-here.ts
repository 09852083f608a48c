/** Brings the element of the answered ref to the top of the window, once it is wanted: where a link leads into a page. */
import { useEffect, useRef } from 'react';

export function useScrollHere(isWanted: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return place;
}
