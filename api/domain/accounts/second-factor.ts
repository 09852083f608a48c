/** The second factor of signing in: switched on by its owner, asked for with the password, and taken away by the owner or an administrator. */
import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '#api/adapters/vault.ts';
import type { Deps } from '#api/deps.ts';
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import { DomainError } from '#contracts/errors.ts';
import { recoveryCodeCount } from '#contracts/accounts/second-factor.ts';
import type { SecondFactorState, SecondFactorSecret } from '#contracts/calls/account-answers.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { requireFactorLeft } from './admin-factor.ts';
import { lockedUser, requireActingAdmin } from './admin-rights.ts';
import { recordChange, recordOwnChange } from './audit.ts';
import { sealedPlaces } from '#api/domain/portals/sealed-places.ts';
import { closeOtherWays, removeAllPasskeys, type ClosedWays } from './secure-account.ts';
import { base32, otpauthAddress, stepOfCode } from './totp.ts';

type CodeDeps = { db: Database; vault: Vault; limiter: RateLimiter; now: Date };
type Owner = { id: string; email: string; isAdmin: boolean };

/** As RFC 4226 asks for. */
const SECRET_BYTES = 20;
/** 120 bits: a plain digest of so much chance can not be guessed back. */
const RECOVERY_CODE_BYTES = 15;
const bengaliZero = '০'.charCodeAt(0);

export async function secondFactorState(db: Database, userId: string): Promise<SecondFactorState> {
  const factor = await db.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodesLeft = await db.recoveryCode.count({ where: { userId } });
  return { enabled: factor?.confirmedAt != null, recoveryCodesLeft };
}

/** A new secret each time, until a code of it confirms that the app has it. */
export async function beginSecondFactor(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { id: userId, email }: Owner,
): Promise<SecondFactorSecret> {
  const secret = randomBytes(SECRET_BYTES);
  const sealed = await vault.seal(db, secret.toString('base64'), sealedPlaces.secondFactor(userId));
  await db.secondFactor.createMany({ data: { userId, secret: sealed }, skipDuplicates: true });
  const { count } = await db.secondFactor.updateMany({
    where: { userId, confirmedAt: null },
    data: { secret: sealed, lastStep: 0 },
  });
  if (count === 0) throw new DomainError('SECOND_FACTOR_ON');
  return { secret: base32(secret), address: otpauthAddress(secret, email) };
}

/** Answers the recovery codes, which nobody can read again, and what it has closed beside the sessions. */
export async function confirmSecondFactor(
  deps: CodeDeps,
  owner: Owner,
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
    return closeOtherWays(tx, owner.id, now);
  });
  return { recoveryCodes, closed };
}

/**
 * Asked for after the password was right; throws where a second factor is in force and the code is none of its. Answers
 * whether one was proved.
 */
export async function requireSecondFactor(deps: CodeDeps, userId: string, code: string): Promise<boolean> {
  const factor = await deps.db.secondFactor.findUnique({ where: { userId } });
  if (!factor?.confirmedAt) return false;
  if (code === '') throw new DomainError('SECOND_FACTOR_REQUIRED');
  await countedTry(deps, userId, () => takeCode(deps, factor, code));
  return true;
}

/** Its owner gives it up; the password was asked for before. */
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
 * For who has lost the app and the recovery codes. Every session ends: one of them may be the finder's. An administrator's
 * passkeys go as well, since without any of them the account is closed to the password.
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

/** Answers whether one was in force. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const factor = await tx.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  await tx.secondFactor.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  return factor?.confirmedAt != null;
}

/** Counted before it is looked at, so that tries at once don't slip through; wherever they come from. */
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

/** Later steps only: a code that somebody looked at is worth nothing any more. */
async function takeAppCode(
  deps: CodeDeps,
  { userId, secret }: Factor,
  given: string,
  maySealAnew = true,
): Promise<boolean> {
  const { db, vault, now } = deps;
  const opened = await vault.open(db, secret, sealedPlaces.secondFactor(userId));
  const plain = Buffer.from(opened, 'base64');
  const step = stepOfCode(plain, digitsOf(given), now);
  if (step === null) return false;
  const { count } = await db.secondFactor.updateMany({
    where: { userId, secret, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  if (count === 1 || !maySealAnew) return count === 1;
  // The vault's upkeep may have sealed it anew between the two statements, once at most.
  const factor = await db.secondFactor.findUnique({ where: { userId } });
  return factor !== null && factor.secret !== secret && takeAppCode(deps, factor, given, false);
}

/** As people type them: in two groups, or in Bengali digits. */
const digitsOf = (given: string): string =>
  given.replaceAll(/\s/g, '').replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));

async function takeRecoveryCode(db: DatabaseOrTransaction, userId: string, given: string): Promise<boolean> {
  const { count } = await db.recoveryCode.deleteMany({ where: { userId, digest: digestOf(given) } });
  return count === 1;
}

/** Four letters at a time, so that they can be copied by hand. */
const newRecoveryCode = (): string =>
  (base32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');
const digestOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('base64url');
