/** Keeps the page open when a file is dropped beside its target, where the browser would open the file instead. */
import { useEffect } from 'react';

const types = ['dragover', 'drop'] as const;

/** Refuses dropped files everywhere except in elements that accept them. */
export function useStrayDropsRefused(): void {
  useEffect(() => {
    for (const type of types) window.addEventListener(type, refuse);
    return () => {
      for (const type of types) window.removeEventListener(type, refuse);
    };
  }, []);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, target, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  if (target instanceof HTMLInputElement && target.type === 'file') return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
