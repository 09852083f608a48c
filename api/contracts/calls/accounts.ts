/** Calls about sign-in, accounts and users, and about changes that need two administrators. */
import { z } from 'zod';
import { changePasswordBody, deleteAccountBody } from '#contracts/accounts/account.ts';
import {
  importBody,
  importPreviewBody,
  reasonBody,
  updateUserBody,
  usersQuery,
} from '#contracts/accounts/admin-users.ts';
import {
  aloneLimitsBody,
  approvalPath,
  confirmApprovalBody,
  refuseApprovalBody,
} from '#contracts/accounts/approvals.ts';
import { auditQuery } from '#contracts/accounts/audit.ts';
import {
  emailBody,
  loginBody,
  registerBody,
  resetPasswordBody,
  verifyEmailBody,
} from '#contracts/accounts/auth.ts';
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
import { profileBody, userIdPath } from '#contracts/accounts/users.ts';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import {
  approvalsAnswer,
  auditAnswer,
  importPlan,
  passkey,
  preferences,
  secondFactorSecret,
  secondFactorState,
  session,
  signedInUser,
  user,
  userDetails,
  usersAnswer,
  usersExport,
} from './accounts-answers.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { group, message, ownerErrors, type CallTable } from './call.ts';
import { count } from './parts.ts';

const account = group('Account');
const open = { access: 'public' } as const;
const signedIn = { access: 'signed in' } as const;
const verified = { access: 'verified' } as const;
const anything = z.record(z.string(), z.unknown());
const nothing = z.object({});

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
    limit: 'mailPerIp',
    body: emailBody,
    answer: message,
  }),
  'POST /api/auth/forgot-password': account('Request a link for choosing a new password.', {
    ...open,
    limit: 'mailPerIp',
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
      signedIn: z.boolean().describe('The browser is now signed in, because it registered the account.'),
    }),
    errors: [
      'INVALID_VERIFICATION_LINK',
      'VERIFICATION_LINK_EXPIRED',
      'REGISTRATION_PASSWORD_NEEDED',
      'REGISTRATION_PASSWORD_WRONG',
      'TOO_MANY_REQUESTS',
    ],
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
    errors: ['EMAIL_DIFFERS', 'JOBS_RUNNING', 'PAYMENT_UNDER_WAY', 'ADMIN_KEEPS_ACCOUNT', ...ownerErrors],
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

  'GET /api/users': admin('Find users.', {
    ...admins,
    query: usersQuery,
    answer: usersAnswer,
  }),
  'PUT /api/users/:id': admin('Change an account.', {
    ...admins,
    params: userIdPath,
    body: updateUserBody,
    answer: orWaiting(z.object({ user })),
  }),
  'DELETE /api/users/:id': admin('Delete an account.', {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: orWaiting(message),
  }),
  'PUT /api/admin/users/:id/verify-email': admin("Mark an account's email address as verified.", {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: message,
    errors: ['ADDRESS_CONTESTED'],
  }),
  'POST /api/admin/users/:id/resend-verification': admin('Send the verification email again.', {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: message,
    errors: ['ALREADY_VERIFIED'],
  }),
  'POST /api/admin/users/:id/reset-password': admin('Send a link for a new password.', {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: message,
  }),
  'POST /api/admin/users/:id/reset-second-factor': admin('Switch two-step sign-in off for a user.', {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: orWaiting(message),
  }),
  'GET /api/admin/users/export': admin('Export all users as a file.', {
    ...admins,
    isDownload: true,
    answer: usersExport,
  }),
  'POST /api/admin/users/import/preview': admin('Preview the changes of a file of users.', {
    ...admins,
    body: importPreviewBody,
    answer: z.object({ plan: importPlan }),
  }),
  'POST /api/admin/users/import': admin('Import changes from a file of users.', {
    ...admins,
    body: importBody,
    answer: message.extend({ changed: count }),
  }),
  'GET /api/admin/approvals': admin('List requests that need a second administrator.', {
    ...admins,
    answer: approvalsAnswer,
  }),
  'PUT /api/admin/approvals/limits': admin('Change what one administrator may do alone.', {
    ...admins,
    body: aloneLimitsBody,
    answer: orWaiting(message),
  }),
  'POST /api/admin/approvals/:id/confirm': admin('Confirm a request.', {
    ...admins,
    params: approvalPath,
    body: confirmApprovalBody,
    answer: message,
  }),
  'POST /api/admin/approvals/:id/refuse': admin('Refuse a request.', {
    ...admins,
    params: approvalPath,
    body: refuseApprovalBody,
    answer: message,
  }),
  'POST /api/admin/approvals/:id/withdraw': admin('Withdraw your own request.', {
    ...admins,
    params: approvalPath,
    answer: message,
  }),
  'GET /api/admin/audit': admin('List the changes by administrators.', {
    ...admins,
    query: auditQuery,
    answer: auditAnswer,
  }),
} satisfies CallTable;
