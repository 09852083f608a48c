/**
 * Handles the payer's return from bKash: shows the result of the payment, until the page that opened the window shows it
 * and closes this one.
 */
import { Spinner, Flex, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { PaymentResult } from '#contracts/calls/payments-answers.ts';
import { isRefusal, isTemporary } from '#web/lib/client.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { AuthPageFrame } from '#web/features/accounts/auth/auth-page-frame.tsx';
import { reportResult } from './payment-window.ts';
import { paymentResultQuery } from './queries.ts';
import { returnWords } from './return-words.ts';
import { paymentWords } from './words.ts';

type DecidedStatus = Exclude<PaymentResult['status'], 'processing'>;
const tones: Record<DecidedStatus, NoticeTone> = {
  success: 'success',
  failed: 'error',
  cancelled: 'warning',
};

function Result(props: { result: PaymentResult }) {
  const { status, message, messageData } = props.result;
  const words = useWords(paymentWords);
  if (status === 'processing') {
    return (
      <Flex as="output" gap="3" align="flex-start">
        <Spinner size="sm" color="brand.solid" mt="1" flexShrink="0" aria-hidden />
        <Text>
          <Said text={message} data={messageData} />
        </Text>
      </Flex>
    );
  }
  return (
    <Notice tone={tones[status]} title={status === 'cancelled' ? words.cancelled : words.titles[status]}>
      <Said text={message} data={messageData} />
    </Notice>
  );
}

/** The address is not one that bKash was given, such as a half-copied one. */
function NoPayment() {
  const words = useWords(returnWords);
  return (
    <Notice tone="warning" title={words.noPayment}>
      {words.noPaymentText}
    </Notice>
  );
}

export function PaymentReturnPage() {
  const words = useWords(paymentWords);
  usePageTitle(words.pageTitle);
  const { transactions } = useWords(returnWords);
  const { token = '' } = useParams();
  const client = useQueryClient();
  const result = useQuery(paymentResultQuery(token));
  const status = result.data?.status;
  const isUnknown = !result.data && isRefusal(result.error) && !isTemporary(result.error);
  useEffect(() => {
    if (!status || status === 'processing') return;
    reportResult(status === 'success' ? 'success' : 'failed');
    // The other tabs read the balance again, and this one also its cart and lists.
    tellOtherTabs(null);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'payment-result' });
  }, [status, client]);
  return (
    <AuthPageFrame title={words.yourPayment}>
      {result.isPending ? <LoadingLines lines={2} label={words.titles.processing} /> : null}
      {result.data ? <Result result={result.data} /> : null}
      {isUnknown ? <NoPayment /> : <LoadFailure title={words.notShown} query={result} />}
      {isUnknown ? (
        <RouteButton to={paths.account({ tab: 'transactions' })} alignSelf="flex-start">
          {transactions}
        </RouteButton>
      ) : (
        <RouteButton to={paths.dashboard()} alignSelf="flex-start">
          {words.goToDashboard}
        </RouteButton>
      )}
    </AuthPageFrame>
  );
}
