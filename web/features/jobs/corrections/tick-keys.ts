/** Moves between the ticks of the failed rows by the keys of all lists, and sets the tick of a row by X. */
import type { KeyboardEvent } from 'react';
import { moveInList } from '#web/features/jobs/list-keys.ts';

/** Keys count only while no modifier key is held (WCAG 2.1.4); in a cell, X is a letter. */
export function moveAndTick(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'x' || ctrlKey || metaKey || altKey || shiftKey) return moveInList(event);
  if (!(target instanceof HTMLElement) || target.matches('input:not([type=checkbox]), textarea, select'))
    return;
  const tick = target.closest('[data-index]')?.querySelector<HTMLElement>('[data-opens]');
  if (!tick) return;
  event.preventDefault();
  tick.click();
}
