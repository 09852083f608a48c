/**
 * Filings whose natural key names a company: users of one company with logins of their own file the same under different
 * keys. As long as the portal may take what one has sent, the others wait.
 */
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { isUnansweredSql, settlesAfterSql, settlesAtSql, type Intent } from './intents.ts';

/**
 * Which filings of other logins are the same; `keys` are those of `keysWithoutLogin`, and `effectMs` is how long a request
 * may take effect on the portal.
 */
type SameFiling = { portal: string; keys: readonly string[]; begunAt: Date; effectMs: number };

/** `mayAppear`: a look-up since `begunAt` can have missed it. `settlesAt`: until when the portal could take it. */
export type RivalFiling = { mayAppear: boolean; settlesAt: Date | null };

/** Returns what is known of the same filing of other logins; null if none may be on the portal unseen. */
export async function rivalFiling(
  db: DatabaseOrTransaction,
  { id }: Pick<Intent, 'id'>,
  { portal, keys, begunAt, effectMs }: SameFiling,
): Promise<RivalFiling | null> {
  if (keys.length === 0) return null;
  const isSame = Prisma.sql`i.portal = ${portal} AND i.id <> ${id}::uuid
    AND substr(i.key, strpos(i.key, '|') + 1) = ANY(${[...keys]}::text[])`;
  // Two queries instead of one with OR, because each of them uses an index of its own.
  const [rival] = await db.$queryRaw<{ mayAppear: boolean | null; settlesAt: Date | null }[]>`
    SELECT bool_or(same."mayAppear") AS "mayAppear", max(same."settlesAt") AS "settlesAt" FROM (
      SELECT false AS "mayAppear", coalesce(${settlesAtSql(effectMs)}, i.committed_at) AS "settlesAt" FROM portal_intents i
      WHERE ${isSame} AND ${isUnansweredSql}
      UNION ALL
      SELECT true, ${settlesAtSql(effectMs)} FROM portal_intents i
      WHERE ${isSame} AND ${settlesAfterSql(begunAt, effectMs)}
    ) same`;
  return rival && rival.mayAppear !== null
    ? { mayAppear: rival.mayAppear, settlesAt: rival.settlesAt }
    : null;
}

/**
 * Runs `markSent`, the last check before a request leaves, unless the same filing of another login may have reached the
 * portal since the look-up; then it returns null. Of two logins, one is checked after the other.
 */
export function markSentAlone(
  db: Database,
  intent: Pick<Intent, 'id'>,
  same: SameFiling,
  markSent: (tx: Transaction) => Promise<number | null>,
): Promise<number | null> {
  return db.$transaction(async (tx) => {
    const name = ['filing', same.portal, same.keys[0]].join(' ');
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`;
    const rival = await rivalFiling(tx, intent, same);
    return rival?.mayAppear ? null : markSent(tx);
  });
}
