/**
 * Owners of references: the company that filed a reference or was shown it under its own login, and others with that
 * login.
 */
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { placeOfCredential, type CredentialName } from '#contracts/portals/portal-logins.ts';
import type { GivenReferences, ReferenceKind } from '#contracts/portals/portal-references.ts';
import type { ReferenceOwnerView } from '#contracts/calls/portals-answers.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { NamedReference, Reference } from '#services/families/references.ts';
import { lockedUser, requireStillAdmin } from '#api/domain/accounts/admin-rights.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { accountOf, leaseLogin } from './portal-leases.ts';

/** Marks references assigned by an administrator, which were not seen under any login. */
const GIVEN_LOGIN = '';

export type ReferenceOwner = { userId: string; portal: string; username: string };

const seenUnder = ({ portal, username }: Pick<ReferenceOwner, 'portal' | 'username'>): string =>
  `${portal}:${leaseLogin(username)}`;

/**
 * Returns the first reference that belongs to others and not to this company under any of its logins; null if there
 * is none.
 */
export async function foreignReference(
  db: Database,
  owner: ReferenceOwner,
  references: readonly NamedReference[],
): Promise<NamedReference | null> {
  if (references.length === 0) return null;
  const owners = await ownersOf(db, references);
  const foreign = references.filter((reference) => {
    const known = owners.filter((other) => isSame(other, reference));
    return known.length > 0 && !known.some(({ userId }) => userId === owner.userId);
  });
  if (foreign.length === 0) return null;
  const logins = await loginsOf(db, owner);
  const isShared = (reference: Reference): boolean =>
    owners.some((other) => isSame(other, reference) && logins.has(other.login));
  return foreign.find((reference) => !isShared(reference)) ?? null;
}

/** Records references that the portal has shown to the company, or accepted from it. */
export async function proveReferences(
  db: Database,
  owner: ReferenceOwner,
  references: readonly Reference[],
): Promise<void> {
  if (references.length === 0) return;
  const [kinds, values] = [references.map(({ kind }) => kind), references.map(({ value }) => value)];
  // Plain SQL, which the database client need not compile, because it runs for every row.
  await db.$executeRaw`
    INSERT INTO portal_references (kind, value, user_id, login, proved_at)
    SELECT kind, value, ${owner.userId}::text, ${seenUnder(owner)}::text, ${new Date()}::timestamptz
    FROM unnest(${kinds}::text[], ${values}::text[]) AS proved (kind, value)
    ON CONFLICT DO NOTHING`;
}

const isSame = (one: { kind: string; value: string }, other: Reference): boolean =>
  one.kind === other.kind && one.value === other.value;

function ownersOf(db: Database, references: readonly Reference[]) {
  const keys = references.map(({ kind, value }) => Prisma.sql`(${kind}, ${value})`);
  return db.$queryRaw<{ kind: string; value: string; userId: string; login: string }[]>`
    SELECT kind, value, user_id AS "userId", login FROM portal_references
    WHERE (kind, value) IN (${Prisma.join(keys)})`;
}

async function loginsOf(db: Database, owner: ReferenceOwner): Promise<Set<string>> {
  const saved = await db.portalCredential.findMany({
    where: { userId: owner.userId, consentAt: { not: null } },
    select: { portal: true, username: true, server: true, provider: true },
  });
  const portalOf = (portal: string): string => placeOfCredential(portal as CredentialName);
  return new Set([
    seenUnder(owner),
    ...saved.map(({ portal, ...login }) =>
      seenUnder({ portal: portalOf(portal), username: accountOf(login) }),
    ),
  ]);
}

type Step = { adminId: string; reason: string };
type Which = { kind: ReferenceKind; value: string; userId: string };

/** Returns the companies that own a number of any kind. */
export async function ownersOfNumber(db: Database, value: string): Promise<ReferenceOwnerView[]> {
  const owners = await db.portalReference.findMany({
    where: { value },
    orderBy: { provedAt: 'asc' },
    take: limits.referenceOwnersListMax,
    include: { user: { select: { email: true, company: true } } },
  });
  return owners.map(({ kind, userId, provedAt, user }) => ({
    kind: kind as ReferenceKind,
    value,
    userId,
    ...user,
    provedAt: provedAt.toISOString(),
  }));
}

/**
 * Assigns a reference to a company. Companies that share a number, such as a group or an agent and its client, each
 * own it.
 */
export function giveReference(db: Database, which: Which, step: Step, now: Date): Promise<void> {
  return changeOwner(db, which, { step, action: 'reference given' }, async (tx) => {
    await tx.portalReference.createMany({
      data: [{ ...which, login: GIVEN_LOGIN, provedAt: now }],
      skipDuplicates: true,
    });
  });
}

/**
 * Assigns many references of one kind to a company. Those of other companies are left with them and returned, because
 * each may be shared or a mistake, which a person decides one by one.
 */
export function giveReferences(
  db: Database,
  { kind, values, userId }: Omit<Which, 'value'> & { values: readonly string[] },
  step: Step,
  now: Date,
): Promise<GivenReferences> {
  return db.$transaction(async (tx) => {
    await requireStillAdmin(tx, step.adminId);
    await lockedUser(tx, userId);
    const wanted = [...new Set(values)];
    const owners = await tx.portalReference.findMany({
      where: { kind, value: { in: wanted } },
      distinct: ['value', 'userId'],
      select: { value: true, userId: true },
    });
    const held = new Set(owners.filter((owner) => owner.userId === userId).map(({ value }) => value));
    const owned = new Set(owners.map(({ value }) => value));
    const given = wanted.filter((value) => !owned.has(value));
    await tx.portalReference.createMany({
      data: given.map((value) => ({ kind, value, userId, login: GIVEN_LOGIN, provedAt: now })),
      skipDuplicates: true,
    });
    await recordChange(tx, {
      ...step,
      action: 'references given',
      subject: `user/${userId}`,
      before: null,
      after: { kind, values: given.join(', ') },
    });
    return {
      given: given.length,
      held: held.size,
      foreign: wanted.filter((value) => owned.has(value) && !held.has(value)),
    };
  });
}

/** Removes a company's ownership of a reference and records it in the audit log. Throws NOT_FOUND. */
export function takeReference(db: Database, which: Which, step: Step): Promise<void> {
  return changeOwner(db, which, { step, action: 'reference taken' }, async (tx) => {
    const { count } = await tx.portalReference.deleteMany({ where: which });
    if (count === 0) throw new DomainError('NOT_FOUND');
  });
}

function changeOwner(
  db: Database,
  { kind, value, userId }: Which,
  { step, action }: { step: Step; action: string },
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return db.$transaction(async (tx) => {
    await requireStillAdmin(tx, step.adminId);
    await lockedUser(tx, userId);
    await change(tx);
    const isGiven = action === 'reference given';
    await recordChange(tx, {
      ...step,
      action,
      subject: `user/${userId}`,
      before: isGiven ? null : { kind, value },
      after: isGiven ? { kind, value } : null,
    });
  });
}
