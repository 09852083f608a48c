/** Response schemas of the calls about the customer's own account; the types are inferred from them. */
import { z } from 'zod';
import { messageShape } from '#contracts/messages/answers.ts';
import { adminFactors } from '#contracts/accounts/auth.ts';
import type { Notice } from '#contracts/messaging/notices.ts';
import { interfaceLanguages, interfaceThemes } from '#contracts/accounts/preferences.ts';
import { knownAs } from './call.ts';
import { workHistoryItem } from './job-answers.ts';
import { moment } from './parts.ts';

/** Null while the browser's setting applies. */
export const preferences = z
  .object({
    language: z.enum(interfaceLanguages).nullable(),
    theme: z.enum(interfaceThemes).nullable(),
    /** Whether a mail is sent when a job finishes, in addition to the notification. */
    mailOnCompletion: z.boolean(),
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

const notice = z.object({
  kind: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), messageShape])),
});
export const oneNotification = z
  .object({
    id: z.uuid(),
    type: z.enum(['credential_failure', 'job_complete', 'credit_low', 'other']),
    title: z.string(),
    message: z.string(),
    is_read: z.boolean(),
    created_at: moment,
    action_url: z.string().nullable(),
    action_label: z.string().nullable(),
    /** The notification's values, for display in another language; null for notifications from earlier versions. */
    words: knownAs<Notice>(notice).nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof oneNotification>;

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
