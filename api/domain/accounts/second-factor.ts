/** Two-step sign-in: enabled by the owner, checked after the password, and removed by the owner or an administrator. */
import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '#api/adapters/vault.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import { plainDigits } from '#contracts/digits.ts';
import { DomainError } from '#contracts/errors.ts';
import { recoveryCodeCount } from '#contracts/accounts/second-factor.ts';
import type { SecondFactorState, SecondFactorSecret } from '#contracts/calls/accounts-answers.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { requireFactorLeft } from './admin-factor.ts';
import { lockedUser, requireActingAdmin } from './admin-rights.ts';
import { recordChange, recordOwnChange } from './audit.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { closeOtherWays, removeAllPasskeys, type ClosedWays } from './secure-account.ts';
import { keepOnlySession, type SessionCaller } from './sessions.ts';
import { base32, otpauthAddress, stepOfCode } from './totp.ts';

type CodeDeps = { db: Database; vault: Vault; limiter: RateLimiter; now: Date };
type Owner = { id: string; email: string; isAdmin: boolean };

/** Length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** 120 bits: a plain digest of that much randomness cannot be reversed by guessing. */
const RECOVERY_CODE_BYTES = 15;

/** `enabled` is true once the owner has confirmed the setup with a code. */
export async function secondFactorState(db: Database, userId: string): Promise<SecondFactorState> {
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodesLeft = await db.recoveryCode.count({ where: { userId } });
  return { enabled: factor?.confirmedAt != null, recoveryCodesLeft };
}

/** Creates a new secret on each call, until a code confirms that the app has it. */
export async function beginSecondFactor(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { id: userId, email }: Owner,
): Promise<SecondFactorSecret> {
  const secret = randomBytes(SECRET_BYTES);
  const sealed = await vault.seal(db, secret.toString('base64'), sealBindings.secondFactor(userId));
  await db.secondFactor.createMany({ data: { userId, secret: sealed }, skipDuplicates: true });
  const { count } = await db.secondFactor.updateMany({
    where: { userId, confirmedAt: null },
    data: { secret: sealed, lastStep: 0 },
  });
  if (count === 0) throw new DomainError('SECOND_FACTOR_ON');
  return { secret: base32(secret), address: otpauthAddress(secret, email) };
}

/**
 * Enables the factor, and ends all other sessions and means of access. Returns the recovery codes, which cannot be read
 * again, and the access that was closed. Throws UNAUTHENTICATED if the caller's own session has ended.
 */
export async function confirmSecondFactor(
  deps: CodeDeps,
  owner: Owner & SessionCaller,
  code: string,
): Promise<{ recoveryCodes: string[]; closed: ClosedWays }> {
  const { db, now } = deps;
  const factor = await db.secondFactor.findUnique({ where: { userId: owner.id } });
  if (!factor) throw new DomainError('SECOND_FACTOR_OFF');
  if (factor.confirmedAt) throw new DomainError('SECOND_FACTOR_ON');
  await countedTry(deps, owner.id, () => takeAppCode(deps, factor, code));
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const closed = await db.$transaction(async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { userId: owner.id, confirmedAt: null },
      data: { confirmedAt: now },
    });
    if (count === 0) throw new DomainError('SECOND_FACTOR_ON');
    await tx.recoveryCode.createMany({
      data: recoveryCodes.map((each) => ({ userId: owner.id, digest: digestOf(each) })),
    });
    await recordOwnChange(tx, owner, {
      action: 'second factor switched on',
      before: { secondFactor: false },
      after: { secondFactor: true },
    });
    await keepOnlySession(tx, owner);
    // The sessions end first: after that, nothing new can be opened by them.
    return closeOtherWays(tx, owner.id, now);
  });
  return { recoveryCodes, closed };
}

/**
 * Checks the code after the password was correct. Throws if a second factor is enabled and the code does not match.
 * Returns whether a factor was proved.
 */
export async function requireSecondFactor(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const factor = await deps.db.secondFactor.findUnique({ where: { userId } });
  if (!factor?.confirmedAt) return false;
  if (code === '') throw new DomainError('SECOND_FACTOR_REQUIRED');
  await countedTry(deps, userId, () => takeCode(deps, factor, code));
  return true;
}

/** Disables the owner's second factor; the caller has already checked the password. */
export async function disableSecondFactor(
  deps: CodeDeps & Pick<Deps, 'env'>,
  owner: Owner,
  code: string,
): Promise<void> {
  const factor = await deps.db.secondFactor.findUnique({ where: { userId: owner.id } });
  if (!factor?.confirmedAt) throw new DomainError('SECOND_FACTOR_OFF');
  await countedTry(deps, owner.id, () => takeCode(deps, factor, code));
  await deps.db.$transaction(async (tx) => {
    await removeSecondFactor(tx, owner.id);
    await requireFactorLeft(tx, deps.env, owner.id);
    await recordOwnChange(tx, owner, {
      action: 'second factor switched off',
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });
}

/**
 * Resets the factor of someone who has lost the app and the recovery codes. Ends every session, since one may belong
 * to whoever found them. An administrator's passkeys are removed as well, because while any factor exists, the
 * password alone does not open the administration.
 */
export async function resetSecondFactor(
  tx: Transaction,
  userId: string,
  step: { adminId: string; reason: string },
): Promise<{ email: string }> {
  await requireActingAdmin(tx, step.adminId, userId);
  const { email, isAdmin } = await lockedUser(tx, userId);
  const passkeys = isAdmin ? await removeAllPasskeys(tx, userId) : 0;
  if (!(await removeSecondFactor(tx, userId)) && passkeys === 0) throw new DomainError('SECOND_FACTOR_OFF');
  await tx.session.deleteMany({ where: { userId } });
  await recordChange(tx, {
    ...step,
    action: 'second factor reset',
    subject: `user/${userId}`,
    before: { secondFactor: true },
    after: { secondFactor: false },
  });
  return { email };
}

/** Returns whether a factor was enabled. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const factor = await tx.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return factor?.confirmedAt != null;
}

/**
 * Counts the attempt before checking it, regardless of its origin, so that concurrent attempts cannot bypass the
 * limit.
 */
async function countedTry(
  { limiter }: Pick<CodeDeps, 'limiter'>,
  userId: string,
  take: () => Promise<boolean>,
): Promise<void> {
  await limiter.consume('secondFactorPerUser', userId);
  if (!(await take())) throw new DomainError('SECOND_FACTOR_WRONG');
  await limiter.reset('secondFactorPerUser', userId);
}

type Factor = { userId: string; secret: string };

async function takeCode(deps: CodeDeps, factor: Factor, given: string): Promise<boolean> {
  return (await takeAppCode(deps, factor, given)) || takeRecoveryCode(deps.db, factor.userId, given);
}

/** Accepts only steps later than the last one used, so that an observed code cannot be used again. */
async function takeAppCode(
  deps: CodeDeps,
  { userId, secret }: Factor,
  given: string,
  maySealAnew = true,
): Promise<boolean> {
  const { db, vault, now } = deps;
  const opened = await vault.open(db, secret, sealBindings.secondFactor(userId));
  const plain = Buffer.from(opened, 'base64');
  const step = stepOfCode(plain, digitsOf(given), now);
  if (step === null) return false;
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  if (count === 1 || !maySealAnew) return count === 1;
  // The vault's maintenance may have resealed the secret between the two statements, at most once.
  const factor = await db.secondFactor.findUnique({ where: { userId } });
  return factor !== null && factor.secret !== secret && takeAppCode(deps, factor, given, false);
}

/** Accepts codes as people type them: in two groups, or in Bengali digits. */
const digitsOf = (given: string): string => plainDigits(given.replaceAll(/\s/g, ''));

async function takeRecoveryCode(db: DatabaseOrTransaction, userId: string, given: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { userId, digest: digestOf(given) } });
  return count === 1;
}

/** Groups of four letters, so that they can be copied by hand. */
const newRecoveryCode = (): string =>
  (base32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');
const digestOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('base64url');
