/**
 * A change of a user that waits for a second administrator: what was seen when it was asked for, and how it is applied
 * to what is there when it is confirmed.
 */
import type { AuditValues } from '#contracts/accounts/audit.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { lockedBalanceAsSeen, type UserChangeRequest } from '#api/domain/accounts/admin-users.ts';
import { lockedBalance } from '#api/domain/credits/ledger.ts';

/**
 * The state when the change was requested. `creditsHundredths` is the difference from the balance at that time, which
 * is `balanceHundredths`; requests of an earlier release do not have it.
 */
type Seen = { isAdmin: boolean; status: string; creditsHundredths: number; balanceHundredths?: number };

/** Requests are stored in these words, of which `wish` stands for a change. */
export type AskedUserChange = { userId: string; wish: UserChangeRequest; seen?: Seen };

/** Throws NOT_FOUND, also for a deleted account. */
export async function knownUser(
  db: DatabaseOrTransaction,
  userId: string,
): Promise<{ isAdmin: boolean; status: string }> {
  const user = await db.user.findUnique({ where: { id: userId, deletedAt: null } });
  if (!user) throw new DomainError('NOT_FOUND');
  return user;
}

/** Returns the values that the second administrator and the audit log show. */
export function valuesOfUserChange({ wish, seen }: AskedUserChange): AuditValues {
  const { credits: _credits, seenCredits: _seen, ...fields } = wish;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(seen ? balanceValues(seen) : {}) };
}

function balanceValues({ creditsHundredths, balanceHundredths }: Seen): AuditValues {
  if (creditsHundredths === 0) return {};
  const credits = (hundredths: number): number => creditsFromHundredths(BigInt(hundredths));
  const creditsChange = credits(creditsHundredths);
  if (balanceHundredths === undefined) return { creditsChange };
  const after = credits(balanceHundredths + creditsHundredths);
  return { creditsChange, balance: `${credits(balanceHundredths)} → ${after}` };
}

/** Returns the difference between the requested and the current balance; 0 if no balance is requested. */
export async function creditsDifference(
  tx: Transaction,
  { userId, wish: change }: AskedUserChange,
): Promise<bigint> {
  if (change.credits === undefined) return 0n;
  return BigInt(hundredthsFromCredits(change.credits)) - (await lockedBalance(tx, userId));
}

/** Throws BALANCE_CHANGED if the balance that the administrator saw is no longer the current one. */
export async function requireSeenBalance(tx: Transaction, { userId, wish }: AskedUserChange): Promise<void> {
  if (wish.credits !== undefined) await lockedBalanceAsSeen(tx, userId, wish.seenCredits);
}

/** Returns the change as it is stored: in place of a balance, its difference from the current one. */
export async function withWhatWasSeen<Given extends AskedUserChange>(
  tx: Transaction,
  given: Given,
): Promise<Given> {
  const { isAdmin, status } = await knownUser(tx, given.userId);
  const { credits, seenCredits: _seen, ...wish } = given.wish;
  if (credits === undefined) return { ...given, wish, seen: { isAdmin, status, creditsHundredths: 0 } };
  const balanceHundredths = Number(await lockedBalance(tx, given.userId));
  const creditsHundredths = hundredthsFromCredits(credits) - balanceHundredths;
  return { ...given, wish, seen: { isAdmin, status, creditsHundredths, balanceHundredths } };
}

/**
 * Reapplies the requested difference to the current balance, which may have changed before confirmation. Throws if
 * rights have changed meanwhile.
 */
export async function reapplied(
  tx: Transaction,
  { userId, wish: change, seen }: AskedUserChange,
): Promise<UserChangeRequest> {
  if (!seen) return change;
  const user = await knownUser(tx, userId);
  if (user.isAdmin !== seen.isAdmin || user.status !== seen.status)
    throw new DomainError('APPROVAL_OUTDATED');
  if (seen.creditsHundredths === 0) return change;
  const balance = await lockedBalance(tx, userId);
  const requested = balance + BigInt(seen.creditsHundredths);
  if (requested < 0n) throw new DomainError('INSUFFICIENT_CREDITS');
  return {
    ...change,
    credits: creditsFromHundredths(requested),
    seenCredits: creditsFromHundredths(balance),
  };
}
