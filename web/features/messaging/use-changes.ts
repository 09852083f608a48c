/** Marks and deletes notifications, first in the lists and then on the server (spec section 4, "Notifications"). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { markAllRead, markRead, notificationListsKey, notificationsKey } from './queries.ts';
import { notificationWords } from './words.ts';

type Change = { run: () => Promise<unknown>; local: (list: Notification[]) => Notification[] };

function changeFailed(error: unknown): void {
  console.error('Notification change failed', error);
  notify('error', wordsNow(notificationWords).changeFailed);
}

/** A change that could not be saved is undone and reported. */
export function useNotificationChanges(userId: string) {
  const client = useQueryClient();
  const queryKey = notificationListsKey(userId);
  const { mutate } = useMutation({
    mutationFn: (change: Change) => change.run(),
    onMutate: ({ local }) => {
      const before = client.getQueriesData<ListPage<Notification>>({ queryKey });
      client.setQueriesData<ListPage<Notification>>({ queryKey }, (list) =>
        list ? { ...list, records: local(list.records) } : list,
      );
      return { before };
    },
    onError: (error, _, context) => {
      for (const [key, list] of context?.before ?? []) client.setQueryData(key, list);
      changeFailed(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
  return {
    read: (id: string) =>
      mutate({
        run: () => markRead(id, userId),
        local: (items) => items.map((item) => (item.id === id ? { ...item, is_read: true } : item)),
      }),
    readAll: () =>
      mutate({
        run: () => markAllRead(userId),
        local: (items) => items.map((item) => ({ ...item, is_read: true })),
      }),
    remove: (item: Notification, title: string) => {
      import('./remove-notification.ts')
        .then(({ removeNotification }) => removeNotification({ client, userId, item, title }))
        .catch(changeFailed);
    },
  };
}
