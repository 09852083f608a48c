/** Calls of administrators about what visitors wrote on the Contact page. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MessageStatus } from '#contracts/contact-rules.ts';
import type { ContactMessage, ContactMessagesAnswer } from '#contracts/contact.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';

export const messagesPageSize = 50;
export const messagesKey = ['admin', 'messages'];

export function messagesQuery(input: { status: MessageStatus | 'all'; search: string; page: number }) {
  const { status, search, page } = input;
  const query = new URLSearchParams({
    limit: String(messagesPageSize),
    offset: String((page - 1) * messagesPageSize),
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  });
  return queryOptions({
    queryKey: [...messagesKey, status, search, page],
    queryFn: ({ signal }): Promise<ListPage<ContactMessage>> =>
      api
        .get<ContactMessagesAnswer>(`/api/contact-messages?${query.toString()}`, signal)
        .then(({ messages, total }) => ({ records: messages, totalCount: total })),
    placeholderData: keepPreviousData,
  });
}

export const changeMessageStatus = (id: string, status: MessageStatus) =>
  api.patch(`/api/contact-messages/${part(id)}/status`, { status });
