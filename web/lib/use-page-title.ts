/** Sets the title of the browser tab. */
import { useEffect } from 'react';
import { formatNumber } from './numbers.ts';

let ownTitle = '';
let unseen = 0;

function show(): void {
  document.title = `${unseen > 0 ? `(${formatNumber(unseen)}) ` : ''}${ownTitle} · Chalan`;
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    ownTitle = title;
    show();
  }, [title]);
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
