/** Notices of bKash that no paid purchase accounts for: QR payments, or money that somebody must look for. */
import { Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText } from '../../lib/money.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { stateLabel } from './payment-state-tag.tsx';
import { unmatchedQuery } from './queries.ts';

export function UnmatchedPanel() {
  const notices = useQuery(unmatchedQuery);
  return (
    <Panel title="bKash notices without a purchase">
      {notices.isPending ? <LoadingLines lines={2} height="8" label="Loading notices" /> : null}
      {notices.isError ? (
        <ErrorState
          title="The notices could not be loaded."
          error={notices.error}
          onRetry={() => void notices.refetch()}
        />
      ) : null}
      {notices.data?.length === 0 ? (
        <EmptyState icon={MailQuestion} title="Every notice has its purchase" />
      ) : null}
      <Stack as="ul" listStyleType="none" gap="0" textStyle="sm">
        {notices.data?.map((notice) => (
          <Stack
            as="li"
            key={notice.messageId}
            gap="0"
            py="2"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <Text fontVariantNumeric="tabular-nums">
              <b>{bdtText(notice.amount)}</b> trxID {notice.trxId}, {formatDateTime(notice.receivedAt)}
            </Text>
            <Text color="fg.muted" overflowWrap="anywhere">
              {notice.invoice ? `Invoice ${notice.invoice}` : 'No invoice number'}
              {notice.state ? `; that payment is: ${stateLabel(notice.state)}` : '; no payment of ours'}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Panel>
  );
}
