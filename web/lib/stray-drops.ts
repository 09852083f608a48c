/** Keeps the page when a file is dropped beside the place for it, where the browser would leave the page to open it. */

/** Refuses files everywhere but in places that take them themselves. */
export function refuseStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, target, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  if (target instanceof HTMLInputElement && target.type === 'file') return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
