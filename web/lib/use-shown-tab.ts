/** Scrolls the open one of a row of tabs into view, because on a phone the row is wider than the screen. */
import { useEffect, useRef, type RefObject } from 'react';

/** `tab` is the value in `data-value` of the open tab. */
export function useShownTab(tab: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const open = row?.querySelector<HTMLElement>(`[data-value="${tab}"]`);
    if (row && open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [tab]);
  return list;
}
