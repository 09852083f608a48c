/** The acts that may require two administrators, as they are requested and stored, and what each must be able to do. */
import type { Deps } from '#api/deps.ts';
import type { Weight } from '#api/domain/accounts/alone-limits.ts';
import type { SettingsChange, SettingsRequest } from '#api/domain/site/settings.ts';
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import type { AuditValues } from '#contracts/accounts/audit.ts';
import type { AloneLimits, User } from '#contracts/calls/accounts-answers.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import type { BankAddress } from '#contracts/portals/banks.ts';
import type { Transaction } from '#prisma/client.ts';
import type { PaymentRefund } from '#prisma/generated/client.ts';
import type { HeldDecision } from '#workflows/purchase-messages.ts';
import type { AskedUserChange } from './asked-user-change.ts';

/** Requests are stored in these words, of which `wish` and `wishes` stand for a change. */
export type RequestedChanges = {
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

export type Effect<Kind extends ApprovalKind> = {
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

export const nothingAfter = async (): Promise<void> => {};
