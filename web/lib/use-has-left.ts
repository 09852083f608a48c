/** Lets an answer that comes late find out whether its component, or its page, is still shown. */
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
 * Returns a function that says whether the person has gone to another page. It compares addresses, because the address
 * changes at once and the new page is rendered later.
 */
export function useHasLeftPage(): () => boolean {
  const hasLeft = useHasLeft();
  const { pathname, search } = useLocation();
  return () => hasLeft.current || window.location.pathname + window.location.search !== pathname + search;
}
