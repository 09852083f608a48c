/** Provides the administrators' calls about contact messages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MessageStatus } from '#contracts/site/contact-rules.ts';
import type { ContactMessage } from '#contracts/calls/site-answers.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';

export const messagesPageSize = 50;
export const messagesKey = ['admin', 'messages'];

export function messagesQuery(input: { status: MessageStatus | 'all'; search: string; page: number }) {
  const { status, search, page } = input;
  const query = { limit: messagesPageSize, offset: (page - 1) * messagesPageSize, status, search };
  return queryOptions({
    queryKey: [...messagesKey, status, search, page],
    queryFn: ({ signal }): Promise<ListPage<ContactMessage>> =>
      call('GET /api/contact-messages', { query, signal }).then(({ messages, total }) => ({
        records: messages,
        totalCount: total,
      })),
    placeholderData: keepPreviousData,
  });
}

export const changeMessageStatus = (id: string, status: MessageStatus) =>
  call('PATCH /api/contact-messages/:id/status', { params: { id }, body: { status } });

export const removeMessage = (id: string, reason: string) =>
  call('DELETE /api/contact-messages/:id', { params: { id }, body: { reason } });
