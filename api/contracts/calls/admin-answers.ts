/** Response schemas of the administrators' calls; the types are inferred from them. */
import { z } from 'zod';
import { textOrNullShape } from '#contracts/messages/answers.ts';
import { listedStates } from '#contracts/jobs/admin-jobs.ts';
import { importFields } from '#contracts/accounts/admin-users.ts';
import { approvalNames, approvalStates, type ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import { messageStatuses } from '#contracts/site/contact-rules.ts';
import { incentiveSchemes } from '#contracts/portals/incentive-rates.ts';
import { openEndKinds } from '#contracts/payments/open-end-rules.ts';
import { attemptStates } from '#contracts/payments/payments.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { referenceKinds } from '#contracts/portals/portal-references.ts';
import { user } from './account-answers.ts';
import { jobDetail } from './job-answers.ts';
import { count, credits, moment, optionalMoment } from './parts.ts';

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });
const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.record(z.string(), value.nullable());

/** Replaces the usual response: nothing changes until another administrator has confirmed it. */
export const waitingForSecond = z.object({
  message: z.string(),
  approval: z.object({ id: z.uuid(), expiresAt: moment }),
});

export type WaitingForSecond = z.infer<typeof waitingForSecond>;

const approval = z.object({
  id: z.uuid(),
  kind: z.enum(Object.keys(approvalNames.en) as ApprovalKind[]),
  /** What the request is about, such as `user/…`; `subjectEmail` is set if that is a user. */
  subject: z.string(),
  subjectEmail: z.string().nullable(),
  values,
  reason: z.string(),
  state: z.enum(approvalStates),
  requestedBy: person,
  requestedAt: moment,
  expiresAt: moment,
  decidedBy: person.nullable(),
  decidedAt: optionalMoment,
  decisionReason: z.string(),
  /** Confirmed, but the change could not be made yet; confirming again makes it. */
  isUnfinished: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

/** What one administrator may move within 24 hours without a second administrator. */
const limitsAlone = z.object({
  creditsMax: credits,
  refundBdtMax: z.number(),
});
export type AloneLimits = z.infer<typeof limitsAlone>;

const auditEntry = z.object({
  id: z.string(),
  at: moment,
  /** `name` is empty if the account was deleted, or Chalan acted automatically. */
  admin: person,
  action: z.string(),
  subject: z.string(),
  /** Email address of the user that the subject names, if the user still exists. */
  subjectEmail: z.string().nullable(),
  before: values.nullable(),
  after: values.nullable(),
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const listedState = z.enum(listedStates);
const adminJob = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  serviceName: z.string(),
  fileName: z.string(),
  portal: z.string().nullable(),
  state: listedState,
  errorCode: z.string().nullable(),
  ...textOrNullShape('errorMessage'),
  customer: person,
  rowsTotal: count,
  rowsDone: count,
  rowsFailed: count,
  creditsUsed: credits,
  createdAt: moment,
});
export type AdminJob = z.infer<typeof adminJob>;

/** Number of jobs by state that match the other filters. */
export const stateCount = z.object({ state: listedState, count });
export type StateCount = z.infer<typeof stateCount>;

/** A customer's job with details that only administrators see. */
export const adminJobDetail = jobDetail.extend({
  portal: z.string().nullable(),
  customer: person.extend({ company: z.string(), status: z.string() }),
  attempt: count,
  creditsRefunded: credits,
  /** Credits that can still be returned. */
  creditsRefundable: credits,
  /** Failed rows that can be run again unchanged, or the reason why they cannot. */
  retry: z.object({ rows: count, ...textOrNullShape('refusal') }),
  workflowId: z.string(),
  /** Null if no address of the Temporal UI is configured. */
  temporalUrl: z.string().nullable(),
});
export type AdminJobDetail = z.infer<typeof adminJobDetail>;

/** What a portal showed when a row could not continue; `size` is in bytes. */
export const evidenceFile = z.object({
  id: z.uuid(),
  name: z.string(),
  rowNumber: count.nullable(),
  size: count,
  createdAt: moment,
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

/** What a bulk retry would do. Its id refers to exactly these jobs; null if there are none. */
export const bulkRetryCount = z.object({
  id: z.uuid().nullable(),
  jobs: count,
  rows: count,
  /** Credits that would be reserved on the customers' accounts. */
  credits,
  /** More jobs match than one bulk retry takes; these are the newest ones. */
  isMore: z.boolean(),
  jobsPerMinute: z.number(),
});
export type BulkRetryCount = z.infer<typeof bulkRetryCount>;

export const bulkRetry = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  startedBy: z.string(),
  reason: z.string(),
  total: count,
  retried: count,
  refused: count,
  /** The latest refusals with their reasons. */
  refusals: z.array(z.object({ jobId: z.string(), message: z.string() })),
  startedAt: moment,
  endedAt: optionalMoment,
});
export type BulkRetryProgress = z.infer<typeof bulkRetry>;

/**
 * An open payment problem as administrators see it. `amount` is in BDT; `subject` is the id of one of our refunds or
 * bKash's number of a refund.
 */
const openEnd = z.object({
  id: z.uuid(),
  kind: z.enum(openEndKinds),
  subject: z.string(),
  amount: z.number(),
  detail: z.string().nullable(),
  openedAt: moment,
});
export type OpenEnd = z.infer<typeof openEnd>;

/** A refund in bKash's list. `isKnown`: one of our refunds has this number. The amount is in BDT. */
export const listedRefund = z.object({
  refundTrxId: z.string(),
  amount: z.number().nullable(),
  completedAt: z.string().nullable(),
  isKnown: z.boolean(),
});
export type ListedRefund = z.infer<typeof listedRefund>;

/**
 * Amounts are in BDT, credits in credits. `orderNumber` is the customer's number; `invoice` is the one that bKash has.
 */
const adminPayment = z.object({
  id: z.uuid(),
  userId: z.string(),
  email: z.string(),
  invoice: z.string(),
  orderNumber: z.string(),
  paymentId: z.string().nullable(),
  trxId: z.string().nullable(),
  amount: z.number(),
  credits,
  state: z.enum(attemptStates),
  heldReason: z.string().nullable(),
  /** What bKash reported about a held payment, beside what was agreed. */
  held: z
    .object({
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      invoice: z.string().nullable(),
      trxId: z.string().nullable(),
      decision: z.string().nullable(),
    })
    .nullable(),
  message: z.string().nullable(),
  refunded: z.number(),
  receiptNumber: count.nullable(),
  createdAt: moment,
  paidAt: optionalMoment,
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: z.number(),
      creditsTaken: credits,
      state: z.string(),
      reason: z.string(),
      createdAt: moment,
    }),
  ),
  /** Problems that need a decision, oldest first. */
  openEnds: z.array(openEnd),
});
export type AdminPayment = z.infer<typeof adminPayment>;

/** A notification from bKash that matches no paid attempt; `attemptId` is the attempt that it names, if any. */
export const unmatchedNotice = z.object({
  messageId: z.string(),
  trxId: z.string(),
  invoice: z.string().nullable(),
  amount: z.number(),
  receivedAt: moment,
  attemptId: z.string().nullable(),
  userId: z.string().nullable(),
  state: z.enum(attemptStates).nullable(),
});
export type UnmatchedNotice = z.infer<typeof unmatchedNotice>;

/**
 * Per cent of net FOB for shipments on these days, both included; without an end the rate applies until further notice.
 */
export const rate = z.object({
  id: z.uuid(),
  scheme: z.enum(incentiveSchemes),
  ratePercent: z.number(),
  validFrom: z.iso.date(),
  validTo: z.iso.date().nullable(),
});
export type IncentiveRate = z.infer<typeof rate>;

export const portalBoardEntry = z.object({
  portal: z.string(),
  label: z.string(),
  state: z.enum(['up', 'degraded', 'down', 'paused']),
  /** When this state began; null if no other state was ever seen. */
  since: optionalMoment,
  /** The reason for the pause, or what the portal last reported. */
  detail: z.string(),
  /** Name of the administrator, or `Chalan` if the portal changed; null while it is open. */
  pausedBy: z.string().nullable(),
  jobs: z.object({ running: count, queued: count, parked: count }),
  services: z.array(z.string()),
});
export type PortalBoardEntry = z.infer<typeof portalBoardEntry>;

/** A company that has the reference. */
export const referenceOwner = z.object({
  kind: z.enum(referenceKinds),
  value: z.string(),
  userId: z.string(),
  email: z.string(),
  company: z.string(),
  /** When the portal showed it to the company, or an administrator assigned it. */
  provedAt: moment,
});
export type ReferenceOwnerView = z.infer<typeof referenceOwner>;

/** A message as administrators see it (spec section 3). */
export const contactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(messageStatuses),
  submitted_at: moment,
});
export type ContactMessage = z.infer<typeof contactMessage>;

/** `hasSecondFactor`: the user has a passkey or two-step sign-in, without which an administrator cannot do anything. */
const listedUser = user.extend({ hasSecondFactor: z.boolean() });
export type ListedUser = z.infer<typeof listedUser>;

export const importPlan = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      fields: z.array(z.object({ field: z.enum(importFields), before: value, after: value })),
    }),
  ),
  unchanged: count,
  /** Lines that change nothing, with the reason; `own` is the role or status of the importing administrator. */
  skipped: z.array(z.object({ user: z.string(), why: z.enum(['unknown', 'repeated', 'own']) })),
  digest: z.string(),
});
export type ImportPlan = z.infer<typeof importPlan>;

/** A company's portal login as administrators see it, without user name and password. */
export const managedLogin = z.object({
  portal: z.enum(credentialPortals),
  updated_at: moment,
  consent_at: optionalMoment,
  managed: z.boolean(),
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
});
export type ManagedLogin = z.infer<typeof managedLogin>;

export const usersAnswer = z.object({ users: z.array(listedUser), totalCount: count });
export type UsersAnswer = z.infer<typeof usersAnswer>;

export const usersExport = z.object({ exportedAt: moment, users: z.array(user) });
export type UsersExport = z.infer<typeof usersExport>;

/** `next` is the value of `after` for the following page; null on the last page. */
export const adminJobsAnswer = z.object({ jobs: z.array(adminJob), next: z.string().nullable() });
export type AdminJobsAnswer = z.infer<typeof adminJobsAnswer>;

/** `needDecision` counts the payments that a person must decide about, regardless of the filters. */
export const adminPaymentsAnswer = z.object({
  payments: z.array(adminPayment),
  totalCount: count,
  needDecision: count,
});
export type AdminPaymentsAnswer = z.infer<typeof adminPaymentsAnswer>;

export const approvalsAnswer = z.object({
  approvals: z.array(approval),
  limits: limitsAlone,
  /**
   * Whether another administrator can confirm. If there is none, nothing waits, and the log of changes records that.
   */
  hasSecond: z.boolean(),
});
export type ApprovalsAnswer = z.infer<typeof approvalsAnswer>;

/** `actions` are those of the latest entries, as choices for the filter. */
export const auditAnswer = z.object({
  entries: z.array(auditEntry),
  totalCount: count,
  actions: z.array(z.string()),
});
export type AuditAnswer = z.infer<typeof auditAnswer>;
