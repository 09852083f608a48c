/** Lists what was sent to a webhook and its responses, and lets the customer send a delivery again. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, RefreshCw, Send, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { deliveriesPageSize, type DeliveryState } from '#contracts/integrations/webhooks.ts';
import type { WebhookDeliveryView, WebhookView } from '#contracts/calls/integrations-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { notify } from '#web/ui/notify.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState, requestIdText } from '#web/ui/states.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { deliverAgain, deliveriesQuery, webhooksQuery } from './queries.ts';
import { webhookWords } from './webhook-words.ts';

const looks: Record<DeliveryState, { tone: StatusTone; icon: LucideIcon }> = {
  pending: { tone: 'gray', icon: Clock },
  sending: { tone: 'attention', icon: RefreshCw },
  delivered: { tone: 'brand', icon: CircleCheck },
  failed: { tone: 'failure', icon: CircleX },
};

function DeliveryTag(props: { state: DeliveryState }) {
  const words = useWords(webhookWords);
  return <StatusTag {...looks[props.state]} label={words.states[props.state]} />;
}

function DeliveryRow(props: {
  delivery: WebhookDeliveryView;
  onAgain: (() => void) | null;
  pending: boolean;
}) {
  const { delivery, onAgain, pending } = props;
  const words = useWords(webhookWords);
  const { event, eventId, state, attempts, httpStatus, failure } = delivery;
  const when = formatDateTime(delivery.createdAt);
  const answer = httpStatus === null ? words.noAnswer : words.answered(httpStatus);
  return (
    <ListRow gap="3" py="2.5">
      <Box flex="1" minW="0">
        <Flex gap="2" rowGap="1" align="center" wrap="wrap">
          <DeliveryTag state={state} />
          <Text fontWeight="medium" textStyle="sm">
            {event}
          </Text>
        </Flex>
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          {[when, ...(attempts > 0 ? [words.tries(attempts), answer] : []), eventId].join(' · ')}
        </Text>
        {failure ? (
          <Text textStyle="xs" color="fg.error" overflowWrap="anywhere">
            {failure}
          </Text>
        ) : null}
      </Box>
      {onAgain ? (
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          flexShrink="0"
          loading={pending}
          loadingText={words.again}
          aria-label={words.againNamed(event, when)}
          onClick={onAgain}
        >
          {words.again}
        </Button>
      ) : null}
    </ListRow>
  );
}

export function DeliveriesDialog(props: { webhook: WebhookView; onClose: () => void }) {
  const { webhook, onClose } = props;
  const words = useWords(webhookWords);
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const deliveries = useQuery(deliveriesQuery(webhook.id, page));
  const again = useMutation({
    mutationFn: (deliveryId: string) => deliverAgain(webhook.id, deliveryId),
    onSuccess: () => notify('success', wordsNow(webhookWords).againStarted),
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const mayRepeat = ({ state }: WebhookDeliveryView) =>
    webhook.enabled && (state === 'delivered' || state === 'failed');
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title={words.deliveries}
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere" pb="2">
        {webhook.url}
      </Text>
      <PagedList
        list={deliveries}
        label={words.deliveriesLoading}
        countText={words.deliveryCount}
        page={page}
        pageSize={deliveriesPageSize}
        onPage={setPage}
        failure={{ title: words.deliveriesFailed, retryLabel: words.tryAgain }}
        empty={
          <EmptyState icon={Send} title={words.noDeliveries}>
            {words.noDeliveriesText}
          </EmptyState>
        }
      >
        {(records) => (
          <Box as="ul" listStyleType="none">
            {records.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                pending={again.isPending && again.variables === delivery.id}
                onAgain={mayRepeat(delivery) ? () => again.mutate(delivery.id) : null}
              />
            ))}
          </Box>
        )}
      </PagedList>
    </Modal>
  );
}
