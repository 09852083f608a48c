/**
 * Limits what one administrator may do alone: amounts up to the settings' limits within 24 hours. Changes to prices
 * and to administrators' rights always require two, except that one administrator may suspend another at once.
 */
import type { Deps } from '#api/deps.ts';
import type { AloneLimits } from '#contracts/calls/accounts-answers.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { limits } from '#contracts/limits.ts';
import { bdtFromPoisha, poishaFromBdt } from '#contracts/payments/purchase-rules.ts';
import { DomainError } from '#contracts/errors.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { adminsNeedFactor, hasFactorSql } from './admin-factor.ts';
import { recordChange } from './audit.ts';
import { Prisma } from '#prisma/generated/client.ts';

export type AloneDeps = Pick<Deps, 'env' | 'clock'>;
/**
 * `isAboutRights`: who is an administrator, or what protects that. `isAboutPrices`: what credits buy, which moves
 * more money than any gift. Both require two administrators regardless of the limits.
 */
export type Weight = {
  isAboutRights?: boolean;
  isAboutPrices?: boolean;
  creditsHundredths?: bigint;
  refundPoisha?: bigint;
  /** An administrator who is suspended or activated, without any other change of rights. */
  standing?: { userId: string; status: string };
};
export type Act = { adminId: string; key: string; subject: string; reason: string };

/** Returns the limits in credits and taka. */
export async function aloneLimits(db: DatabaseOrTransaction): Promise<AloneLimits> {
  const settings = await db.settings.findUniqueOrThrow({ where: { id: 1 } });
  return {
    creditsMax: creditsFromHundredths(settings.aloneCreditsMaxHundredths),
    refundBdtMax: bdtFromPoisha(settings.aloneRefundMaxPoisha),
  };
}

/** Stores the limits, given in credits and taka. The caller records the change in the audit log. */
export async function storeAloneLimits(tx: Transaction, requested: AloneLimits): Promise<void> {
  await tx.settings.update({
    where: { id: 1 },
    data: {
      aloneCreditsMaxHundredths: hundredthsFromCredits(requested.creditsMax),
      aloneRefundMaxPoisha: poishaFromBdt(requested.refundBdtMax) ?? 0,
    },
  });
}

/**
 * Returns whether another administrator exists who can sign in to the administration and so confirm. One who was
 * suspended by a single administrator still counts for some days: otherwise, whoever suspends the only other
 * administrator could do everything alone.
 */
export async function hasSecondAdministrator(
  db: DatabaseOrTransaction,
  { env, clock }: AloneDeps,
  adminId: string,
): Promise<boolean> {
  const proof = adminsNeedFactor(env) ? hasFactorSql : Prisma.sql`true`;
  const [second] = await db.$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u
    WHERE u.is_admin AND u.email_verified AND u.deleted_at IS NULL AND u.id <> ${adminId} AND ${proof}
      AND (u.status = 'active' OR EXISTS (
        SELECT FROM alone_moves m WHERE m.suspended_id = u.id AND m.at > ${suspendedSince(clock())}))
    LIMIT 1`;
  return second !== undefined;
}

const suspendedSince = (now: Date): Date => new Date(now.getTime() - limits.suspendedAloneMs);

/**
 * Returns whether one administrator may change another's standing alone, and records it. An account in wrong hands
 * must be closed at once, even by the only other administrator. Each may suspend one within the period, so that nobody
 * removes all others, and any administrator may undo that.
 */
async function mayChangeStanding(
  tx: Transaction,
  now: Date,
  { userId, status }: NonNullable<Weight['standing']>,
  act: Act,
): Promise<boolean> {
  const lately = { at: { gt: suspendedSince(now) } };
  const { key, adminId, subject } = act;
  if (status !== 'suspended') {
    return (await tx.aloneMove.count({ where: { ...lately, suspendedId: userId } })) > 0;
  }
  const earlier = await tx.aloneMove.count({ where: { ...lately, adminId, suspendedId: { not: null } } });
  if (earlier > 0) return false;
  await tx.aloneMove.create({ data: { key, adminId, subject, at: now, suspendedId: userId } });
  return true;
}

/**
 * Returns whether the act must wait for a second administrator, and counts it if not. The transaction locks the
 * administrators, so that concurrent acts of one administrator are counted one after the other. If nobody else could
 * confirm, nothing waits: a platform with one administrator could otherwise not even create a second. The audit log
 * then records this. Throws IDEMPOTENCY_KEY_REUSED if the key belongs to another act.
 */
export async function needsSecond(
  tx: Transaction,
  { env, clock }: AloneDeps,
  weight: Weight,
  act: Act,
): Promise<boolean> {
  const { creditsHundredths = 0n, refundPoisha = 0n } = weight;
  const earlier = await tx.aloneMove.findUnique({ where: { key: act.key } });
  if (earlier) {
    const isSame =
      earlier.subject === act.subject &&
      earlier.creditsHundredths === creditsHundredths &&
      earlier.refundPoisha === refundPoisha;
    if (!isSame) throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    // A repeated call has no further effect.
    return false;
  }
  const isAlways = weight.isAboutRights === true || weight.isAboutPrices === true;
  const isAbove = isAlways || (await isAboveLimits(tx, clock(), weight, act.adminId));
  if (isAbove && (await hasSecondAdministrator(tx, { env, clock }, act.adminId))) {
    const { standing } = weight;
    if (!standing || !(await mayChangeStanding(tx, clock(), standing, act))) return true;
    await noteAlone(tx, act, 'one administrator may suspend another, and undo it');
    return false;
  }
  if (creditsHundredths > 0n || refundPoisha > 0n) {
    const { key, adminId, subject } = act;
    await tx.aloneMove.create({
      data: { key, adminId, subject, at: clock(), creditsHundredths, refundPoisha },
    });
  }
  if (isAbove) await noteAlone(tx, act, 'no other administrator can confirm');
  return false;
}

async function isAboveLimits(
  tx: Transaction,
  now: Date,
  { creditsHundredths = 0n, refundPoisha = 0n }: Weight,
  adminId: string,
): Promise<boolean> {
  const settings = await tx.settings.findUniqueOrThrow({ where: { id: 1 } });
  const since = new Date(now.getTime() - limits.aloneWindowMs);
  const { _sum: moved } = await tx.aloneMove.aggregate({
    where: { adminId, at: { gt: since } },
    _sum: { creditsHundredths: true, refundPoisha: true },
  });
  const isAbove = (requested: bigint, before: bigint | null, max: bigint): boolean =>
    requested > 0n && requested + (before ?? 0n) > max;
  return (
    isAbove(creditsHundredths, moved.creditsHundredths, settings.aloneCreditsMaxHundredths) ||
    isAbove(refundPoisha, moved.refundPoisha, settings.aloneRefundMaxPoisha)
  );
}

const noteAlone = (tx: Transaction, { adminId, subject, reason }: Act, why: string): Promise<void> =>
  recordChange(tx, {
    adminId,
    action: 'done without a second administrator',
    subject,
    before: null,
    after: { why },
    reason,
  });

/** Deletes what administrators did alone before the given time; only recent acts count towards the limits. */
export async function deleteAloneMoves(db: DatabaseOrTransaction, before: Date): Promise<void> {
  await db.aloneMove.deleteMany({ where: { at: { lt: before } } });
}
