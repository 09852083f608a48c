/** Repeats what a visitor clicked, typed and dropped in the server's HTML before the scripts were ready. */
import { useEffect } from 'react';
import { endTakeOver, useNoteTakenOver, useTakenOver } from '#web/lib/use-taken-over.ts';

/** What `public/early-input.js` recorded: an event, its element, the value that a field then had, and dropped files. */
type EarlyInput = {
  type: 'click' | 'input' | 'change' | 'submit' | 'drop';
  target: HTMLElement;
  value?: string;
  files?: File[];
};

declare global {
  interface Window {
    endEarlyInput?: () => EarlyInput[];
  }
}

/**
 * Must be rendered after the page, so that its effect runs when the page reacts. In its first render the page has forms
 * for browsers without scripts, which the browser itself validates; an early click would only trigger that validation,
 * so it is repeated one render later.
 */
export function EarlyInputRepeated() {
  const isTakenOver = useTakenOver();
  const note = useNoteTakenOver();
  useEffect(note, [note]);
  useEffect(() => {
    if (!isTakenOver) return;
    endTakeOver();
    void repeatAll(window.endEarlyInput?.() ?? []);
  }, [isTakenOver]);
  return null;
}

async function repeatAll(inputs: readonly EarlyInput[]): Promise<void> {
  for (const input of inputs) {
    // The account's preferences apply before a new choice, and what was typed is rendered before the click that sends it.
    await new Promise((resolve) => setTimeout(resolve));
    repeat(input);
  }
}

function repeat({ type, target, value, files = [] }: EarlyInput): void {
  if (!target.isConnected) return;
  if (type === 'click') target.click();
  else if (type === 'drop') drop(target, files);
  else if (type === 'submit') {
    if (target instanceof HTMLFormElement) target.requestSubmit();
  } else {
    fill(target, value ?? '');
    target.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

function drop(target: HTMLElement, files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

/** Sets a field's value. React ignores a value that equals the one it has last seen in the field. */
function fill(target: HTMLElement, value: string): void {
  if (target instanceof HTMLSelectElement) target.value = value;
  const prototype = [HTMLInputElement, HTMLTextAreaElement].find((type) => target instanceof type)?.prototype;
  if (!prototype || keepsItsState(target)) return;
  (target as HTMLInputElement).value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(target, value);
}

/** Check boxes, radio buttons and file fields keep their state by themselves, and their values do not contain it. */
const keepsItsState = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type);
