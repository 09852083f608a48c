/** Provides the calls about API tokens and webhooks. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiTokenBody } from '#contracts/integrations/api-tokens.ts';
import {
  deliveriesPageSize,
  type ChangeWebhookBody,
  type WebhookBody,
} from '#contracts/integrations/webhooks.ts';
import type { WebhookDeliveryView } from '#contracts/calls/integrations-answers.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';

/** How often deliveries are read again while the customer waits for one. */
const deliveriesPollMs = 3_000;

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) => call('GET /api/api-tokens', { signal }).then(({ apiTokens }) => apiTokens),
});

export const createToken = (body: ApiTokenBody) => call('POST /api/api-tokens', { body });
export const revokeToken = (id: string) => call('DELETE /api/api-tokens/:id', { params: { id } });

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('GET /api/webhooks', { signal }).then(({ webhooks }) => webhooks),
});

export const createWebhook = (body: WebhookBody) => call('POST /api/webhooks', { body });
export const changeWebhook = (id: string, body: ChangeWebhookBody) =>
  call('PUT /api/webhooks/:id', { params: { id }, body });
export const removeWebhook = (id: string) => call('DELETE /api/webhooks/:id', { params: { id } });
export const sendTest = (id: string) => call('POST /api/webhooks/:id/test', { params: { id } });
export const deliverAgain = (id: string, deliveryId: string) =>
  call('POST /api/webhooks/:id/deliveries/:deliveryId/redeliver', { params: { id, deliveryId } });

const isOpen = ({ state }: WebhookDeliveryView): boolean => state === 'pending' || state === 'sending';

export function deliveriesQuery(webhookId: string, page: number) {
  const query = { limit: deliveriesPageSize, offset: (page - 1) * deliveriesPageSize };
  return queryOptions({
    queryKey: [...webhooksQuery.queryKey, webhookId, 'deliveries', page],
    queryFn: async ({ signal }): Promise<ListPage<WebhookDeliveryView>> => {
      const asked = { params: { id: webhookId }, query, signal };
      const answer = await call('GET /api/webhooks/:id/deliveries', asked);
      return { records: answer.deliveries, totalCount: answer.totalCount };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isOpen) ? deliveriesPollMs : false),
  });
}
