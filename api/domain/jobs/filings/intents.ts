/** Intents: what is about to be filed on a portal, recorded before the click that files it (portals.md 1.3). */
import { randomUUID } from 'node:crypto';
import { limits } from '#contracts/limits.ts';
import { practicePrefix } from '#contracts/portals/practice-portals.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { isHolder, mayClick, type Clicking } from './click-permission.ts';

/** SQL: the intent `i` is that of the row `r`, alone or with the rows filed together with it. */
export const isOfRowSql = Prisma.sql`(i.job_id = r.job_id AND i.row_number IN (r.row_number, r.group_row))`;
/** SQL: the portal has confirmed the filing of the intent `i`, which this platform has sent. */
export const isConfirmedSql = Prisma.sql`(i.state = 'done' AND i.commits > 0)`;
/** SQL: the portal has not answered the intent `i`, which may not have been sent either. */
export const isOpenSql = Prisma.sql`i.state IN ('planned', 'committing')`;
/** SQL: the intent `i` was sent and never answered. A later click that has not left changes nothing about that. */
export const isUnansweredSql = Prisma.sql`
  (${isOpenSql} AND (i.sent_at IS NOT NULL OR i.sends > 0))`;
/** SQL: the portal has the filing of the intent `i`, which this platform has sent, or may have it. */
export const isSentSql = Prisma.sql`(${isUnansweredSql} OR ${isConfirmedSql})`;

/**
 * SQL: until when the request of the intent `i` may take effect. If the portal has been given more time since the
 * request left, the longer time counts. Intents of releases that did not store the time have it between their request
 * and its end.
 */
export const settlesAtSql = (
  effectMs: number,
): Prisma.Sql => Prisma.sql`(i.settles_at + interval '1 millisecond'
  * greatest(0, ${effectMs}::integer
    - coalesce(i.effect_ms, greatest(0, extract(epoch FROM i.settles_at - i.sent_at) * 1000), 0)))`;

/** SQL: the request of the intent `i` may take effect after `at`. The first comparison uses the index. */
export const settlesAfterSql = (at: Date, effectMs: number): Prisma.Sql => Prisma.sql`
  (i.settles_at > ${at}::timestamptz - ${effectMs}::integer * interval '1 millisecond'
    AND ${settlesAtSql(effectMs)} > ${at}::timestamptz)`;

type IntentState = 'planned' | 'committing' | 'done' | 'refused';
export type Intent = {
  id: string;
  jobId: string;
  state: IntentState;
  /** A number that the portal assigned before it filed. */
  reference: string | null;
  /** Number of filing clicks since the intent last ended. */
  commits: number;
  /** Number of requests released since the intent last ended. */
  sends: number;
  /** When the filing request was last released; null while the portal cannot have received it. */
  sentAt: Date | null;
  /**
   * Time until which a released request may still take effect, by what the portal is given now or was given then; null
   * without one. A click that has not left keeps it.
   */
  settlesAt: Date | null;
  /** Number of look-ups since the answer was lost. */
  looks: number;
};

type Key = { portal: string; key: string };
/** `effectMs`: how long a request may take effect on the portal, by the release that asks. */
type Effect = { effectMs: number };

/**
 * Returns the intent with this key, or a new one, and the database's time, which `settlesAt` is compared with. Call it
 * before the look-up begins. `formerKeys` are those of `formerIntentKeys` and `keysOfReplacedLogins`.
 */
export async function openIntent(
  db: Database,
  input: Key & Effect & { formerKeys: readonly string[]; userId: string; jobId: string; rowNumber: number },
): Promise<{ intent: Intent; readAt: Date }> {
  // A second time is needed only if another row has made the intent since the first statement began.
  const opened = (await tryToOpen(db, input)) ?? (await tryToOpen(db, input));
  if (!opened) throw new Error(`The intent ${input.key} could not be opened.`);
  const { readAt, ...intent } = opened;
  return { intent, readAt };
}

/** One statement, because it runs for every filing: renames an intent with a former key, or makes a new one. */
async function tryToOpen(
  db: Database,
  input: Parameters<typeof openIntent>[1],
): Promise<(Intent & { readAt: Date }) | undefined> {
  const { portal, key, formerKeys, effectMs, userId, jobId, rowNumber } = input;
  const former = Prisma.sql`portal = ${portal} AND key = ANY(${[...formerKeys]}::text[])`;
  const [opened] = await db.$queryRaw<(Intent & { readAt: Date })[]>`
    WITH present AS (SELECT * FROM portal_intents WHERE portal = ${portal} AND key = ${key}),
    renamed AS (
      UPDATE portal_intents SET key = ${key}
      WHERE id = (SELECT id FROM portal_intents WHERE ${former}
          ORDER BY (state = 'committing') DESC, updated_at DESC LIMIT 1)
        AND NOT EXISTS (SELECT FROM present)
      RETURNING *
    ), made AS (
      INSERT INTO portal_intents (id, portal, key, user_id, job_id, row_number, updated_at)
      SELECT gen_random_uuid(), ${portal}, ${key}, ${userId}, ${jobId}::uuid, ${rowNumber}::integer, now()
      WHERE NOT EXISTS (SELECT FROM present) AND NOT EXISTS (SELECT FROM renamed)
      ON CONFLICT (portal, key) DO NOTHING
      RETURNING *
    ), named AS (
      SELECT * FROM present UNION ALL SELECT * FROM renamed UNION ALL SELECT * FROM made
    )
    SELECT id, job_id AS "jobId", state, reference, commits, sends, sent_at AS "sentAt",
      ${settlesAtSql(effectMs)} AS "settlesAt", looks, clock_timestamp() AS "readAt"
    FROM (
      SELECT named.*, true AS is_named FROM named
      -- Before keys ignored case, one filing in two spellings had two intents. The one whose answer is missing counts.
      UNION ALL SELECT spelled.*, false FROM portal_intents spelled
        WHERE ${former} AND state = 'committing' AND id NOT IN (SELECT id FROM named)
    ) i
    WHERE EXISTS (SELECT FROM named)
    ORDER BY (state = 'committing') DESC, is_named DESC LIMIT 1`;
  return opened;
}

/**
 * Stores a number that the portal assigned before the filing itself. Returns false, and changes nothing, if this worker
 * no longer holds the lease: the filing of its successor has another number.
 */
export async function noteReference(
  db: Database,
  { id }: Pick<Intent, 'id'>,
  claim: Claim,
  reference: string,
): Promise<boolean> {
  const noted = await db.$executeRaw`
    UPDATE portal_intents SET reference = ${reference}, updated_at = clock_timestamp()
    WHERE id = ${id}::uuid AND ${isHolder(claim)}`;
  return noted > 0;
}

/**
 * Claims the intent for one click, by compare-and-set against the state read before. Returns null if anyone has
 * changed it since, if this worker no longer holds the lease, or if the job may not continue; then nothing may be
 * clicked.
 */
export async function beginCommit(
  db: Database,
  seen: Intent,
  claim: Claim,
  by: Clicking & Effect & { userId: string; rowNumber: number },
): Promise<Intent | null> {
  const [taken] = await db.$queryRaw<Pick<Intent, 'commits' | 'settlesAt'>[]>`
    UPDATE portal_intents i SET state = 'committing', token = ${claim.token}, user_id = ${by.userId},
      job_id = ${by.jobId}::uuid, row_number = ${by.rowNumber}::integer,
      commits = CASE WHEN i.state IN ('done', 'refused') THEN 1 ELSE i.commits + 1 END,
      sends = CASE WHEN i.state IN ('done', 'refused') THEN 0 ELSE i.sends END,
      committed_at = clock_timestamp(), sent_at = NULL,
      settles_at = CASE WHEN i.state IN ('done', 'refused') THEN NULL ELSE ${settlesAtSql(by.effectMs)} END,
      effect_ms = greatest(i.effect_ms, ${by.effectMs}::integer), looks = 0, check_due_at = NULL, updated_at = clock_timestamp()
    WHERE i.id = ${seen.id}::uuid AND i.state = ${seen.state} AND i.commits = ${seen.commits}::integer
      AND i.sent_at IS NOT DISTINCT FROM ${seen.sentAt}::timestamptz AND coalesce(i.token, 0) < ${claim.token}
      AND ${mayClick(claim, by)}
    RETURNING i.commits, i.settles_at AS "settlesAt"`;
  if (!taken) return null;
  return { ...seen, ...taken, state: 'committing', sentAt: null, looks: 0 };
}

/**
 * The last check, immediately before the request leaves. Returns null if the lease has been lost, the job was
 * stopped, or the click was so long ago that this process may have been frozen in between. Otherwise the request
 * counts as sent, and may take effect until `effectMs` from now; the result is the number of clicks that have sent
 * the filing so far.
 */
export async function markSent(
  db: DatabaseOrTransaction,
  intent: Intent,
  claim: Claim,
  { effectMs, ...clicking }: Clicking & Effect,
): Promise<number | null> {
  const [sent] = await db.$queryRaw<{ sends: number }[]>`
    UPDATE portal_intents i SET sent_at = coalesce(i.sent_at, clock_timestamp()),
      sends = i.sends + (i.sent_at IS NULL)::integer,
      settles_at = clock_timestamp() + ${`${effectMs} milliseconds`}::interval, effect_ms = ${effectMs}::integer,
      updated_at = clock_timestamp()
    WHERE i.id = ${intent.id}::uuid AND i.state = 'committing' AND i.token = ${claim.token}
      AND i.committed_at > clock_timestamp() - ${`${limits.clickToRequestMs} milliseconds`}::interval
      AND ${mayClick(claim, clicking)}
    RETURNING i.sends`;
  return sent?.sends ?? null;
}

/**
 * Reopens the intent as if it had not been clicked. Call it only if the request of this claim's click certainly never
 * left.
 */
export async function markNotSent(db: Database, intent: Intent, claim: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE portal_intents SET state = 'planned', commits = commits - 1, sends = sends - (sent_at IS NOT NULL)::integer,
      sent_at = NULL, settles_at = ${intent.settlesAt}::timestamptz, updated_at = clock_timestamp()
    WHERE id = ${intent.id}::uuid AND state = 'committing' AND token = ${claim.token}`;
}

/**
 * Records a look-up that found nothing. Returns the number of look-ups, and whether the request could no longer take
 * effect when the look-up began. The beginning counts, because a look-up can miss what the portal stores while it runs.
 */
export async function noteLook(
  db: Database,
  id: string,
  { begunAt, effectMs }: Effect & { begunAt: Date },
): Promise<{ looks: number; isSettled: boolean }> {
  const [noted] = await db.$queryRaw<{ looks: number; isSettled: boolean }[]>`
    UPDATE portal_intents i SET looks = looks + 1 WHERE id = ${id}::uuid
    RETURNING looks, settles_at IS NULL OR ${settlesAtSql(effectMs)} <= ${begunAt}::timestamptz AS "isSettled"`;
  if (!noted) throw new Error(`The intent ${id} does not exist.`);
  return noted;
}

type FailedLook = Pick<Intent, 'looks' | 'settlesAt'> & { isSettled: boolean; isConfirmed: boolean };

/**
 * Records that the row's filing could not be looked up. Returns null if no request of it was sent, or if the portal has
 * refused it.
 */
export async function noteFailedLook(
  db: Database,
  { jobId, rowNumber, effectMs }: Effect & { jobId: string; rowNumber: number },
): Promise<FailedLook | null> {
  const [noted] = await db.$queryRaw<FailedLook[]>`
    UPDATE portal_intents i SET looks = i.looks + 1 FROM job_rows r
    WHERE r.job_id = ${jobId}::uuid AND r.row_number = ${rowNumber}::integer AND ${isOfRowSql} AND ${isSentSql}
    RETURNING i.looks, i.settles_at IS NULL OR ${settlesAtSql(effectMs)} <= clock_timestamp() AS "isSettled",
      ${settlesAtSql(effectMs)} AS "settlesAt", i.state = 'done' AS "isConfirmed"`;
  return noted ?? null;
}

/** Returns the numbers of the job's rows under which a filing was sent that the portal has, or may have. */
export async function sentRows(db: Database, jobId: string): Promise<Set<number>> {
  const sent = await db.$queryRaw<{ rowNumber: number }[]>`
    SELECT i.row_number AS "rowNumber" FROM portal_intents i WHERE i.job_id = ${jobId}::uuid AND ${isSentSql}`;
  return new Set(sent.map(({ rowNumber }) => rowNumber));
}

/**
 * Records the end of a filing as the portal reported it. A worker whose click is no longer the latest changes
 * nothing, and without a click of its own (`token` is null) neither does one that has read the intent before it was
 * clicked or ended. A filing on a practice portal is not read back later, nor is one that was refused.
 */
export async function endIntent(
  db: Database,
  seen: Pick<Intent, 'id' | 'state' | 'commits' | 'sentAt'>,
  end: { state: 'done' | 'refused'; reference: string | null; token: bigint | null },
): Promise<void> {
  const { state, reference, token } = end;
  const isLatest =
    token === null
      ? Prisma.sql`state = ${seen.state} AND commits = ${seen.commits}::integer
        AND sent_at IS NOT DISTINCT FROM ${seen.sentAt}::timestamptz`
      : Prisma.sql`token = ${token}`;
  await db.$executeRaw`
    UPDATE portal_intents SET state = ${state}, reference = coalesce(${reference}, reference),
      check_due_at = CASE WHEN ${state === 'done'}::boolean AND sends > 0 AND state <> 'done'
        AND NOT starts_with(portal, ${practicePrefix})
        THEN clock_timestamp() + ${`${limits.firstTwinCheckMs} milliseconds`}::interval
        WHEN ${state === 'done'}::boolean THEN check_due_at END,
      updated_at = clock_timestamp()
    WHERE id = ${seen.id}::uuid AND ${isLatest}`;
}

/** How the key of a placeholder begins for filings that a restored database has lost. No real key has it: logins are lower case. */
export const LOST_TIME_PREFIX = 'RESTORED|';

/** Makes all filings on the portal wait until `settledAt`, when it lists what was sent in the lost time. */
export async function noteLostTime(
  tx: Transaction,
  { portal, now, settledAt }: { portal: string; now: Date; settledAt: Date },
): Promise<void> {
  const key = `${LOST_TIME_PREFIX}${now.toISOString()}`;
  const nobody = { userId: '', jobId: randomUUID(), rowNumber: 0 };
  await tx.portalIntent.create({
    data: { portal, key, ...nobody, state: 'done', sentAt: now, settlesAt: settledAt },
  });
}

/**
 * Returns whether another filing, whose key begins with one of `prefixes`, was sent and could still take effect when a
 * look-up began. The look-up can miss what the portal stores late, even of a filing that the portal has confirmed.
 */
export async function mayOverlap(
  db: Database,
  { id }: Pick<Intent, 'id'>,
  {
    portal,
    prefixes,
    begunAt,
    effectMs,
  }: Effect & { portal: string; prefixes: readonly string[]; begunAt: Date },
): Promise<boolean> {
  if (prefixes.length === 0) return false;
  const [found] = await db.$queryRaw<{ overlaps: boolean }[]>`
    SELECT EXISTS (SELECT FROM portal_intents i WHERE i.portal = ${portal} AND i.id <> ${id}::uuid
      AND i.state IN ('committing', 'done') AND i.sent_at IS NOT NULL AND ${settlesAfterSql(begunAt, effectMs)}
      AND EXISTS (SELECT FROM unnest(${[...prefixes]}::text[]) prefix WHERE starts_with(i.key, prefix))) AS overlaps`;
  return found?.overlaps ?? false;
}

/** What a portal is given now to act on a request. */
type PortalEffect = Effect & { portal: string };

/**
 * Gives the filings that may still take effect the time that their portals are given now, if it is longer. A job stays
 * with the release of its worker, which may give the portal less.
 */
export async function raiseSettling(db: Database, effects: readonly PortalEffect[]): Promise<void> {
  const portals = effects.map(({ portal }) => portal);
  const effectsMs = effects.map(({ effectMs }) => effectMs);
  await db.$executeRaw`
    UPDATE portal_intents i SET effect_ms = p.effect_ms,
      settles_at = i.settles_at + interval '1 millisecond' * (p.effect_ms - i.effect_ms)
    FROM unnest(${portals}::text[], ${effectsMs}::integer[]) AS p (portal, effect_ms)
    WHERE i.portal = p.portal AND i.effect_ms < p.effect_ms
      AND i.settles_at > clock_timestamp() - interval '1 millisecond' * p.effect_ms
      AND i.settles_at + interval '1 millisecond' * (p.effect_ms - i.effect_ms) > clock_timestamp()`;
}

/** Returns the customer's keys that were filed since a given day, for the warning before they are filed again. */
export async function filedSince(
  db: Database,
  input: { userId: string; portals: readonly string[]; keys: readonly string[]; since: Date },
): Promise<Map<string, Date>> {
  const filed = await db.portalIntent.findMany({
    where: {
      userId: input.userId,
      portal: { in: [...input.portals] },
      key: { in: [...input.keys] },
      state: 'done',
      updatedAt: { gte: input.since },
    },
    select: { key: true, updatedAt: true },
  });
  return new Map(filed.map(({ key, updatedAt }) => [key, updatedAt]));
}

/**
 * Returns whether a filing was begun whose outcome the portal has not yet reported, or whose row does not have the
 * outcome yet.
 */
export async function isUnderWay(
  db: Database,
  { portal, keys, jobId }: { portal: string; keys: readonly string[]; jobId: string },
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isUnderWay: boolean }[]>`
    SELECT EXISTS (SELECT FROM portal_intents i WHERE i.portal = ${portal} AND i.key = ANY(${[...keys]}::text[])
      AND (i.state = 'committing' OR ${isUnansweredSql} OR (${isConfirmedSql} AND i.job_id = ${jobId}::uuid))) AS "isUnderWay"`;
  return found?.isUnderWay ?? false;
}
