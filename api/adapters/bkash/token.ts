/**
 * Shares one bKash token between all processes: it is sealed in a database row, with a lease for the process that
 * requests a new token, and a circuit breaker. A new token is always granted, never refreshed: bKash blocks a merchant
 * at the third refresh within an hour.
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Vault } from '#api/adapters/vault.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { failureOf } from './envelopes.ts';
import { decideToken, recentGrants, type TokenRow } from './token-rules.ts';
import type { BkashFailure } from './types.ts';

/** `sealed` identifies the token in the shared row. */
export type Token = { value: string; sealed: string; expiresAt: Date };
type TokenAnswer = { ok: true; token: Token } | { ok: false; failure: BkashFailure };
/** `sent`: bKash may have counted the grant. */
export type Granted =
  | { ok: true; value: string; lifeMs: number }
  | { ok: false; sent: boolean; failure: BkashFailure };

export type Tokens = {
  /** Returns a usable token; `rejected` is one that bKash no longer accepts. */
  current: (rejected?: Token) => Promise<TokenAnswer>;
  /** Withdraws a token from all processes, unless it was already replaced. */
  invalidate: (token: Token) => Promise<void>;
};

const BREAKER_MS = 5 * 60_000;
const POLL_MS = 200;
/** Added to the time limit of a grant. */
const LEASE_SPARE_MS = 10_000;

/** Processes with the same `account` share one token. */
export function createTokens(options: {
  db: Database;
  vault: Vault;
  /** The values that distinguish one merchant account from another. */
  account: string[];
  now: () => Date;
  grantTimeoutMs: number;
  grant: () => Promise<Granted>;
}): Tokens {
  const { db, vault, now } = options;
  const merchant = createHash('sha256').update(options.account.join('\n')).digest('hex').slice(0, 32);
  const binding = sealBindings.bkashToken(merchant);
  const leaseMs = options.grantTimeoutMs + LEASE_SPARE_MS;
  const stored = storedToken({ db, merchant, now, leaseMs });
  let memory: Token | undefined;
  let pending: Promise<TokenAnswer> | undefined;

  const current = async (rejected?: Token): Promise<TokenAnswer> => {
    if (memory && memory.sealed !== rejected?.sealed && isFresh(memory)) return { ok: true, token: memory };
    const found = await shared();
    // A concurrent read of the row may have begun before the token was withdrawn, so the row is read once more.
    return found.ok && found.token.sealed === rejected?.sealed ? shared() : found;
  };

  const isFresh = (token: Token): boolean =>
    decideToken({ ...emptyRow, sealedToken: token.sealed, expiresAt: token.expiresAt }, now()).step === 'use';

  /** Concurrent calls of one process share one read of the row and one wait. */
  const shared = (): Promise<TokenAnswer> => {
    pending ??= loadToken(source)
      .then(remember)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };

  const open = async (row: TokenRow): Promise<Token | null> => {
    const { sealedToken: sealed, expiresAt } = row;
    if (!sealed || !expiresAt) return null;
    if (memory?.sealed === sealed) return memory;
    try {
      return { value: await vault.open(db, sealed, binding), sealed, expiresAt };
    } catch {
      return null;
    }
  };

  const source: TokenSource = {
    stored,
    open,
    now,
    seal: (value) => vault.seal(db, value, binding),
    grant: options.grant,
    pollsMax: Math.ceil(leaseMs / POLL_MS),
  };

  const remember = (answer: TokenAnswer): TokenAnswer => {
    if (answer.ok) memory = answer.token;
    return answer;
  };

  const invalidate = async (token: Token): Promise<void> => {
    if (memory?.sealed === token.sealed) memory = undefined;
    await stored.remove(token.sealed);
  };

  return { current, invalidate };
}

/** Where a token comes from: the shared row, or a new grant. */
type TokenSource = {
  stored: StoredToken;
  now: () => Date;
  /** Returns null if the text was sealed with a key that no longer exists. */
  open: (row: TokenRow) => Promise<Token | null>;
  seal: (value: string) => Promise<string>;
  grant: () => Promise<Granted>;
  /** How often the row is read while another process requests a token. */
  pollsMax: number;
};

async function loadToken(source: TokenSource): Promise<TokenAnswer> {
  const { stored, now, open, pollsMax } = source;
  for (let poll = 0; poll < pollsMax; poll += 1) {
    const row = await stored.read();
    const { step, livesYet } = decideToken(row, now());
    if (step === 'grant') {
      const lease = await stored.claim();
      const granted = lease === null ? null : await grantUnder(lease, source);
      // An old token that is still valid is better than none.
      if (granted?.ok || (granted && !livesYet)) return granted;
    }
    if (step === 'use' || livesYet) {
      const token = await open(row);
      if (token) return { ok: true, token };
      await stored.remove(row.sealedToken);
    } else if (step === 'refuse') return { ok: false, failure: failureOf('unreachable') };
    else if (step === 'wait') await sleep(POLL_MS);
  }
  return { ok: false, failure: failureOf('unreachable') };
}

async function grantUnder(
  leaseOwner: string,
  { stored, now, seal, grant }: TokenSource,
): Promise<TokenAnswer> {
  const at = now();
  const granted = await grant();
  if (granted.ok) {
    const expiresAt = new Date(at.getTime() + granted.lifeMs);
    const sealed = await seal(granted.value);
    await stored.endLease(leaseOwner, { sealedToken: sealed, expiresAt, blockedUntil: null });
    return { ok: true, token: { value: granted.value, sealed, expiresAt } };
  }
  // A grant that was never sent is not counted by bKash and is no reason to open the breaker.
  if (granted.sent)
    await stored.endLease(leaseOwner, { blockedUntil: new Date(now().getTime() + BREAKER_MS) });
  else await stored.endLease(leaseOwner, { grants: (await stored.read()).grants.slice(0, -1) });
  return { ok: false, failure: granted.failure };
}

/** The row that all processes of a merchant account share. */
type StoredToken = {
  read: () => Promise<TokenRow>;
  /** Returns the lease's owner id, or null if another process was faster. The grant is counted before it is sent. */
  claim: () => Promise<string | null>;
  /** Writes what became of a grant. A holder whose lease has expired changes nothing. */
  endLease: (leaseOwner: string, data: Prisma.BkashTokenUpdateManyMutationInput) => Promise<void>;
  /** Removes the token, unless it was already replaced. */
  remove: (sealedToken: string | null) => Promise<void>;
};

function storedToken({
  db,
  merchant,
  now,
  leaseMs,
}: {
  db: Database;
  merchant: string;
  now: () => Date;
  leaseMs: number;
}): StoredToken {
  const readFrom = async (from: DatabaseOrTransaction): Promise<TokenRow> =>
    (await from.bkashToken.findUnique({ where: { merchant } })) ?? emptyRow;
  return {
    read: () => readFrom(db),
    claim: async () => {
      await db.bkashToken.createMany({ data: [{ merchant }], skipDuplicates: true });
      return db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM bkash_tokens WHERE merchant = ${merchant} FOR UPDATE`;
        const row = await readFrom(tx);
        const at = now();
        if (decideToken(row, at).step !== 'grant') return null;
        const leaseOwner = randomUUID();
        const leaseUntil = new Date(at.getTime() + leaseMs);
        const grants = [...recentGrants(row.grants, at), at];
        await tx.bkashToken.update({ where: { merchant }, data: { leaseOwner, leaseUntil, grants } });
        return leaseOwner;
      });
    },
    endLease: async (leaseOwner, data) => {
      const free = { leaseOwner: null, leaseUntil: null };
      await db.bkashToken.updateMany({ where: { merchant, leaseOwner }, data: { ...data, ...free } });
    },
    remove: async (sealedToken) => {
      await db.bkashToken.updateMany({
        where: { merchant, sealedToken },
        data: { sealedToken: null, expiresAt: null },
      });
    },
  };
}

const emptyRow: TokenRow = {
  sealedToken: null,
  expiresAt: null,
  leaseUntil: null,
  grants: [],
  blockedUntil: null,
};
