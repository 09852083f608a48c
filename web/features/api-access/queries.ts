/** Calls about API tokens and webhooks. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiTokenBody, ApiTokenView, CreatedApiToken } from '#contracts/api-tokens.ts';
import {
  deliveriesPageSize,
  type ChangeWebhookBody,
  type CreatedWebhook,
  type WebhookBody,
  type WebhookDeliveryView,
  type WebhookView,
} from '#contracts/webhooks.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';

/** Deliveries are looked at while somebody waits for one. */
const deliveriesPollMs = 3_000;
const tokensPlace = '/api/api-tokens';
const webhooksPlace = '/api/webhooks';
const webhookPlace = (id: string): string => `${webhooksPlace}/${part(id)}`;

export const tokensQuery = queryOptions({
  queryKey: ['api-tokens'],
  queryFn: ({ signal }) =>
    api.get<{ apiTokens: ApiTokenView[] }>(tokensPlace, signal).then(({ apiTokens }) => apiTokens),
});

export const createToken = (body: ApiTokenBody) => api.post<CreatedApiToken>(tokensPlace, body);
export const revokeToken = (id: string) => api.delete(`${tokensPlace}/${part(id)}`);

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) =>
    api.get<{ webhooks: WebhookView[] }>(webhooksPlace, signal).then(({ webhooks }) => webhooks),
});

export const createWebhook = (body: WebhookBody) => api.post<CreatedWebhook>(webhooksPlace, body);
export const changeWebhook = (id: string, body: ChangeWebhookBody) => api.put(webhookPlace(id), body);
export const removeWebhook = (id: string) => api.delete(webhookPlace(id));
export const sendTest = (id: string) => api.post(`${webhookPlace(id)}/test`);
export const deliverAgain = (id: string, deliveryId: string) =>
  api.post(`${webhookPlace(id)}/deliveries/${part(deliveryId)}/redeliver`);

const isOpen = ({ state }: WebhookDeliveryView): boolean => state === 'pending' || state === 'sending';

export function deliveriesQuery(webhookId: string, page: number) {
  const query = new URLSearchParams({
    limit: String(deliveriesPageSize),
    offset: String((page - 1) * deliveriesPageSize),
  });
  return queryOptions({
    queryKey: [...webhooksQuery.queryKey, webhookId, 'deliveries', page],
    queryFn: async ({ signal }): Promise<ListPage<WebhookDeliveryView>> => {
      const path = `${webhookPlace(webhookId)}/deliveries?${query.toString()}`;
      const answer = await api.get<{ deliveries: WebhookDeliveryView[]; totalCount: number }>(path, signal);
      return { records: answer.deliveries, totalCount: answer.totalCount };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isOpen) ? deliveriesPollMs : false),
  });
}
