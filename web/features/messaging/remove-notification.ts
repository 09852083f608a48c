/**
 * Deletes a notification: at once in the lists, and on the server when the message with "Undo" has vanished. Its code is
 * loaded with the first deletion.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { ListPage } from '#web/lib/all-pages.ts';
import { beforeLeaving } from '#web/lib/before-leaving.ts';
import { callThrough } from '#web/lib/client.ts';
import { wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { toaster } from '#web/ui/toast-store.ts';
import {
  deleteNotification,
  notificationListsKey,
  notificationsKey,
  removedUnread,
  unreadCountQuery,
} from './queries.ts';
import { removalWords } from './removal-words.ts';

/** The message stays while the pointer rests on it; after this time, the notification is deleted all the same. */
const undoMsMax = 30_000;

type List = ListPage<Notification>;
type Removal = { client: QueryClient; userId: string; item: Notification; title: string };

/** Notifications whose message can still be seen; each is deleted by its function. */
const open = new Map<string, () => Promise<void>>();

function changeLists({ client, userId }: Removal, change: (list: List) => List): void {
  client.setQueriesData<List>({ queryKey: notificationListsKey(userId) }, (list) => list && change(list));
}

function countUnread({ client, userId, item }: Removal, step: 1 | -1): void {
  if (item.is_read) return;
  client.setQueryData<number>(unreadCountQuery(userId).queryKey, (count = 0) => Math.max(0, count + step));
}

/** Takes the notification out of the lists, and returns a function that puts it back to its place. */
function hide(removal: Removal): () => void {
  const { client, userId, item } = removal;
  const shown = client
    .getQueriesData<List>({ queryKey: notificationListsKey(userId) })
    .filter(([, list]) => list?.records.some(({ id }) => id === item.id));
  removedUnread.set(item.id, item.is_read ? 0 : 1);
  changeLists(removal, (list) => ({ ...list, records: list.records.filter(({ id }) => id !== item.id) }));
  countUnread(removal, -1);
  return () => {
    removedUnread.delete(item.id);
    for (const [key] of shown)
      client.setQueryData<List>(key, (list) => list && { ...list, records: withItem(list.records, item) });
    countUnread(removal, 1);
  };
}

const withItem = (records: Notification[], item: Notification): Notification[] =>
  records.some(({ id }) => id === item.id)
    ? records
    : [...records, item].toSorted((one, other) => other.created_at.localeCompare(one.created_at));

export function removeNotification(removal: Removal): void {
  const { client, userId, item, title } = removal;
  if (open.has(item.id)) return;
  const show = hide(removal);
  const words = wordsNow(removalWords);
  const toastId = crypto.randomUUID();
  const readAgain = () => client.invalidateQueries({ queryKey: notificationsKey });
  const close = () => {
    clearTimeout(timer);
    open.delete(item.id);
  };
  const undo = () => {
    if (!open.has(item.id)) return;
    close();
    show();
    void readAgain();
  };
  const remove = async () => {
    if (!open.has(item.id)) return;
    close();
    toaster.dismiss(toastId);
    try {
      await deleteOnServer(item.id, userId);
      removedUnread.delete(item.id);
    } catch (error) {
      console.error('A notification was not deleted', error);
      show();
      notify('error', words.failed);
    }
    void readAgain();
  };
  const timer = setTimeout(() => void remove(), undoMsMax);
  open.set(item.id, remove);
  toaster.create({
    id: toastId,
    type: 'info',
    title: words.deleted(title),
    closable: true,
    action: { label: words.undo, onClick: undo },
    onStatusChange: ({ status }) => {
      if (status === 'dismissing' || status === 'unmounted') void remove();
      // Of many messages some are shown late, when nothing can be undone any more.
      else if (!open.has(item.id)) toaster.dismiss(toastId);
    },
  });
}

/** The request outlives the page, which may be about to close. */
const deleteOnServer = (id: string, userId: string) =>
  callThrough(
    (path, init) => fetch(path, { ...init, keepalive: true }),
    () => deleteNotification(id, userId),
  );

/** Whoever leaves the page, or signs out, does not undo any more. */
const removeAll = (): Promise<unknown> => Promise.all([...open.values()].map((remove) => remove()));
window.addEventListener('pagehide', () => void removeAll());
beforeLeaving(removeAll);
