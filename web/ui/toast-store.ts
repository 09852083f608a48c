/** Holds the toasts; apart from the code that asks for them, so that no page waits for it. */
import { createToaster } from '@chakra-ui/react';
import { timings } from '#contracts/limits.ts';

export const toaster = createToaster({
  placement: 'top-end',
  offsets: { top: '72px', right: '16px', bottom: '16px', left: '16px' },
  duration: timings.toastMs,
  pauseOnPageIdle: true,
  max: 4,
});
