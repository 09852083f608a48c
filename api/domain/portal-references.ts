/** Whose a reference is: of the company that filed it or was shown it under its own login, and of who has that login. */
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { portalOfCredential, type CredentialPortal } from '#contracts/portal-logins.ts';
import type { NamedReference, Reference } from '#services/references.ts';
import { leaseLogin } from './portal-leases.ts';

export type ReferenceOwner = { userId: string; portal: string; username: string };

const seenUnder = ({ portal, username }: Pick<ReferenceOwner, 'portal' | 'username'>): string =>
  `${portal}:${leaseLogin(username)}`;

/** The first that others have and this company has not, under any of its logins; null where there is none. */
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

/** The portal has shown them to the company, or taken them from it. */
export async function proveReferences(
  db: Database,
  owner: ReferenceOwner,
  references: readonly Reference[],
): Promise<void> {
  if (references.length === 0) return;
  await db.portalReference.createMany({
    data: references.map(({ kind, value }) => ({
      kind,
      value,
      userId: owner.userId,
      login: seenUnder(owner),
      provedAt: new Date(),
    })),
    skipDuplicates: true,
  });
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
    select: { portal: true, username: true },
  });
  const portalOf = (portal: string): string => portalOfCredential[portal as CredentialPortal];
  return new Set([
    seenUnder(owner),
    ...saved.map(({ portal, username }) => seenUnder({ portal: portalOf(portal), username })),
  ]);
}
