/** Moves the focus between the lines of a list by the keys J and K or the arrows, while the focus is in the list. */
import type { KeyboardEvent } from 'react';

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Returns the step of a key. Keys count only while no modifier key is held (WCAG 2.1.4). */
const stepOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number | undefined =>
  ctrlKey || metaKey || altKey || shiftKey ? undefined : steps[key];

/** Whether the element uses letters and arrows itself. */
const isField = (element: HTMLElement): boolean =>
  element.matches('input:not([type=checkbox]), textarea, select');

const isBefore = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** A line of the list starts with the link or button that opens it, which has the attribute `data-opens`. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = stepOf(event);
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement) || isField(target)) return;
  // React also reports the keys of a dialog that the list has opened, although the dialog stands elsewhere in the page.
  if (!currentTarget.contains(target)) return;
  const openers = [...currentTarget.querySelectorAll<HTMLElement>('[data-opens]')];
  const at = openers.findLastIndex((opener) => opener === target || isBefore(opener, target));
  const next = openers[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
