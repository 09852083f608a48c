/** Keeps the keyboard working in lists of which only the visible rows are in the document. */
import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Moves the focus to the frame when the focused row leaves the document. The rows name their place in the list by
 * `data-index`.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, items: readonly VirtualItem[]) {
  const focused = useRef<number | null>(null);
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    const at = focused.current;
    if (at === null || (at >= first && at <= last)) return;
    focused.current = null;
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [frame, first, last]);
  return ({ target }: FocusEvent<HTMLElement>) => {
    const index = target.closest('[data-index]')?.getAttribute('data-index') ?? null;
    focused.current = index === null ? null : Number(index);
  };
}
