/**
 * Acts that may require two administrators: how much each weighs, and how it is carried out, either at once or when a
 * second administrator has confirmed it. On confirmation everything is checked again in the transaction that closes
 * the request. Decisions about open ends of payments are excluded: they record what bKash's own list says, and the
 * server compares them with it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '#api/deps.ts';
import type { User, AloneLimits } from '#contracts/calls/accounts-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import type { AuditValues } from '#contracts/accounts/audit.ts';
import { hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { poishaFromBdt } from '#contracts/payments/purchase-rules.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';
import type { Transaction } from '#prisma/client.ts';
import type { PaymentRefund } from '#prisma/generated/client.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import { deleteAccountIn, finishDeletion } from './account-deletion.ts';
import { userView } from './accounts.ts';
import {
  creditsDifference,
  knownUser,
  reapplied,
  requireSeenBalance,
  valuesOfUserChange,
  withWhatWasSeen,
  type AskedUserChange,
} from './asked-user-change.ts';
import { refundJob } from '#api/domain/jobs/admin-job-actions.ts';
import { lockedUser } from './admin-rights.ts';
import { adjustUserCredits, applyUserChange, announceUserChanges } from './admin-users.ts';
import { aloneLimits, storeAloneLimits, type Weight } from './alone-limits.ts';
import { recordChange } from './audit.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { secondFactorMail } from './account-mails.ts';
import { knownBank } from '#api/domain/portals/banks.ts';
import { setDeskAddress } from '#api/domain/portals/bank-addresses.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import type { BankAddress } from '#contracts/portals/banks.ts';
import { paidPoishaOf } from '#api/domain/payments/payment-figures.ts';
import {
  checkRefund,
  openRefundIn,
  startRefund,
  startRefundSoon,
} from '#api/domain/payments/payment-refunds.ts';
import { readAttempt } from '#api/domain/payments/purchase-attempt.ts';
import { isDecidable, requireDecidable } from '#api/domain/payments/purchase-settlement.ts';
import { decideHeld } from '#api/domain/payments/purchases.ts';
import { resetSecondFactor } from './second-factor.ts';
import {
  changeOfSettings,
  isAboutPrices,
  updateSettings,
  type SettingsChange,
  type SettingsRequest,
} from '#api/domain/site/settings.ts';

/** Requests are stored in these words, of which `wish` and `wishes` stand for a change. */
type RequestedChanges = {
  credits: { userId: string; operation: 'add' | 'deduct'; credits: number };
  user: AskedUserChange;
  deletion: { userId: string };
  factor_reset: { userId: string };
  payment_refund: { attemptId: string; amountBdt: number; acceptShortfall: boolean };
  job_refund: { jobId: string; credits: number };
  held_payment: { attemptId: string; decision: HeldDecision['decision'] };
  limits: AloneLimits & { seen?: AloneLimits };
  settings: { wishes: SettingsRequest; seen?: SettingsChange };
  bank_address: BankAddress & { bankKey: string; seen?: { address: string | null; hosts: string } };
};
export type Answers = {
  credits: { newBalanceHundredths: bigint };
  user: User;
  deletion: null;
  factor_reset: null;
  payment_refund: PaymentRefund;
  job_refund: { refundedHundredths: bigint };
  held_payment: null;
  limits: null;
  settings: CreditSettings;
  bank_address: null;
};
export type RequestedChange<Kind extends ApprovalKind> = { kind: Kind } & RequestedChanges[Kind];

/** Who requested it, and the idempotency key. */
export type By = { adminId: string; reason: string; key: string };
type Done<Answer> = { answer: Answer; after: () => Promise<void> };

type Effect<Kind extends ApprovalKind> = {
  subject: (change: RequestedChange<Kind>) => string;
  /** The values shown to the second administrator and in the audit log. */
  values: (change: RequestedChange<Kind>) => AuditValues;
  weigh: (tx: Transaction, change: RequestedChange<Kind>) => Promise<Weight>;
  apply: (tx: Transaction, deps: Deps, change: RequestedChange<Kind>, by: By) => Promise<Done<Answers[Kind]>>;
  /** Throws what carrying the request out would throw now, so that no request waits which cannot be carried out. */
  check?: (tx: Transaction, deps: Deps, change: RequestedChange<Kind>, by: By) => Promise<void>;
  /** The request as it is stored, if that is more than what was requested. */
  withWhatWasSeen?: (tx: Transaction, change: RequestedChange<Kind>) => Promise<RequestedChange<Kind>>;
  /** Repeats the steps after the transaction if they were interrupted. Omitted if something else takes care of them. */
  resume?: (deps: Deps, change: RequestedChange<Kind>, by: By) => Promise<void>;
};

const nothingAfter = async (): Promise<void> => {};
const ofUser = ({ userId }: { userId: string }): string => `user/${userId}`;
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

const credits: Effect<'credits'> = {
  subject: ofUser,
  values: ({ operation, credits: amount }) => ({ operation, credits: amount }),
  weigh: async (tx, { userId, credits: amount }) => {
    await knownUser(tx, userId);
    return { creditsHundredths: BigInt(hundredthsFromCredits(amount)) };
  },
  apply: async (tx, _deps, { userId, operation, credits: amount }, { adminId, reason, key }) => {
    const given = { userId, operation, credits: amount, reason, actorId: adminId, key };
    return { answer: await adjustUserCredits(tx, given), after: nothingAfter };
  },
};

const user: Effect<'user'> = {
  subject: ofUser,
  values: valuesOfUserChange,
  weigh: async (tx, given) => {
    const before = await lockedUser(tx, given.userId);
    const { isAdmin = before.isAdmin, status = before.status } = given.wish;
    const isStanding = before.isAdmin && isAdmin && status !== before.status;
    return {
      isAboutRights: isAdmin !== before.isAdmin || isStanding,
      ...(isStanding ? { standing: { userId: given.userId, status } } : {}),
      creditsHundredths: isAdmin ? 0n : absolute(await creditsDifference(tx, given)),
    };
  },
  check: (tx, _deps, given) => requireSeenBalance(tx, given),
  withWhatWasSeen,
  apply: async (tx, deps, given, { adminId, reason }) => {
    const before = await lockedUser(tx, given.userId);
    const effects = await applyUserChange(tx, before, await reapplied(tx, given), { adminId, reason });
    const answer = await userView(tx, given.userId);
    const changed = [{ userId: given.userId, effects }];
    return { answer, after: () => announceUserChanges(deps, changed, { adminId, reason }) };
  },
};

const deletion: Effect<'deletion'> = {
  subject: ofUser,
  values: () => ({}),
  weigh: async (tx, { userId }) => ({ isAboutRights: (await knownUser(tx, userId)).isAdmin }),
  apply: async (tx, deps, { userId }, { adminId, reason }) => {
    const deleted = await deleteAccountIn(tx, deps, { userId, by: { adminId, reason } });
    return { answer: null, after: () => finishDeletion(deps, deleted) };
  },
};

const factorReset: Effect<'factor_reset'> = {
  subject: ofUser,
  values: () => ({}),
  weigh: async (tx, { userId }) => ({ isAboutRights: (await knownUser(tx, userId)).isAdmin }),
  apply: async (tx, { db, mailer, logger }, { userId }, { adminId, reason }) => {
    await resetSecondFactor(tx, userId, { adminId, reason });
    const after = async (): Promise<void> => {
      const to = await db.user.findUniqueOrThrow({ where: { id: userId } });
      mailer
        .send(mailTo(to, secondFactorMail('reset')))
        .catch((error: unknown) => logger.error({ err: error, userId }, 'mail not sent'));
    };
    return { answer: null, after };
  },
};

const poishaOf = (amountBdt: number): bigint => {
  const poisha = poishaFromBdt(amountBdt);
  if (poisha !== null) return BigInt(poisha);
  throw refusal('INVALID_INPUT', paymentMessages.tooManyDecimals());
};
const ofPayment = ({ attemptId }: { attemptId: string }): string => `payment/${attemptId}`;

const paymentRefund: Effect<'payment_refund'> = {
  subject: ofPayment,
  values: ({ amountBdt, acceptShortfall }) => ({ amountBdt, acceptShortfall }),
  weigh: async (tx, { attemptId, amountBdt }) => {
    if ((await tx.paymentAttempt.count({ where: { id: attemptId } })) === 0)
      throw new DomainError('NOT_FOUND');
    return { refundPoisha: poishaOf(amountBdt) };
  },
  check: (tx, { clock }, { amountBdt, ...given }) =>
    checkRefund(tx, { ...given, amountPoisha: poishaOf(amountBdt), now: clock() }),
  apply: async (tx, deps, { attemptId, amountBdt, acceptShortfall }, { adminId, reason, key }) => {
    const given = { attemptId, amountPoisha: poishaOf(amountBdt), acceptShortfall, reason, actorId: adminId };
    const refund = await openRefundIn(tx, { ...given, key, now: deps.clock() });
    return { answer: refund, after: () => startRefundSoon(deps, refund.id) };
  },
  resume: async (deps, _wish, { key }) => {
    const { id } = await deps.db.paymentRefund.findUniqueOrThrow({ where: { key } });
    await startRefund(deps, id);
  },
};

const jobRefund: Effect<'job_refund'> = {
  subject: ({ jobId }) => `job/${jobId}`,
  values: ({ credits: amount }) => ({ credits: amount }),
  weigh: async (tx, { jobId, credits: amount }) => {
    if ((await tx.job.count({ where: { id: jobId } })) === 0) throw new DomainError('NOT_FOUND');
    return { creditsHundredths: BigInt(hundredthsFromCredits(amount)) };
  },
  apply: async (tx, _deps, { jobId, credits: amount }, { adminId, reason, key }) => {
    const amountHundredths = BigInt(hundredthsFromCredits(amount));
    const answer = await refundJob(tx, { jobId, adminId, reason, key, amountHundredths });
    return { answer, after: nothingAfter };
  },
};

const decisionOf = (
  { decision }: RequestedChange<'held_payment'>,
  { adminId, reason }: By,
): HeldDecision => ({
  decision,
  reason,
  actorId: adminId,
});

const decideLater = (deps: Deps, change: RequestedChange<'held_payment'>, by: By): Promise<void> =>
  decideHeld(deps, { attemptId: change.attemptId, ...decisionOf(change, by) });

/** The payment's workflow decides once; repeating the same decision returns the first result. */
const heldPayment: Effect<'held_payment'> = {
  subject: ofPayment,
  values: ({ decision }) => ({ decision }),
  weigh: async (tx, { attemptId, decision }) => {
    const attempt = await tx.paymentAttempt.findUnique({ where: { id: attemptId } });
    if (!attempt) throw new DomainError('NOT_FOUND');
    if (decision === 'credit') return { creditsHundredths: attempt.credits };
    return decision === 'refund' ? { refundPoisha: paidPoishaOf(attempt) } : {};
  },
  check: (tx, _deps, change, by) => requireDecidable(tx, change.attemptId, decisionOf(change, by)),
  apply: async (tx, deps, change, by) => {
    await requireDecidable(tx, change.attemptId, decisionOf(change, by));
    return { answer: null, after: () => decideLater(deps, change, by) };
  },
  resume: async (deps, change, by) => {
    const attempt = await readAttempt(deps.db, change.attemptId);
    // Another decision was faster and stands, so nothing is left to carry out.
    if (isDecidable(attempt, decisionOf(change, by))) await decideLater(deps, change, by);
  },
};

/** A value that was not seen, or that stays, is shown alone. */
const shownChange = (before: number | undefined, after: number): string | number =>
  before === undefined || before === after ? after : `${before} → ${after}`;

const aloneLimit: Effect<'limits'> = {
  subject: () => 'settings',
  values: ({ creditsMax, refundBdtMax, seen }) => ({
    creditsMax: shownChange(seen?.creditsMax, creditsMax),
    refundBdtMax: shownChange(seen?.refundBdtMax, refundBdtMax),
  }),
  weigh: async (tx, requested) => {
    const before = await aloneLimits(tx);
    const isRaised = requested.creditsMax > before.creditsMax || requested.refundBdtMax > before.refundBdtMax;
    return { isAboutRights: isRaised };
  },
  withWhatWasSeen: async (tx, given) => ({ ...given, seen: await aloneLimits(tx) }),
  apply: async (tx, _deps, { creditsMax, refundBdtMax, seen }, { adminId, reason }) => {
    const before = await aloneLimits(tx);
    if (seen && !isDeepStrictEqual(seen, before)) throw new DomainError('APPROVAL_OUTDATED');
    const after = { creditsMax, refundBdtMax };
    await storeAloneLimits(tx, after);
    const change = { adminId, reason, action: 'limits of one administrator changed', subject: 'settings' };
    await recordChange(tx, { ...change, before, after });
    return { answer: null, after: nothingAfter };
  },
};

/**
 * Throws if the settings have changed since the request, so that confirming it overwrites only what the requester
 * saw.
 */
async function requireStillSeen(
  tx: Transaction,
  { wishes: requested, seen }: RequestedChanges['settings'],
): Promise<void> {
  if (!seen) return;
  const now = await changeOfSettings(tx, requested);
  if (!isDeepStrictEqual(now, seen)) throw new DomainError('APPROVAL_OUTDATED');
}

const settings: Effect<'settings'> = {
  subject: () => 'settings',
  values: ({ seen }) =>
    Object.fromEntries(
      Object.entries(seen?.after ?? {}).map(([name, after]) => {
        const before = seen?.before[name];
        return [name, typeof before === 'number' ? `${before} → ${after}` : after];
      }),
    ),
  weigh: async (tx, { wishes: requested }) => {
    const change = await changeOfSettings(tx, requested);
    return { isAboutPrices: change !== null && isAboutPrices(change) };
  },
  withWhatWasSeen: async (tx, given) => {
    const seen = await changeOfSettings(tx, given.wishes);
    return seen ? { ...given, seen } : given;
  },
  apply: async (tx, _deps, change, by) => {
    await requireStillSeen(tx, change);
    return { answer: await updateSettings(tx, change.wishes, by), after: nothingAfter };
  },
};

/** A password is typed where this address leads, so that one administrator alone never sets it. */
const bankAddress: Effect<'bank_address'> = {
  subject: ({ bankKey }) => `bank/${bankKey}`,
  values: ({ address, hosts }) => ({ address, hosts }),
  weigh: async (tx, { bankKey }) => {
    await knownBank(tx, bankKey);
    return { isAboutRights: true };
  },
  withWhatWasSeen: async (tx, given) => {
    const { address, hosts } = await knownBank(tx, given.bankKey);
    return { ...given, seen: { address, hosts } };
  },
  apply: async (tx, deps, change, by) => {
    await setDeskAddress(tx, deps, change, by);
    return { answer: null, after: () => grantFreeLeases(deps, [placeOfBank(change.bankKey)]) };
  },
};

const effects: { [Kind in ApprovalKind]: Effect<Kind> } = {
  credits,
  user,
  deletion,
  factor_reset: factorReset,
  payment_refund: paymentRefund,
  job_refund: jobRefund,
  held_payment: heldPayment,
  limits: aloneLimit,
  settings,
  bank_address: bankAddress,
};

/** The table maps each kind to its own effect, which the compiler cannot infer through an index. */
export const effectOf = <Kind extends ApprovalKind>(kind: Kind): Effect<Kind> => effects[kind];
