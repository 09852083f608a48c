/** Holds the toasts. It is separate from the code that requests them, so that no page waits for this library. */
import { createToaster } from '@chakra-ui/react';
import { timings } from '#contracts/client-timings.ts';

export const toaster = createToaster({
  placement: 'top-end',
  offsets: { top: '72px', right: '16px', bottom: '16px', left: '16px' },
  duration: timings.toastMs,
  pauseOnPageIdle: true,
  max: 4,
});
