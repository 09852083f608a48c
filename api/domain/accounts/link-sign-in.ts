/**
 * Signs in by the mailed verification link, once: in the browser that registered the account, which has a cookie that
 * proves it, or with a password that was asked for. Elsewhere the link only verifies, for two reasons. Whoever
 * registers somebody else's address knows the password of an account that its owner would then use after one click;
 * and whoever sends their own link to somebody would have them work in a foreign account.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clientIpHeader } from '#api/adapters/auth.ts';
import { readRegistrationCookie, registrationCookie } from '#api/adapters/registration-cookie.ts';
import type { Deps } from '#api/deps.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { takeUpSession, type SignedIn, type SignInDeps } from './accounts.ts';
import { hasFactor } from './admin-factor.ts';
import { registrationMark } from './registration-mark.ts';
import type { Verified } from './registration.ts';

const PROOF_BYTES = 32;

/** Changes with every registration of the address, like the mark in the link. */
async function proofOf({ auth, db }: Pick<Deps, 'auth' | 'db'>, userId: string): Promise<string> {
  const { secret } = await auth.$context;
  const mark = await registrationMark(db, userId);
  return createHmac('sha256', secret).update(`registration ${userId} ${mark}`).digest('base64url');
}

/**
 * Returns the cookie for a browser that has just registered. `ownId` is the account, if its registration is the one
 * that was sent; all others get a cookie that proves nothing, so that the answer does not say whether there is one.
 */
export async function cookieOfRegistrant(
  deps: Pick<Deps, 'auth' | 'db' | 'env'>,
  ownId: string | null,
): Promise<string> {
  const proof = ownId === null ? randomBytes(PROOF_BYTES).toString('base64url') : await proofOf(deps, ownId);
  return registrationCookie(deps.env, proof);
}

type Caller = { ip: string; userAgent: string; headers: Headers };

/** Returns null if the link only verifies. A link signs in nobody who has been signed in before. */
export async function signInByLink(
  deps: SignInDeps,
  { userId, isOfRegistration, isPasswordProved }: Verified,
  caller: Caller,
): Promise<SignedIn | null> {
  const { db } = deps;
  const isRegistrant = isOfRegistration && (await isProvedBy(deps, userId, caller.headers));
  if (!isRegistrant && !isPasswordProved) return null;
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`link ${userId}`}, 0))::text`;
    return (await isNew(tx, userId)) ? openSession(deps, userId, caller) : null;
  });
}

async function isProvedBy(
  deps: Pick<Deps, 'auth' | 'db' | 'env'>,
  userId: string,
  headers: Headers,
): Promise<boolean> {
  const brought = Buffer.from(readRegistrationCookie(deps.env, headers.get('cookie') ?? ''));
  const proof = Buffer.from(await proofOf(deps, userId));
  return brought.byteLength === proof.byteLength && timingSafeEqual(brought, proof);
}

/** Whether nobody was ever signed in to the account, and it has nothing that a sign-in would have to prove. */
async function isNew(db: DatabaseOrTransaction | Database, userId: string): Promise<boolean> {
  const where = { id: userId, status: 'active', isAdmin: false, deletedAt: null, lastActivity: null };
  const user = await db.user.findFirst({ where: { ...where, sessions: { none: {} } }, select: { id: true } });
  return user !== null && !(await hasFactor(db, userId));
}

async function openSession(deps: SignInDeps, userId: string, caller: Caller): Promise<SignedIn> {
  const headers = new Headers({ [clientIpHeader]: caller.ip, 'user-agent': caller.userAgent });
  const opened = await deps.auth.api.signInByLink({ body: { userId }, headers, returnHeaders: true });
  const session = { userId, token: opened.response.token, cookies: opened.headers.getSetCookie() };
  return takeUpSession(deps, session, caller.headers);
}
