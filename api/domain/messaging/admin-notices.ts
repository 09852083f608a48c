/** Notifies all administrators, once per key. */
import type { NoticeKind, NoticeValues } from '#contracts/messaging/notices.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { notify } from './notifications.ts';

const ADMINISTRATORS_TOLD_MAX = 100;

/** Notifies every administrator except the one with the id `except`. Idempotent: the same key notifies once. */
export async function notifyAdministrators<Kind extends NoticeKind>(
  db: DatabaseOrTransaction,
  {
    except,
    ...notice
  }: { key: string; kind: Kind; values: NoticeValues[Kind]; actionUrl: string; except?: string },
): Promise<void> {
  const admins = await db.user.findMany({
    where: { isAdmin: true, deletedAt: null, ...(except === undefined ? {} : { id: { not: except } }) },
    select: { id: true },
    take: ADMINISTRATORS_TOLD_MAX,
  });
  for (const { id } of admins)
    await notify(db, { ...notice, key: `${notice.key}:${id}`, userId: id, type: 'other' });
}
