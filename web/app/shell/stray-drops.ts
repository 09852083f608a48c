/** Keeps the page when a file is dropped beside the place for it, where the browser would leave the page to open it. */
import { useEffect } from 'react';

const types = ['dragover', 'drop'] as const;

/** Refuses files everywhere but in places that take them themselves. */
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
