/** Renders the toasts. */
import { Box, Portal, Stack, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ToastTone } from './notify.ts';
import { toaster } from './toast-store.ts';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert };
const colors = { success: 'fg.success', error: 'fg.error', info: 'fg.info', warning: 'fg.warning' };

function toneOf(type: string | undefined): ToastTone {
  return type && type in icons ? (type as ToastTone) : 'info';
}

export function Toaster() {
  const words = useWords(uiWords);
  return (
    <Portal>
      <ChakraToaster toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(toast) => {
          const tone = toneOf(toast.type);
          const Icon = icons[tone];
          return (
            <Toast.Root width={{ md: 'sm' }}>
              <Box color={colors[tone]} flexShrink="0">
                <Icon aria-hidden size={20} />
              </Box>
              <Stack gap="0.5" flex="1" minW="0">
                <Toast.Title>{toast.title}</Toast.Title>
                {toast.description ? <Toast.Description>{toast.description}</Toast.Description> : null}
              </Stack>
              {toast.action ? <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger> : null}
              <Toast.CloseTrigger aria-label={words.dismiss} />
            </Toast.Root>
          );
        }}
      </ChakraToaster>
    </Portal>
  );
}
