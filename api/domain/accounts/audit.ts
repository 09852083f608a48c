/** The audit log of administrators' changes. Entries are written with the change and never modified. */
import type { AuditQuery, AuditValues } from '#contracts/accounts/audit.ts';
import type { AuditAnswer, AuditEntry } from '#contracts/calls/accounts-answers.ts';
import { noJson, type Database, type DatabaseOrTransaction, type Transaction } from '#prisma/client.ts';
import { Prisma, type AuditEntry as StoredEntry } from '#prisma/generated/client.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { timesOfDays } from '#api/domain/dhaka-days.ts';
import { likePattern } from '#api/domain/like-pattern.ts';

/** A text search scans all entries of its period. */
const SEARCH_STATEMENT_MS_MAX = 8_000;
/** The actions offered as a filter are collected from this many latest entries. */
const ACTIONS_FROM_ENTRIES = 5_000;

/**
 * Writes an audit entry. Call it in the transaction of the change; `before` and `after` are null if there is no state.
 */
export async function recordChange(
  tx: DatabaseOrTransaction,
  change: {
    adminId: string;
    /** Verb and kind, such as `portal paused`. */
    action: string;
    /** What was changed, such as `portal/hm`. */
    subject: string;
    before: AuditValues | null;
    after: AuditValues | null;
    reason: string;
  },
): Promise<void> {
  const { adminId, action, subject, before, after, reason } = change;
  await tx.auditEntry.create({
    data: { adminId, action, subject, reason, before: before ?? noJson, after: after ?? noJson },
  });
}

/**
 * Records that an administrator reads a customer's data, once for each administrator, subject and day in Dhaka.
 * Simultaneous reads wait for each other, so that they leave one entry.
 */
export function recordReadOfDay(
  { db, clock }: { db: Database; clock: () => Date },
  read: { adminId: string; action: string; subject: string },
): Promise<void> {
  const today = dhakaDay(clock());
  const { gte } = timesOfDays({ dateFrom: today });
  const lock = `${read.action} ${read.subject} ${read.adminId} ${today}`;
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const known = await tx.auditEntry.findFirst({ where: { ...read, at: { gte } }, select: { id: true } });
    if (!known) await recordChange(tx, { ...read, before: null, after: null, reason: '' });
  });
}

/** Records changes that administrators make to their own rights. Customers' changes to theirs are not logged. */
export async function recordOwnChange(
  tx: DatabaseOrTransaction,
  owner: { id: string; isAdmin: boolean },
  change: { action: string; before: AuditValues | null; after: AuditValues | null },
): Promise<void> {
  if (!owner.isAdmin) return;
  await recordChange(tx, { ...change, adminId: owner.id, subject: `user/${owner.id}`, reason: '' });
}

const personalFields = ['name', 'company', 'mobile'];

/**
 * Leaves out what identifies a person or a company, because entries can never be deleted, and an account can.
 */
export const withoutPersonalValues = (values: AuditValues): AuditValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !personalFields.includes(field)));

/** Says which values that identify a person or a company were given, without the values. */
export function withPersonalFieldsNamed(values: AuditValues): AuditValues {
  const given = personalFields.filter((field) => field in values);
  return {
    ...withoutPersonalValues(values),
    ...(given.length > 0 ? { personalData: given.join(', ') } : {}),
  };
}

/** Returns only the values that differ; null if none do. */
export function changedValues(
  before: AuditValues,
  after: AuditValues,
): { before: AuditValues; after: AuditValues } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  if (changed.length === 0) return null;
  const picked = (values: AuditValues): AuditValues =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: picked(before), after: picked(after) };
}

/** Lists entries, newest first. */
export function listEntries(db: Database, query: AuditQuery): Promise<AuditAnswer> {
  return withStatementLimit(db, SEARCH_STATEMENT_MS_MAX, async (tx) => {
    const where = Prisma.join(filtersOf(query), ' AND ');
    const page = await tx.$queryRaw<{ id: string }[]>`
      SELECT a.id FROM audit_entries a WHERE ${where}
      ORDER BY a.at DESC, a.id LIMIT ${query.limit}::integer OFFSET ${query.offset}::integer`;
    const [count] = await tx.$queryRaw<{ entries: bigint }[]>`
      SELECT count(*) AS entries FROM audit_entries a WHERE ${where}`;
    const actions = await tx.$queryRaw<{ action: string }[]>`
      SELECT DISTINCT action FROM (
        SELECT action FROM audit_entries ORDER BY at DESC LIMIT ${ACTIONS_FROM_ENTRIES}::integer) latest
      ORDER BY action`;
    return {
      entries: await entriesOf(
        tx,
        page.map(({ id }) => id),
      ),
      totalCount: Number(count?.entries ?? 0n),
      actions: actions.map(({ action }) => action),
    };
  });
}

function filtersOf(query: AuditQuery): Prisma.Sql[] {
  const { who, action, subject, search } = query;
  const { gte, lt } = timesOfDays(query);
  return [
    Prisma.sql`true`,
    ...(gte ? [Prisma.sql`a.at >= ${gte}`] : []),
    ...(lt ? [Prisma.sql`a.at < ${lt}`] : []),
    ...(action ? [Prisma.sql`a.action = ${action}`] : []),
    ...(subject ? [Prisma.sql`(a.subject = ${subject} OR split_part(a.subject, '/', 1) = ${subject})`] : []),
    ...(who ? [Prisma.sql`a.admin_id IN (${usersLike(likePattern(who))})`] : []),
    ...(search ? [textFilter(likePattern(search))] : []),
  ];
}

const usersLike = (pattern: string): Prisma.Sql =>
  Prisma.sql`SELECT u.id FROM users u WHERE u.name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR u.id ILIKE ${pattern}`;

/** Also matches users by their name or address, although an entry refers to them by id. */
function textFilter(pattern: string): Prisma.Sql {
  return Prisma.sql`(a.action ILIKE ${pattern} OR a.subject ILIKE ${pattern} OR a.reason ILIKE ${pattern}
    OR a.before::text ILIKE ${pattern} OR a.after::text ILIKE ${pattern}
    OR a.subject IN (SELECT 'user/' || found.id FROM (${usersLike(pattern)}) found))`;
}

const userSubject = /^user\/(.+)$/;
const userIn = (subject: string): string | null => userSubject.exec(subject)?.[1] ?? null;

async function entriesOf(tx: Transaction, ids: string[]): Promise<AuditEntry[]> {
  const stored = await tx.auditEntry.findMany({ where: { id: { in: ids } } });
  const people = stored.flatMap(({ adminId, subject }) => [adminId, userIn(subject) ?? adminId]);
  const users = await tx.user.findMany({
    where: { id: { in: people }, deletedAt: null },
    select: { id: true, name: true, email: true },
  });
  const userOf = new Map(users.map((user) => [user.id, user]));
  const entryOf = new Map(stored.map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => {
    const entry = entryOf.get(id);
    return entry ? entryView(entry, (userId) => userOf.get(userId)) : [];
  });
}

function entryView(entry: StoredEntry, userOf: (id: string) => AuditEntry['admin'] | undefined): AuditEntry {
  const { id, at, adminId, action, subject, reason } = entry;
  return {
    id,
    at: at.toISOString(),
    admin: userOf(adminId) ?? { id: adminId, name: '', email: '' },
    action,
    subject,
    subjectEmail: userOf(userIn(subject) ?? '')?.email ?? null,
    before: valuesIn(entry.before),
    after: valuesIn(entry.after),
    reason,
  };
}

/** Older entries may contain nested values, which are shown as JSON. */
function valuesIn(stored: Prisma.JsonValue): AuditValues | null {
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return null;
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
    ]),
  );
}
