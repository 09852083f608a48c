/** Lists the customer's webhooks with their state, and opens their deliveries or sends a test event. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, TriangleAlert, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { WebhookView } from '#contracts/calls/integrations-answers.ts';
import { formatDateTime, formatRelative } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState, requestIdText } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { sendTest, webhooksQuery } from './queries.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookWords } from './webhook-words.ts';

function State(props: { webhook: WebhookView }) {
  const { enabled, failingSince } = props.webhook;
  const words = useWords(webhookWords);
  if (!enabled) return <StatusTag tone="gray" icon={CircleSlash} label={words.off} />;
  if (failingSince) return <StatusTag tone="failure" icon={TriangleAlert} label={words.failing} />;
  return <StatusTag tone="brand" icon={CircleCheck} label={words.on} />;
}

function conditionText({ enabled, failingSince, lastDelivery }: WebhookView): string {
  const words = wordsNow(webhookWords);
  if (!enabled) return words.switchedOff;
  if (failingSince) return words.failingSince(formatDateTime(failingSince));
  if (!lastDelivery) return words.neverCalled;
  const { event, state, createdAt } = lastDelivery;
  return words.last(event, words.states[state], formatRelative(createdAt));
}

type RowProps = {
  webhook: WebhookView;
  testing: boolean;
  onTest: () => void;
  onShow: () => void;
  onChange: () => void;
};

function WebhookRow(props: RowProps) {
  const { webhook, testing, onTest, onShow, onChange } = props;
  const words = useWords(webhookWords);
  const { url, events, enabled } = webhook;
  const button = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;
  return (
    <ListRow gap="3" py="3" wrap="wrap">
      <Box flex="1 1 20rem" minW="0">
        <Flex gap="2" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {url}
          </Text>
          <State webhook={webhook} />
        </Flex>
        <Text textStyle="xs" color="fg.muted">
          {events.join(', ')}
        </Text>
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {conditionText(webhook)}
        </Text>
      </Box>
      <Flex gap="2" wrap="wrap">
        <Button {...button} aria-label={words.deliveriesOf(url)} onClick={onShow}>
          {words.deliveries}
        </Button>
        {enabled ? (
          <Button
            {...button}
            loading={testing}
            loadingText={words.test}
            aria-label={words.testNamed(url)}
            onClick={onTest}
          >
            {words.test}
          </Button>
        ) : null}
        <Button {...button} aria-label={words.changeNamed(url)} onClick={onChange}>
          {words.change}
        </Button>
      </Flex>
    </ListRow>
  );
}

type Opened = { kind: 'form'; webhook: WebhookView | null } | { kind: 'deliveries'; id: string };

export function WebhooksPanel() {
  const words = useWords(webhookWords);
  const client = useQueryClient();
  const webhooks = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const test = useMutation({
    mutationFn: (id: string) => sendTest(id),
    onSuccess: (_, id) => {
      notify('success', wordsNow(webhookWords).testSent);
      setOpened({ kind: 'deliveries', id });
    },
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const close = () => setOpened(null);
  const shown = opened?.kind === 'deliveries' ? webhooks.data?.find(({ id }) => id === opened.id) : undefined;
  return (
    <Panel
      title={words.webhooks}
      actions={
        <Button size="sm" variant="outline" onClick={() => setOpened({ kind: 'form', webhook: null })}>
          {words.add}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" pb="1">
        {words.text}
      </Text>
      <WholeList
        list={webhooks}
        loading={{ label: words.loading, lines: 2, height: '14' }}
        failed={words.failed}
        empty={
          <EmptyState icon={Webhook} title={words.none}>
            {words.noneText}
          </EmptyState>
        }
      >
        {(webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            testing={test.isPending && test.variables === webhook.id}
            onTest={() => test.mutate(webhook.id)}
            onShow={() => setOpened({ kind: 'deliveries', id: webhook.id })}
            onChange={() => setOpened({ kind: 'form', webhook })}
          />
        )}
      </WholeList>
      {opened?.kind === 'form' ? <WebhookDialog webhook={opened.webhook} onClose={close} /> : null}
      {shown ? <DeliveriesDialog webhook={shown} onClose={close} /> : null}
    </Panel>
  );
}
