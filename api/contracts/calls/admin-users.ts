/** Administrators' calls about users, their portal logins and their references. */
import { z } from 'zod';
import {
  importBody,
  importPreviewBody,
  managedLoginBody,
  managedLoginPath,
  reasonBody,
  removeManagedLoginBody,
  updateUserBody,
  usersQuery,
} from '#contracts/accounts/admin-users.ts';
import { referenceBody, referencesQuery } from '#contracts/portals/portal-references.ts';
import { adjustCreditsBody, userIdPath } from '#contracts/accounts/users.ts';
import { user } from './account-answers.ts';
import { importPlan, managedLogin, referenceOwner, usersAnswer, usersExport } from './admin-answers.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { count } from './parts.ts';
import { message, type CallTable } from './call.ts';

export const adminUserCalls = {
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
  'POST /api/users/:id/credits': admin("Adjust an account's credits.", {
    ...admins,
    params: userIdPath,
    body: adjustCreditsBody,
    idempotent: true,
    answer: orWaiting(message.extend({ newCredits: z.number() })),
  }),
  'PUT /api/admin/users/:id/verify-email': admin("Mark an account's email address as verified.", {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: message,
  }),
  'POST /api/admin/users/:id/resend-verification': admin('Send the verification email again.', {
    ...admins,
    params: userIdPath,
    body: reasonBody,
    answer: message,
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
  'GET /api/admin/users/:id/portal-logins': admin("List a company's portal logins.", {
    ...admins,
    params: userIdPath,
    answer: z.object({ logins: z.array(managedLogin) }),
  }),
  'PUT /api/admin/users/:id/portal-logins/:portal': admin('Enter a portal login for a company.', {
    ...admins,
    params: managedLoginPath,
    body: managedLoginBody,
    answer: message,
  }),
  'DELETE /api/admin/users/:id/portal-logins/:portal': admin('Remove a managed login.', {
    ...admins,
    params: managedLoginPath,
    body: removeManagedLoginBody,
    answer: message,
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
  'GET /api/admin/portal-references': admin('Find the owner of a reference.', {
    ...admins,
    query: referencesQuery,
    answer: z.object({ owners: z.array(referenceOwner) }),
  }),
  'PUT /api/admin/portal-references': admin('Assign a reference to a company.', {
    ...admins,
    namesUser: true,
    body: referenceBody,
    answer: message,
  }),
  'DELETE /api/admin/portal-references': admin('Remove a reference from a company.', {
    ...admins,
    namesUser: true,
    body: referenceBody,
    answer: message,
  }),
} satisfies CallTable;
