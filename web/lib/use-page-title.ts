/** Sets the title of the browser tab. */
import { useEffect } from 'react';
import { formatNumber } from './numbers.ts';

let shownTitle = '';
let unseen = 0;

function show(): void {
  document.title = `${unseen > 0 ? `(${formatNumber(unseen)}) ` : ''}${shownTitle}`;
}

/** Shows a whole title, beside the number of news that nobody has seen yet. */
export function showTitle(title: string): void {
  shownTitle = title;
  show();
}

export function usePageTitle(title: string): void {
  useEffect(() => showTitle(`${title} · Chalan`), [title]);
}

/** Counts news in the title of a tab that is in the background, until somebody looks at the tab. */
export function countInTitle(): void {
  if (!document.hidden) return;
  if (unseen === 0) document.addEventListener('visibilitychange', seen, { once: true });
  unseen += 1;
  show();
}

function seen(): void {
  unseen = 0;
  show();
}
