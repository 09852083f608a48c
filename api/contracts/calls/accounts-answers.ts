/** Response schemas of the calls about accounts and their administration; the types are inferred from them. */
import { z } from 'zod';
import { importFields } from '#contracts/accounts/admin-users.ts';
import { approvalNames, approvalStates, type ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import { adminFactors } from '#contracts/accounts/auth.ts';
import { interfaceLanguages, interfaceThemes } from '#contracts/accounts/preference-choices.ts';
import { workHistoryItem } from './jobs/jobs-answers.ts';
import { count, credits, moment, optionalMoment, person } from './parts.ts';

/** Null while the browser's setting applies. */
export const preferences = z
  .object({
    language: z.enum(interfaceLanguages).nullable(),
    theme: z.enum(interfaceThemes).nullable(),
    /** Whether a mail is sent when a job finishes, in addition to the notification. */
    mailOnCompletion: z.boolean(),
    /** Whether a mail is sent when a portal asks something, and when a portal that held a job works again. */
    mailOnQuestion: z.boolean(),
    mailOnPortalBack: z.boolean(),
    /** Whether the same events are pushed to the browsers in which push is turned on. */
    pushOnCompletion: z.boolean(),
    pushOnQuestion: z.boolean(),
    pushOnPortalBack: z.boolean(),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

/** A user as the client sees it (spec section 3). Credits have two decimals; `reserved` is held by running jobs. */
export const user = preferences
  .extend({
    id: z.string(),
    email: z.email(),
    name: z.string(),
    company: z.string(),
    mobile: z.string(),
    credits: z.number(),
    reservedCredits: z.number(),
    emailVerified: z.boolean(),
    isAdmin: z.boolean(),
    status: z.enum(['active', 'suspended']),
    memberSince: moment,
    createdAt: moment,
    updatedAt: moment,
    lastActivity: moment.nullable(),
    totalSpent: z.number(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const userDetails = user
  .extend({
    services: z.array(z.string()).describe('Ids of the services on offer.'),
    trialEndsAt: z.null().describe('Credits of the trial have no end.'),
    workHistory: z.array(workHistoryItem).describe('The latest jobs.'),
  })
  .meta({ id: 'UserDetails' });
export type UserDetails = z.infer<typeof userDetails>;

/** The signed-in user; `adminFactor` is null for users who are not administrators. */
export const signedInUser = user.extend({ adminFactor: z.enum(adminFactors).nullable() });
export type SignedInUser = z.infer<typeof signedInUser>;

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'Passkey' });
export type OwnPasskey = z.infer<typeof passkey>;

export const session = z
  .object({
    id: z.string(),
    /** For example "Chrome" and "Windows"; null if the browser does not send them. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    /** Only the network part of the address: "203.0.113.x". */
    address: z.string().nullable(),
    signedInAt: moment,
    /** Accurate to a quarter of an hour. */
    lastUsedAt: moment,
    /** Whether this is the session of the request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type OwnSession = z.infer<typeof session>;

export const secondFactorState = z.object({ enabled: z.boolean(), recoveryCodesLeft: z.number().int() });
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** `secret` is in base32, for apps that cannot scan the QR code of `address`. */
export const secondFactorSecret = z.object({ secret: z.string(), address: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.record(z.string(), value.nullable());

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

/** Replaces the usual response: nothing changes until another administrator has confirmed it. */
export const waitingForSecond = z.object({
  message: z.string(),
  approval: z.object({ id: z.uuid(), expiresAt: moment }),
});

export type WaitingForSecond = z.infer<typeof waitingForSecond>;

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

export const usersAnswer = z.object({ users: z.array(listedUser), totalCount: count });
export type UsersAnswer = z.infer<typeof usersAnswer>;

export const usersExport = z.object({
  exportedAt: moment,
  users: z.array(user),
  totalCount: count.describe(
    'How many users there are; an export holds the oldest accounts if they are too many.',
  ),
});
export type UsersExport = z.infer<typeof usersExport>;

export const approvalsAnswer = z.object({
  approvals: z.array(approval),
  openCount: count.describe('How many requests are open; the list has those that expire next.'),
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
