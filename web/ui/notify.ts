/** Shows a short message that vanishes after five seconds (spec sections 8 and 9). */

export type ToastTone = 'success' | 'error' | 'info' | 'warning';

export function notify(tone: ToastTone, title: string, smallPrint?: string): void {
  import('./toast-store.ts')
    .then(({ toaster }) =>
      toaster.create({
        type: tone,
        title,
        closable: true,
        ...(smallPrint ? { description: smallPrint } : {}),
      }),
    )
    .catch((error: unknown) => console.error('A message could not be shown', title, error));
}
