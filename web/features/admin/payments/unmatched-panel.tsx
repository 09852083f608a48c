/**
 * Lists bKash notifications that match no paid purchase: QR payments, or money that an administrator must investigate
 * and then mark as handled.
 */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useState } from 'react';
import type { UnmatchedNoticesAnswer } from '#contracts/calls/payments-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { handleNotice, paymentsKey, unmatchedQuery } from './queries.ts';
import { adminPaymentWords } from './words.ts';

type UnmatchedNotice = UnmatchedNoticesAnswer['notices'][number];

function NoticeRow({ notice, onHandle }: { notice: UnmatchedNotice; onHandle: () => void }) {
  const words = useWords(adminPaymentWords);
  return (
    <ListRow gap="3" justify="space-between" wrap="wrap" textStyle="sm" py="2">
      <Stack gap="0" minW="0" flex="1 1 16rem">
        <Text fontVariantNumeric="tabular-nums">
          <b>{bdtText(notice.amount)}</b>
          {words.noticeNumber(notice.trxId, formatDateTime(notice.receivedAt))}
        </Text>
        <Text color="fg.muted" overflowWrap="anywhere">
          {notice.invoice ? words.invoice(notice.invoice) : words.noInvoice}
          {notice.state ? words.thatPayment(words.states[notice.state]) : words.noPayment}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-label={words.handleNamed(notice.trxId)}
        onClick={onHandle}
      >
        {words.handle}
      </Button>
    </ListRow>
  );
}

/** Says how many notifications are open, and when the list has no room for all of them. */
function Total({ notices, totalCount }: UnmatchedNoticesAnswer) {
  const words = useWords(adminPaymentWords);
  if (totalCount === 0) return null;
  const cut = totalCount > notices.length ? [words.noticesCut(notices.length)] : [];
  return (
    <Text textStyle="sm" color="fg.muted" pb="2">
      {[words.noticesHint(totalCount), ...cut].join(' ')}
    </Text>
  );
}

export function UnmatchedPanel() {
  const words = useWords(adminPaymentWords);
  const client = useQueryClient();
  const answer = useQuery(unmatchedQuery);
  const list = useQuery({ ...unmatchedQuery, select: ({ notices }) => notices });
  const [asked, setAsked] = useState<UnmatchedNotice | null>(null);
  return (
    <Panel title={words.notices}>
      {answer.data ? <Total {...answer.data} /> : null}
      <WholeList
        list={list}
        loading={{ label: words.loadingNotices, lines: 2, height: '8' }}
        failed={words.noticesFailed}
        empty={<EmptyState icon={MailQuestion} title={words.noNotices} />}
      >
        {(notice) => <NoticeRow key={notice.messageId} notice={notice} onHandle={() => setAsked(notice)} />}
      </WholeList>
      {asked ? (
        <ActionDialog
          action={{
            title: words.handleTitle(asked.trxId),
            effect: words.handleEffect,
            confirmLabel: words.handle,
            needsReason: true,
            act: (reason) => handleNotice(asked.messageId, reason),
            success: words.handled,
          }}
          onDone={() => void client.invalidateQueries({ queryKey: paymentsKey })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Panel>
  );
}
