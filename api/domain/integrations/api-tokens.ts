/** Personal API tokens: shown once, stored as a digest by which they are found, and revocable at any time. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DAY_MS } from '#contracts/durations.ts';
import {
  apiTokensListMax,
  apiTokensMax,
  isApiScope,
  type ApiScope,
  type ApiTokenRequest,
} from '#contracts/integrations/api-tokens.ts';
import type { ApiTokenView } from '#contracts/calls/integrations-answers.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { ApiToken } from '#prisma/generated/client.ts';
import { findService } from '#services/catalogue.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { requireSession, type SessionCaller } from '#api/domain/accounts/sessions.ts';
import type { TokenGrant } from '#api/domain/accounts/customers.ts';
import { usedByTokens } from '#api/domain/credits/ledger.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

const PREFIX = 'chalan_';
const SECRET_BYTES = 32;
/** 62^43 exceeds 2^256, and 62^6 exceeds 2^32. */
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const SHOWN_CHARACTERS = PREFIX.length + 4;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`);
/** Precision of "last used", so that not every call writes to the database. */
const LAST_USED_STEP_MS = 60_000;

function base62(number: bigint, characters: number): string {
  let rest = number;
  let text = '';
  for (let place = 0; place < characters; place += 1) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), CHECKSUM_CHARACTERS);
const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function newToken(): string {
  const number = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  const secret = base62(number, SECRET_CHARACTERS);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** Returns whether a text can be a token, so that a typing error needs no database query. */
export function isTokenShaped(text: string): boolean {
  if (!FORM.test(text)) return false;
  const secret = text.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  return text.endsWith(checksumOf(secret));
}

/**
 * Creates a token and notifies its owner. Only this result contains the token itself.
 *
 * @throws DomainError SERVICE_NOT_FOUND, LIMIT_REACHED if the user has the maximum number of tokens, or UNAUTHENTICATED
 * if the session has ended
 */
export async function createToken(
  db: Database,
  caller: SessionCaller,
  request: ApiTokenRequest,
  now: Date,
): Promise<{ token: string; apiToken: ApiTokenView }> {
  const unknown = request.serviceIds?.some((id) => !findService(id));
  if (unknown) throw new DomainError('SERVICE_NOT_FOUND');
  const token = newToken();
  const { id: userId } = caller;
  return db.$transaction(async (tx) => {
    await lockedUser(tx, userId);
    await requireSession(tx, caller);
    await requireRoom(tx, userId, now);
    const created = await tx.apiToken.create({
      data: {
        userId,
        name: request.name,
        scopes: request.scopes,
        hash: digestOf(token),
        prefix: token.slice(0, SHOWN_CHARACTERS),
        createdAt: now,
        expiresAt: new Date(now.getTime() + request.expiresInDays * DAY_MS),
        serviceIds: request.serviceIds ?? [],
        creditCap: request.creditCap === null ? null : BigInt(hundredthsFromCredits(request.creditCap)),
        addressRanges: request.addressRanges,
      },
    });
    await notify(tx, {
      key: `api_token:${created.id}`,
      userId,
      type: 'other',
      kind: 'token_created',
      values: { name: request.name },
      actionUrl: '/account/api',
    });
    return { token, apiToken: tokenView(created, 0n, now) };
  });
}

/** Throws if the user has the maximum number of tokens; ended ones do not count. */
async function requireRoom(tx: Transaction, userId: string, now: Date): Promise<void> {
  const working = await tx.apiToken.count({
    where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  if (working < apiTokensMax) return;
  throw refusal('LIMIT_REACHED', integrationMessages.tooManyTokens({ most: apiTokensMax }));
}

/** Returns the credits in hundredths that the token's cap still allows; null for a token without a cap. */
export async function creditsLeftOf(db: Database, tokenId: string): Promise<bigint | null> {
  const { creditCap } = await db.apiToken.findUniqueOrThrow({ where: { id: tokenId } });
  return creditCap === null ? null : creditCap - ((await usedByTokens(db, [tokenId])).get(tokenId) ?? 0n);
}

/** Lists tokens, newest first. */
export async function listTokens(db: Database, userId: string, now: Date): Promise<ApiTokenView[]> {
  const tokens = await db.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: apiTokensListMax,
  });
  const used = await usedByTokens(
    db,
    tokens.map(({ id }) => id),
  );
  return tokens.map((token) => tokenView(token, used.get(token.id) ?? 0n, now));
}

/** Revokes a token with effect from the next call. Idempotent. */
export async function revokeToken(db: Database, userId: string, id: string, now: Date): Promise<void> {
  const token = await db.apiToken.findFirst({ where: { id, userId } });
  if (!token) throw new DomainError('NOT_FOUND');
  await db.apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

type TokenOwner = {
  grant: TokenGrant;
  scopes: ApiScope[];
  addressRanges: string[];
  lastUsedAt: Date | null;
  id: string;
  email: string;
  name: string;
  status: string;
  emailVerified: boolean;
};

type FoundToken = Omit<TokenOwner, 'grant' | 'scopes'> &
  Pick<ApiToken, 'scopes' | 'serviceIds' | 'revokedAt' | 'expiresAt'> & { tokenId: string };

/** Returns the owner of a token; null if the token is not valid. */
export async function ownerOfToken(db: Database, token: string, now: Date): Promise<TokenOwner | null> {
  if (!isTokenShaped(token)) return null;
  // One statement with its user, because every call with a token asks.
  const [found] = await db.$queryRaw<FoundToken[]>`
    SELECT t.id AS "tokenId", t.scopes, t.service_ids AS "serviceIds", t.address_ranges AS "addressRanges",
      t.revoked_at AS "revokedAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
      u.id, u.email, u.name, u.status, u.email_verified AS "emailVerified"
    FROM api_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.hash = ${digestOf(token)} AND u.deleted_at IS NULL`;
  if (!found) return null;
  const { tokenId, serviceIds, scopes, revokedAt, expiresAt, ...owner } = found;
  if (stateOf({ revokedAt, expiresAt }, now) !== 'active') return null;
  return {
    ...owner,
    grant: { tokenId, serviceIds: chosenServices(serviceIds) },
    scopes: scopes.filter(isApiScope),
  };
}

/** Records the time and address of the last use. */
export async function noteUse(
  db: Database,
  { grant, lastUsedAt }: Pick<TokenOwner, 'grant' | 'lastUsedAt'>,
  use: { now: Date; address: string },
): Promise<void> {
  if (lastUsedAt && use.now.getTime() - lastUsedAt.getTime() <= LAST_USED_STEP_MS) return;
  await db.apiToken.updateMany({
    where: { id: grant.tokenId },
    data: { lastUsedAt: use.now, lastUsedAddress: use.address },
  });
}

/** A token without a list is valid for all services. */
const chosenServices = (serviceIds: string[]): string[] | null => (serviceIds.length > 0 ? serviceIds : null);

function stateOf(
  { revokedAt, expiresAt }: Pick<ApiToken, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiTokenView['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

function tokenView(token: ApiToken, usedHundredths: bigint, now: Date): ApiTokenView {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, creditCap } = token;
  return {
    id,
    name,
    prefix,
    scopes: scopes.filter(isApiScope),
    state: stateOf(token, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    serviceIds: chosenServices(token.serviceIds),
    creditCap: creditCap === null ? null : creditsFromHundredths(creditCap),
    creditsUsed: creditsFromHundredths(usedHundredths),
    addressRanges: token.addressRanges,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lastUsedAddress: token.lastUsedAddress,
  };
}

/** Deletes tokens that were revoked or expired before the given time. */
export async function deleteEndedTokens(db: Database, before: Date): Promise<void> {
  await db.apiToken.deleteMany({
    where: { OR: [{ revokedAt: { lt: before } }, { expiresAt: { lt: before } }] },
  });
}
