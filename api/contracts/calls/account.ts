/** Calls about sign-in, the account, notifications and public content. */
import { z } from 'zod';
import { changePasswordBody, deleteAccountBody } from '#contracts/accounts/account.ts';
import {
  emailBody,
  loginBody,
  registerBody,
  resetPasswordBody,
  verifyEmailBody,
} from '#contracts/accounts/auth.ts';
import { adPlacementPath } from '#contracts/site/ads.ts';
import { blogQuery, postSlugPath } from '#contracts/site/blog.ts';
import { contactBody } from '#contracts/site/contact.ts';
import { claimedUser } from '#contracts/envelope.ts';
import { notificationsQuery } from '#contracts/messaging/notifications.ts';
import { adSetting, blogPost, creditSettings, shownFigures } from './site-answers.ts';
import {
  oneNotification,
  passkey,
  preferences,
  secondFactorSecret,
  secondFactorState,
  session,
  signedInUser,
  user,
  userDetails,
} from './account-answers.ts';
import { group, message, ownerErrors, type CallTable } from './call.ts';
import {
  addPasskeyBody,
  beginPasskeyBody,
  passkeyPath,
  passkeySignInBody,
  removePasskeyBody,
} from '#contracts/accounts/passkeys.ts';
import { preferencesBody } from '#contracts/accounts/preferences.ts';
import {
  beginSecondFactorBody,
  confirmSecondFactorBody,
  disableSecondFactorBody,
} from '#contracts/accounts/second-factor.ts';
import { sessionPath } from '#contracts/accounts/sessions.ts';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import { profileBody } from '#contracts/accounts/users.ts';

const account = group('Account');
const notification = group('Notifications');
const site = group('Site');
const open = { access: 'public' } as const;
const signedIn = { access: 'signed in' } as const;
const verified = { access: 'verified' } as const;
const anything = z.record(z.string(), z.unknown());
const nothing = z.object({});
const idPath = z.object({ id: z.uuid() });

export const accountCalls = {
  'POST /api/auth/login': account('Sign in.', {
    ...open,
    body: loginBody,
    answer: message.extend({ user: signedInUser }),
    errors: [
      'LOGIN_FAILED',
      'EMAIL_NOT_VERIFIED',
      'ACCOUNT_SUSPENDED',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /api/auth/passkey/begin': account('Start a passkey sign-in.', {
    ...open,
    limit: 'passkeySignInPerIp',
    answer: z.object({ options: anything }),
  }),
  'POST /api/auth/passkey/login': account('Sign in with a passkey.', {
    ...open,
    limit: 'passkeySignInPerIp',
    body: passkeySignInBody,
    answer: message.extend({ user: signedInUser }),
    errors: ['PASSKEY_REFUSED', 'EMAIL_NOT_VERIFIED', 'ACCOUNT_SUSPENDED'],
  }),
  'POST /api/auth/register': account('Create an account.', {
    ...open,
    limit: 'registrationPerIp',
    body: registerBody,
    answer: message,
    errors: ['PASSWORD_GUESSABLE'],
  }),
  'POST /api/auth/resend-verification': account('Send the verification email again.', {
    ...open,
    body: emailBody,
    answer: message,
  }),
  'POST /api/auth/forgot-password': account('Request a link for choosing a new password.', {
    ...open,
    body: emailBody,
    answer: message,
  }),
  'POST /api/auth/reset-password': account('Set a new password with the token of the link.', {
    ...open,
    body: resetPasswordBody,
    answer: message,
    errors: ['PASSWORD_GUESSABLE', 'INVALID_RESET_TOKEN'],
  }),
  'POST /api/auth/verify-email': account('Verify the email address with the token of the link.', {
    ...open,
    body: verifyEmailBody,
    answer: message.extend({
      email: z.string().optional(),
      user: z.object({ email: z.string() }).optional(),
    }),
    errors: ['INVALID_VERIFICATION_LINK', 'VERIFICATION_LINK_EXPIRED'],
  }),
  'POST /api/auth/logout': account('Sign out.', { ...open, answer: message }),
  'GET /api/auth/me': account('Get the signed-in user.', {
    ...open,
    answer: z.object({ user: signedInUser.nullable() }),
  }),
  'GET /api/users/:userId': account('Get your account.', {
    ...signedIn,
    params: userIdParam,
    administered: true,
    answer: z.object({ user: userDetails }),
  }),
  'PUT /api/users/:userId/profile': account('Change your name, company and mobile number.', {
    ...signedIn,
    body: profileBody,
    answer: message.extend({ user }),
  }),
  'PUT /api/users/:userId/preferences': account('Change your language, theme and email settings.', {
    ...signedIn,
    body: preferencesBody,
    answer: z.object({ preferences }),
  }),
  'POST /api/users/:userId/change-password': account('Change your password and end your other sessions.', {
    ...verified,
    body: changePasswordBody,
    answer: message,
    errors: ['PASSWORD_GUESSABLE', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  'GET /api/users/:userId/second-factor': account('Get the state of your two-step sign-in.', {
    ...verified,
    answer: secondFactorState,
  }),
  'POST /api/users/:userId/second-factor/begin': account('Create a secret for an authenticator app.', {
    ...verified,
    aboutFactors: true,
    body: beginSecondFactorBody,
    answer: secondFactorSecret,
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_ON', 'TOO_MANY_REQUESTS'],
  }),
  'POST /api/users/:userId/second-factor/confirm': account(
    'Switch two-step sign-in on with a code of the app, and end your other sessions.',
    {
      ...verified,
      aboutFactors: true,
      body: confirmSecondFactorBody,
      answer: z.object({ recoveryCodes: z.array(z.string()) }),
      errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF', 'TOO_MANY_REQUESTS'],
    },
  ),
  'POST /api/users/:userId/second-factor/disable': account('Switch two-step sign-in off.', {
    ...verified,
    aboutFactors: true,
    body: disableSecondFactorBody,
    answer: nothing,
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_OFF', 'TOO_MANY_REQUESTS'],
  }),
  'GET /api/users/:userId/passkeys': account('List your passkeys.', {
    ...verified,
    answer: z.object({ passkeys: z.array(passkey) }),
  }),
  'POST /api/users/:userId/passkeys/begin': account('Start adding a passkey.', {
    ...verified,
    aboutFactors: true,
    body: beginPasskeyBody,
    answer: z.object({ options: anything }),
    errors: [
      'WRONG_PASSWORD',
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'LIMIT_REACHED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  'POST /api/users/:userId/passkeys': account('Add the passkey.', {
    ...verified,
    aboutFactors: true,
    body: addPasskeyBody,
    answer: nothing,
    errors: ['PASSKEY_NOT_ADDED', 'LIMIT_REACHED'],
  }),
  'POST /api/users/:userId/passkeys/:id/remove': account('Remove a passkey.', {
    ...verified,
    aboutFactors: true,
    params: passkeyPath,
    body: removePasskeyBody,
    answer: nothing,
    errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  }),
  'POST /api/users/:userId/delete-account': account('Delete your account.', {
    ...verified,
    body: deleteAccountBody,
    answer: message,
    errors: ['EMAIL_DIFFERS', 'JOBS_RUNNING', 'ADMIN_KEEPS_ACCOUNT', ...ownerErrors],
  }),
  'GET /api/users/:userId/data-export': account('Export everything that is stored about you.', {
    ...verified,
    limit: 'dataExportPerUser',
    isDownload: true,
    file: 'application/json',
  }),
  'GET /api/users/:userId/sessions': account('List your sessions.', {
    ...verified,
    answer: z.object({ sessions: z.array(session) }),
  }),
  'POST /api/users/:userId/sessions/end-others': account('End all of your other sessions.', {
    ...verified,
    answer: z.object({ ended: z.number().int() }),
  }),
  'DELETE /api/users/:userId/sessions/:id': account('End one session.', {
    ...verified,
    params: sessionPath,
    answer: nothing,
  }),

  'GET /api/notifications/:userId/unread-count': notification('Count your unread notifications.', {
    ...signedIn,
    answer: z.object({ count: z.number().int() }),
  }),
  'GET /api/notifications/:userId': notification('List your notifications, newest first.', {
    ...signedIn,
    query: notificationsQuery,
    answer: z.object({ data: z.array(oneNotification), totalCount: z.number().int() }),
  }),
  'PUT /api/notifications/:id/read': notification('Mark a notification as read.', {
    ...signedIn,
    params: idPath,
    body: claimedUser,
    answer: nothing,
  }),
  'PUT /api/notifications/:userId/read-all': notification('Mark all of your notifications as read.', {
    ...signedIn,
    answer: nothing,
  }),
  'DELETE /api/notifications/:id': notification('Delete a notification.', {
    ...signedIn,
    params: idPath,
    body: claimedUser,
    answer: nothing,
  }),

  'GET /api/settings': site('Get the prices, the enabled services and the notice to all users.', {
    ...open,
    scope: 'any',
    answer: z.object({ settings: creditSettings }),
  }),
  'GET /api/system-settings': site('Get the credits for one taka.', {
    ...open,
    scope: 'any',
    answer: z.object({ settings: z.object({ credits_per_bdt: z.number() }) }),
  }),
  'GET /api/marketing-figures': site('Get the figures of the start page.', {
    ...open,
    answer: shownFigures,
  }),
  'GET /api/blog': site('List published posts.', {
    ...open,
    query: blogQuery,
    answer: z.object({
      posts: z.array(blogPost.partial({ content: true })),
      totalCount: z.number().int(),
      tags: z.array(z.string()),
    }),
  }),
  'GET /api/blog/:slug': site('Get a published post.', {
    ...open,
    params: postSlugPath,
    answer: z.object({ post: blogPost }),
  }),
  'POST /api/blog/:slug/views': site('Count a view of a post, once a day.', {
    ...open,
    limit: 'blogViewsPerIp',
    params: postSlugPath,
    answer: z.object({ counted: z.boolean() }),
  }),
  'POST /api/contact': site('Send us a message.', {
    ...open,
    body: contactBody,
    answer: message.extend({ remainingSubmissions: z.number().int() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  'GET /api/ads/settings/:placement': site('Get the ad of a placement.', {
    ...open,
    params: adPlacementPath,
    answer: z.object({ setting: adSetting }),
  }),
} satisfies CallTable;
