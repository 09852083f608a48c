/** Registers accounts, of which several may claim one address, and verifies the address by a mailed link. */
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';
import type { Database } from '#prisma/client.ts';
import { codeOf } from './accounts.ts';
import { registrationMark } from './registration-mark.ts';
import { deleteRivals, proveRegistration, registerAgain } from './rival-registrations.ts';
import { grantTrialOnce } from './trials.ts';

type RegistrationDeps = Pick<Deps, 'auth' | 'db' | 'vault' | 'clock'>;

export type Registration = {
  email: string;
  password: string;
  name: string;
  company: string;
  mobile: string;
  /** Stored only if it is not English, the default language of messages. */
  language: Preferences['language'];
};

/**
 * Registers an account. The response does not reveal whether the address has one; only its owner learns so, by mail.
 * `askers`: see fair-turns.ts. Returns the account's id if its registration is this one, for the registrant's cookie.
 */
export async function register(
  deps: RegistrationDeps,
  registration: Registration,
  askers: readonly string[] = [],
): Promise<string | null> {
  const { auth, db } = deps;
  const { email, language, ...person } = registration;
  const again = { ...person, email, language: language === 'bn' ? language : null };
  const before = await registerAgain(deps, again, askers);
  if (before) {
    await resendVerification(deps, email);
    return before.isOwn ? before.userId : null;
  }
  const body = { ...person, email, ...(language === 'bn' ? { language } : {}) };
  const made = await inPasswordTurn(() => auth.api.signUpEmail({ body }), askers).catch(
    async (error: unknown) => {
      const taken = await db.user.findUnique({ where: { email }, select: { id: true } });
      if (codeOf(error) !== 'FAILED_TO_CREATE_USER' || !taken) throw error;
      return null;
    },
  );
  // For a taken address, better-auth answers with a user that it did not store.
  const isStored = made !== null && (await db.user.count({ where: { id: made.user.id } })) > 0;
  // Of two simultaneous registrations, the second finds the address taken, and is kept as well.
  const beside = isStored ? null : await registerAgain(deps, again, askers);
  // Nothing is sent to a verified address.
  await resendVerification(deps, email);
  if (isStored) return made.user.id;
  return beside?.isOwn ? beside.userId : null;
}

/**
 * Mails a new verification link. Returns normally for an unknown address too, so that accounts cannot be enumerated.
 */
export async function resendVerification(
  { auth }: Pick<RegistrationDeps, 'auth'>,
  email: string,
): Promise<void> {
  await auth.api.sendVerificationEmail({ body: { email } });
}

/**
 * What a link has verified: `isOfRegistration` says that it was mailed for the account's own registration and has not
 * expired, `isPasswordProved` that a password was asked for and right.
 */
export type Verified = {
  email: string;
  userId: string;
  isOfRegistration: boolean;
  isPasswordProved: boolean;
};

/**
 * Verifies an address. A link may be opened again: a user who is already verified gets the same answer. `password` is
 * needed only if the address was registered with several.
 */
export async function verifyEmail(
  deps: RegistrationDeps & { limiter: RateLimiter },
  { token, password }: { token: string; password?: string | undefined },
): Promise<Verified> {
  const { auth, db } = deps;
  const claims = claimsIn(token);
  const unverifiedId = await ownerOfLink(db, claims);
  const isLive = !isExpired(claims, deps.clock());
  const isPasswordProved =
    unverifiedId !== null && isLive && (await proveRegistration(deps, unverifiedId, password));
  try {
    await auth.api.verifyEmail({ query: { token } });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'TOKEN_EXPIRED') return expiredLink(db, claims.email);
    if (code === 'INVALID_TOKEN' || code === 'USER_NOT_FOUND') {
      throw new DomainError('INVALID_VERIFICATION_LINK', { cause: error });
    }
    throw error;
  }
  const { email } = claims;
  const user = await db.user.findUniqueOrThrow({ where: { email } });
  // A rival may have come after the password was proved.
  await deleteRivals(db, user.id);
  // Repeated on every visit, since the process may have died between the verification and the first grant.
  await grantTrialOnce(deps, user);
  const isOfRegistration = isLive && claims.registration === (await registrationMark(db, user.id));
  return { email, userId: user.id, isOfRegistration, isPasswordProved };
}

/**
 * Returns the id of the unverified user of the address, or null if there is none. Throws for a link from before the
 * password was reset. Nobody else can know the mark, so it also keeps forged links from reaching the passwords.
 */
async function ownerOfLink(db: Database, { email, registration }: Claims): Promise<string | null> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (!user || user.emailVerified) return null;
  if (registration !== (await registrationMark(db, user.id)))
    throw new DomainError('INVALID_VERIFICATION_LINK');
  return user.id;
}

const isExpired = ({ expiresAtS }: Claims, now: Date): boolean => expiresAtS * 1_000 <= now.getTime();

async function expiredLink(db: Database, email: string): Promise<Verified> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (!user?.emailVerified) throw new DomainError('VERIFICATION_LINK_EXPIRED', { details: { email } });
  return { email, userId: user.id, isOfRegistration: false, isPasswordProved: false };
}

type Claims = { email: string; registration: string | undefined; expiresAtS: number };

/**
 * Reads the claims in a link's token; better-auth checks its signature. Returns empty claims if the text is not a
 * token.
 */
function claimsIn(token: string): Claims {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    const { email, registration, exp } = JSON.parse(payload) as Record<string, unknown>;
    return {
      email: typeof email === 'string' ? email : '',
      registration: typeof registration === 'string' ? registration : undefined,
      expiresAtS: typeof exp === 'number' ? exp : 0,
    };
  } catch {
    return { email: '', registration: undefined, expiresAtS: 0 };
  }
}

/**
 * Deletes accounts registered before the given time that were never confirmed or used, which frees their email
 * addresses.
 */
export async function deleteUnverified(db: Database, before: Date): Promise<void> {
  await db.$executeRaw`
    DELETE FROM users u
    WHERE NOT email_verified AND NOT is_admin AND deleted_at IS NULL AND created_at < ${before}
      AND NOT EXISTS (SELECT FROM ledger_accounts WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM uploads WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM jobs WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM purchase_orders WHERE user_id = u.id)
      AND NOT EXISTS (SELECT FROM transactions WHERE user_id = u.id)`;
}
