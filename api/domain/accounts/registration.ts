/** Registers an account, possibly more than once, and verifies it by the link of the last registration. */
import { inPasswordTurn } from '#api/adapters/passwords.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Preferences } from '#contracts/calls/account-answers.ts';
import type { Database } from '#prisma/client.ts';
import { codeOf } from './accounts.ts';
import { registrationMark } from './registration-mark.ts';
import { closeOtherWays } from './secure-account.ts';
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
 * `askers`: see fair-turns.ts.
 */
export async function register(
  deps: RegistrationDeps,
  registration: Registration,
  askers: readonly string[] = [],
): Promise<void> {
  const { auth, db } = deps;
  const { email } = registration;
  if (await replaceUnverified(deps, registration, askers)) return resendVerification(deps, email);
  try {
    const { language, ...person } = registration;
    const body = language === 'bn' ? { ...person, language } : person;
    await inPasswordTurn(() => auth.api.signUpEmail({ body }), askers);
    // Nothing is sent to a verified address.
    await resendVerification(deps, email);
  } catch (error) {
    // Of two simultaneous registrations, the second finds the address taken; the first one's mail is already on its
    // way.
    const taken = await db.user.findUnique({ where: { email }, select: { id: true } });
    if (codeOf(error) !== 'FAILED_TO_CREATE_USER' || !taken) throw error;
  }
}

/**
 * Replaces an unverified registration. Nobody has yet proved ownership of the address, so the last registration
 * counts: the data and the verification links of earlier ones become invalid. Returns false if there is no such
 * account.
 */
async function replaceUnverified(
  { auth, db, clock }: RegistrationDeps,
  { email, password, language, ...person }: Registration,
  askers: readonly string[],
): Promise<boolean> {
  const known = await db.user.findFirst({ where: { email, emailVerified: false }, select: { id: true } });
  if (!known) return false;
  const { id } = known;
  const context = await auth.$context;
  const hash = await inPasswordTurn(() => context.password.hash(password), askers);
  return db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, emailVerified: false },
      data: { ...person, language: language === 'bn' ? language : null, createdAt: clock() },
    });
    if (count === 0) return false;
    await tx.account.updateMany({ where: { userId: id, password: { not: null } }, data: { password: hash } });
    await tx.session.deleteMany({ where: { userId: id } });
    await tx.verification.deleteMany({ where: { value: id } });
    await closeOtherWays(tx, id, clock());
    return true;
  });
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

/** Verifies an address. A link may be opened again: a user who is already verified gets the same answer. */
export async function verifyEmail(deps: RegistrationDeps, token: string): Promise<{ email: string }> {
  const { auth, db } = deps;
  const claims = claimsIn(token);
  await refuseEarlierLink(db, claims);
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
  // Repeated on every visit, since the process may have died between the verification and the first grant.
  await grantTrialOnce(deps, user);
  return { email };
}

async function refuseEarlierLink(db: Database, { email, registration }: Claims): Promise<void> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (!user || user.emailVerified) return;
  if (registration !== (await registrationMark(db, user.id)))
    throw new DomainError('INVALID_VERIFICATION_LINK');
}

async function expiredLink(db: Database, email: string): Promise<{ email: string }> {
  const user = await db.user.findUnique({ where: { email }, select: { emailVerified: true } });
  if (!user?.emailVerified) throw new DomainError('VERIFICATION_LINK_EXPIRED', { details: { email } });
  return { email };
}

type Claims = { email: string; registration: string | undefined };

/**
 * Reads the claims in a link's token; better-auth checks its signature. Returns empty claims if the text is not a
 * token.
 */
function claimsIn(token: string): Claims {
  try {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    const { email, registration } = JSON.parse(payload) as Partial<Record<keyof Claims, unknown>>;
    return {
      email: typeof email === 'string' ? email : '',
      registration: typeof registration === 'string' ? registration : undefined,
    };
  } catch {
    return { email: '', registration: undefined };
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
