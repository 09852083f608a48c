/** Hashes passwords with scrypt. Each hash contains its cost, so that the cost can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createFairTurns } from '#api/domain/fair-turns.ts';
import { limits } from '#contracts/limits.ts';

export type Passwords = {
  hash: (password: string) => Promise<string>;
  verify: (check: { hash: string; password: string }) => Promise<boolean>;
};
type Options = {
  log2N: number;
  /** Called after a successful check of a hash with an outdated cost, with that hash and its replacement. */
  renew: (outdated: string, renewed: string) => Promise<void>;
};
type Cost = { log2N: number; r: number; p: number };
type StoredHash = { cost: Cost; salt: Buffer; key: Buffer };

const SCHEME = 'scrypt';
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/**
 * Cost of better-auth's own hashes, `salt:key` in hexadecimal. The text of the salt, not its decoded bytes, is the
 * salt.
 */
const formerCost: Cost = { log2N: 14, r: 16, p: 1 };

/**
 * Limits concurrent better-auth calls that hash a password. Each such call holds a database transaction from its start,
 * so calls waiting for a hash inside one would exhaust the connections. The limit is per process, as is the memory that
 * a hash needs.
 */
export const inPasswordTurn = createFairTurns({
  atOnceMax: limits.passwordHashesAtOnceMax,
  waitingMax: limits.passwordHashesWaitingMax,
});

export function createPasswords({ log2N, renew }: Options): Passwords {
  const cost: Cost = { log2N, r: 8, p: 1 };
  const hash = async (password: string): Promise<string> => {
    const salt = randomBytes(SALT_BYTES);
    return writeHash({ cost, salt, key: await derive(password, { cost, salt, keyBytes: KEY_BYTES }) });
  };
  return {
    hash,
    verify: async ({ hash: written, password }) => {
      const stored = readHash(written);
      if (stored.key.length < KEY_BYTES) throw new Error('A stored password hash cannot be read.');
      const key = await derive(password, { ...stored, keyBytes: stored.key.length });
      const isRight = timingSafeEqual(key, stored.key);
      if (isSame(stored.cost, cost)) return isRight;
      // The hash is computed for a wrong password too: a faster refusal would reveal that the address has an account.
      const renewed = await hash(password);
      if (isRight) await renew(written, renewed);
      return isRight;
    },
  };
}

/**
 * Hashes a password with the salt and the cost of a stored hash, so that it can be compared with several hashes of one
 * salt at the price of one.
 */
export async function hashWithSaltOf(written: string, password: string): Promise<string> {
  const { cost, salt, key } = readHash(written);
  return writeHash({ cost, salt, key: await derive(password, { cost, salt, keyBytes: key.length }) });
}

/** Whether two hashes have one salt and one cost. */
export const haveOneSalt = (one: string, other: string): boolean =>
  one.slice(0, one.lastIndexOf('$')) === other.slice(0, other.lastIndexOf('$'));

function derive(
  password: string,
  { cost: { log2N, r, p }, salt, keyBytes }: { cost: Cost; salt: Buffer; keyBytes: number },
): Promise<Buffer> {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function writeHash({ cost: { log2N, r, p }, salt, key }: StoredHash): string {
  return [SCHEME, log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function readHash(written: string): StoredHash {
  const [scheme, log2N, r, p, salt = '', key = ''] = written.split('$');
  if (scheme === SCHEME) {
    return {
      cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
      salt: Buffer.from(salt, 'base64url'),
      key: Buffer.from(key, 'base64url'),
    };
  }
  const [formerSalt = '', formerKey = ''] = written.split(':');
  return { cost: formerCost, salt: Buffer.from(formerSalt), key: Buffer.from(formerKey, 'hex') };
}

const isSame = (a: Cost, b: Cost): boolean => a.log2N === b.log2N && a.r === b.r && a.p === b.p;
