/**
 * Registrations of one unconfirmed address with different passwords. All their mails go to the same mailbox, so a link
 * proves the mailbox only; the password says whose registration the address confirms.
 */
import { hashWithSaltOf, haveOneSalt, inPasswordTurn } from '#api/adapters/passwords.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { closeOtherWays } from './secure-account.ts';

type RivalDeps = Pick<Deps, 'auth' | 'db' | 'clock'>;
type Registrant = { name: string; company: string; mobile: string; language: string | null };
/** `rivalId` is null for the registration that the account itself holds, which is the first one. */
type Found = { rivalId: string | null };

/**
 * Registers an unconfirmed address once more. A known password updates its registration; another one adds a rival and
 * leaves the others as they are. Returns null if there is no such account; `isOwn` says that its own registration has
 * the password.
 */
export async function registerAgain(
  { auth, db, clock }: RivalDeps,
  { email, password, ...person }: Registrant & { email: string; password: string },
  askers: readonly string[],
): Promise<{ userId: string; isOwn: boolean } | null> {
  const user = await db.user.findFirst({ where: { email, emailVerified: false }, select: { id: true } });
  if (!user) return null;
  const { found, hash } = await comparedWithAll({ auth, db }, user.id, password, askers);
  const createdAt = clock();
  return db.$transaction(async (tx) => {
    const ofAccount = found?.rivalId === null ? person : {};
    const { count } = await tx.user.updateMany({
      where: { id: user.id, emailVerified: false },
      data: { ...ofAccount, createdAt },
    });
    if (count === 0) return null;
    if (!found) await addRival(tx, { ...person, userId: user.id, password: hash, createdAt });
    else if (found.rivalId !== null)
      await tx.rivalRegistration.updateMany({ where: { id: found.rivalId }, data: { ...person, createdAt } });
    return { userId: user.id, isOwn: found?.rivalId === null };
  });
}

/** The oldest rivals beyond the limit are forgotten; their registrants can register again. */
async function addRival(
  tx: Transaction,
  rival: Registrant & { userId: string; password: string; createdAt: Date },
): Promise<void> {
  await tx.rivalRegistration.create({ data: rival });
  const tooMany = await tx.rivalRegistration.findMany({
    where: { userId: rival.userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    skip: limits.rivalRegistrationsMax,
    select: { id: true },
  });
  await tx.rivalRegistration.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } });
}

/** Finds the registration with the password. Returns null if there is none. */
const registrationWith = async (
  deps: Pick<RivalDeps, 'auth' | 'db'>,
  userId: string,
  password: string,
  askers: readonly string[],
): Promise<Found | null> => (await comparedWithAll(deps, userId, password, askers)).found;

/**
 * Finds the registration with the password, null if there is none, and returns the password's hash. The registrations of
 * an address have one salt, so that one hash is enough: the time of a registration must not show whether its address was
 * registered before. Rivals of earlier versions have salts of their own.
 */
async function comparedWithAll(
  { auth, db }: Pick<RivalDeps, 'auth' | 'db'>,
  userId: string,
  password: string,
  askers: readonly string[],
): Promise<{ found: Found | null; hash: string }> {
  const [own, rivals] = await Promise.all([
    db.account.findFirst({ where: { userId, password: { not: null } }, select: { password: true } }),
    db.rivalRegistration.findMany({ where: { userId }, select: { id: true, password: true } }),
  ]);
  const all = [
    { rivalId: null, stored: own?.password ?? '' },
    ...rivals.map((rival) => ({ rivalId: rival.id, stored: rival.password })),
  ].filter(({ stored }) => stored !== '');
  const { password: passwords } = await auth.$context;
  const salted = all[0]?.stored;
  const hash = await inPasswordTurn(
    () => (salted === undefined ? passwords.hash(password) : hashWithSaltOf(salted, password)),
    askers,
  );
  for (const { rivalId, stored } of all) {
    const isRight = haveOneSalt(stored, hash)
      ? stored === hash
      : await inPasswordTurn(() => passwords.verify({ hash: stored, password }), askers);
    if (isRight) return { found: { rivalId }, hash };
  }
  return { found: null, hash };
}

/** Whether the password belongs to a registration of an unconfirmed address. */
export async function isPasswordOfRival(
  { auth, db }: Pick<RivalDeps, 'auth' | 'db'>,
  { email, password }: { email: string; password: string },
  askers: readonly string[],
): Promise<boolean> {
  const user = await db.user.findFirst({
    where: { email, emailVerified: false, rivals: { some: {} } },
    select: { id: true },
  });
  return user !== null && (await registrationWith({ auth, db }, user.id, password, askers)) !== null;
}

export async function isContested(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  return (await db.rivalRegistration.count({ where: { userId } })) > 0;
}

/**
 * Makes the registration with the password the account's own, and deletes the others. Does nothing for an address that
 * was registered with one password only, and returns false. Run it before the address is confirmed: a rival that comes afterwards does not
 * change the account.
 *
 * @throws DomainError REGISTRATION_PASSWORD_NEEDED, REGISTRATION_PASSWORD_WRONG, TOO_MANY_REQUESTS
 */
export async function proveRegistration(
  deps: RivalDeps & { limiter: RateLimiter },
  userId: string,
  password: string | undefined,
): Promise<boolean> {
  const { auth, db, clock, limiter } = deps;
  if (!(await isContested(db, userId))) return false;
  if (password === undefined) throw new DomainError('REGISTRATION_PASSWORD_NEEDED');
  await limiter.consume('passwordCheckPerUser', userId);
  const found = await registrationWith({ auth, db }, userId, password, [userId]);
  if (!found) throw new DomainError('REGISTRATION_PASSWORD_WRONG');
  await limiter.reset('passwordCheckPerUser', userId);
  await db.$transaction((tx) => settle(tx, userId, found, clock()));
  return true;
}

async function settle(tx: Transaction, userId: string, { rivalId }: Found, now: Date): Promise<void> {
  if (rivalId !== null) {
    const rival = await tx.rivalRegistration.findUnique({ where: { id: rivalId } });
    // Another request has settled the address, or the rival was forgotten, since the password was checked.
    if (!rival) throw new DomainError('UNAVAILABLE');
    const { name, company, mobile, language, password } = rival;
    const { count } = await tx.user.updateMany({
      where: { id: userId, emailVerified: false },
      data: { name, company, mobile, language },
    });
    if (count === 0) throw new DomainError('UNAVAILABLE');
    await tx.account.updateMany({ where: { userId, password: { not: null } }, data: { password } });
    await tx.session.deleteMany({ where: { userId } });
    await tx.verification.deleteMany({ where: { value: userId } });
    await closeOtherWays(tx, userId, now);
  }
  await deleteRivals(tx, userId);
}

export async function deleteRivals(db: Database | Transaction, userId: string): Promise<void> {
  await db.rivalRegistration.deleteMany({ where: { userId } });
}
