/** Where bKash sends the payer back to: tells the page that opened the window, or shows how the payment went. */
import { Spinner, Flex, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { PaymentResult } from '#contracts/payments.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { RouteButton } from '../../ui/route-link.tsx';
import { ErrorState, LoadingLines } from '../../ui/states.tsx';
import { AuthPageFrame } from '../auth/auth-page-frame.tsx';
import { reportAndClose } from './payment-window.ts';
import { paymentResultQuery } from './queries.ts';

type DecidedStatus = Exclude<PaymentResult['status'], 'processing'>;
const decided: Record<DecidedStatus, { tone: NoticeTone; title: string }> = {
  success: { tone: 'success', title: 'Payment received' },
  failed: { tone: 'error', title: 'Payment not completed' },
  cancelled: { tone: 'warning', title: 'Payment cancelled' },
};

function Result(props: { result: PaymentResult }) {
  const { status, message } = props.result;
  if (status === 'processing') {
    return (
      <Flex as="output" gap="3" align="flex-start">
        <Spinner size="sm" color="brand.solid" mt="1" flexShrink="0" aria-hidden />
        <Text>{message || 'We check with bKash; you can leave this page.'}</Text>
      </Flex>
    );
  }
  const { tone, title } = decided[status];
  return (
    <Notice tone={tone} title={title}>
      {message}
    </Notice>
  );
}

export function PaymentReturnPage() {
  usePageTitle('Payment');
  const { token = '' } = useParams();
  const client = useQueryClient();
  const result = useQuery(paymentResultQuery(token));
  const status = result.data?.status;
  useEffect(() => {
    if (!status || status === 'processing') return;
    if (reportAndClose(status === 'success' ? 'success' : 'failed')) return;
    // Nobody opened this window: balance, cart and lists of this tab are the ones to bring up to date.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'payment-result' });
  }, [status, client]);
  return (
    <AuthPageFrame title="Your payment">
      {result.isPending ? <LoadingLines lines={2} label="Checking your payment" /> : null}
      {result.data ? <Result result={result.data} /> : null}
      {result.isError && !result.data ? (
        <ErrorState
          title="This payment could not be shown."
          error={result.error}
          onRetry={() => void result.refetch()}
        />
      ) : null}
      <RouteButton to={paths.dashboard()} alignSelf="flex-start">
        Go to Dashboard
      </RouteButton>
    </AuthPageFrame>
  );
}
