/** Tells a callback that outlives its component, such as that of a change under way, whether the person has gone on. */
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether the component is gone. */
export function useHasLeft(): Readonly<RefObject<boolean>> {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return hasLeft;
}

/**
 * Returns whether the person has gone to another page. Its address counts, because it changes at once and the page is
 * rendered later.
 */
export function useHasLeftPage(): () => boolean {
  const hasLeft = useHasLeft();
  const { pathname, search } = useLocation();
  return () => hasLeft.current || window.location.pathname + window.location.search !== pathname + search;
}
