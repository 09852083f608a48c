/**
 * Lists bKash notifications that match no paid purchase: QR payments, or money that an administrator must investigate.
 */
import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText } from '#web/lib/money.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { unmatchedQuery } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { paymentWords } from './words.ts';

export function UnmatchedPanel() {
  const words = useWords(paymentWords);
  return (
    <Panel title={words.notices}>
      <WholeList
        list={useQuery(unmatchedQuery)}
        loading={{ label: words.loadingNotices, lines: 2, height: '8' }}
        failed={words.noticesFailed}
        empty={<EmptyState icon={MailQuestion} title={words.noNotices} />}
      >
        {(notice) => (
          <ListRow key={notice.messageId} direction="column" align="stretch" gap="0" textStyle="sm" py="2">
            <Text fontVariantNumeric="tabular-nums">
              <b>{bdtText(notice.amount)}</b>
              {words.noticeNumber(notice.trxId, formatDateTime(notice.receivedAt))}
            </Text>
            <Text color="fg.muted" overflowWrap="anywhere">
              {notice.invoice ? words.invoice(notice.invoice) : words.noInvoice}
              {notice.state ? words.thatPayment(words.states[notice.state]) : words.noPayment}
            </Text>
          </ListRow>
        )}
      </WholeList>
    </Panel>
  );
}
