/** Personal API tokens: shown once, kept as a digest, found again by it, revoked at any time. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  apiTokensListMax,
  apiTokensMax,
  isApiScope,
  type ApiScope,
  type ApiTokenBody,
  type ApiTokenView,
} from '#contracts/api-tokens.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { ApiToken } from '#prisma/generated/client.ts';
import { lockedUser } from './admin-rights.ts';
import { notify } from './notifications.ts';

const PREFIX = 'chalan_';
const SECRET_BYTES = 32;
/** 62^43 is more than 2^256, 62^6 more than 2^32. */
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const SHOWN_CHARACTERS = PREFIX.length + 4;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`);
const DAY_MS = 24 * 3_600_000;
/** "Last used" is as exact as this, so that not every call writes. */
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

/** Whether a text can be a token at all: a slip of the pen needs no look into the database. */
export function isTokenShaped(text: string): boolean {
  if (!FORM.test(text)) return false;
  const secret = text.slice(PREFIX.length, -CHECKSUM_CHARACTERS);
  return text.endsWith(checksumOf(secret));
}

export function createToken(
  db: Database,
  userId: string,
  wish: ApiTokenBody,
  now: Date,
): Promise<{ token: string; apiToken: ApiTokenView }> {
  const token = newToken();
  return db.$transaction(async (tx) => {
    await lockedUser(tx, userId);
    await requireRoom(tx, userId, now);
    const created = await tx.apiToken.create({
      data: {
        userId,
        name: wish.name,
        scopes: wish.scopes,
        hash: digestOf(token),
        prefix: token.slice(0, SHOWN_CHARACTERS),
        createdAt: now,
        expiresAt: wish.expiresInDays === null ? null : new Date(now.getTime() + wish.expiresInDays * DAY_MS),
      },
    });
    await notify(tx, {
      key: `api_token:${created.id}`,
      userId,
      type: 'other',
      kind: 'token_created',
      values: { name: wish.name },
      actionUrl: '/account/api',
    });
    return { token, apiToken: tokenView(created, now) };
  });
}

/** Ended ones do not count. */
async function requireRoom(tx: Transaction, userId: string, now: Date): Promise<void> {
  const working = await tx.apiToken.count({
    where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  if (working < apiTokensMax) return;
  const message = `You can have ${apiTokensMax} API tokens at a time. Please revoke one first.`;
  throw new DomainError('LIMIT_REACHED', { message });
}

/** Newest first. */
export async function listTokens(db: Database, userId: string, now: Date): Promise<ApiTokenView[]> {
  const tokens = await db.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: apiTokensListMax,
  });
  return tokens.map((token) => tokenView(token, now));
}

/** Works from the next call on. A token that is revoked already stays as it is. */
export async function revokeToken(db: Database, userId: string, id: string, now: Date): Promise<void> {
  const token = await db.apiToken.findFirst({ where: { id, userId } });
  if (!token) throw new DomainError('NOT_FOUND');
  await db.apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
}

export type TokenOwner = {
  tokenId: string;
  scopes: ApiScope[];
  id: string;
  email: string;
  name: string;
  status: string;
  emailVerified: boolean;
};

/** Whose token it is, if it works; its use is noted. */
export async function ownerOfToken(db: Database, token: string, now: Date): Promise<TokenOwner | null> {
  if (!isTokenShaped(token)) return null;
  const found = await db.apiToken.findUnique({ where: { hash: digestOf(token) }, include: { user: true } });
  if (!found || stateOf(found, now) !== 'active' || found.user.deletedAt) return null;
  const { id, lastUsedAt, user } = found;
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > LAST_USED_STEP_MS)
    await db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } });
  return {
    tokenId: id,
    scopes: found.scopes.filter(isApiScope),
    id: user.id,
    email: user.email,
    name: user.name,
    status: user.status,
    emailVerified: user.emailVerified,
  };
}

function stateOf({ revokedAt, expiresAt }: ApiToken, now: Date): ApiTokenView['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'active';
}

function tokenView(token: ApiToken, now: Date): ApiTokenView {
  const { id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    name,
    prefix,
    scopes: scopes.filter(isApiScope),
    state: stateOf(token, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
