/** Renders the page of payments: all bKash payments, and the notifications that match none of them. */
import { Stack } from '@chakra-ui/react';
import { PaymentsPanel } from './payments-panel.tsx';
import { UnmatchedPanel } from './unmatched-panel.tsx';

export function PaymentsPage() {
  return (
    <Stack gap="5">
      <PaymentsPanel />
      <UnmatchedPanel />
    </Stack>
  );
}
