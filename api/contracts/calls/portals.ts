/** Calls about portals: their state, logins, references and incentive rates. */
import { z } from 'zod';
import {
  managedLoginBody,
  managedLoginPath,
  removeManagedLoginBody,
} from '#contracts/accounts/admin-users.ts';
import { userIdPath } from '#contracts/accounts/users.ts';
import { claimedUser } from '#contracts/envelope.ts';
import { mailProviders } from '#contracts/portals/mail-servers.ts';
import {
  beginConsentBody,
  credentialBody,
  finishConsentBody,
  saveCredentialBody,
} from '#contracts/portals/credentials.ts';
import { changeRateBody, rateBody, rateIdPath, removeRateBody } from '#contracts/portals/incentive-rates.ts';
import {
  givenReferences,
  referenceBody,
  referencesBody,
  referencesQuery,
} from '#contracts/portals/portal-references.ts';
import { pageMapBody, pageTrialBody } from '#contracts/portals/page-maps.ts';
import { portalCheckBody, portalCheckPath } from '#contracts/portals/portal-checks.ts';
import { portalLimitsBody } from '#contracts/portals/portal-limits.ts';
import { portalPicturePath, probeLoginBody, removeProbeLoginBody } from '#contracts/portals/probe-logins.ts';
import { portalBoardStates } from '#contracts/portals/portal-status.ts';
import { pauseBody, portalPath } from '#contracts/portals/portals.ts';
import { admin, admins } from './admin-call.ts';
import { group, message, type CallTable } from './call.ts';
import { probeLoginView } from './portal-pages-answers.ts';
import { portalLimitsAnswer } from './portal-limits-answers.ts';
import {
  mailboxSettings,
  managedLogin,
  pageMapView,
  pageTrial,
  portalBoardEntry,
  portalChecks,
  portalStatus,
  rate,
  referenceOwner,
  savedCredential,
  shownCredential,
} from './portals-answers.ts';

const job = group('Jobs');
const portal = group('Portal access');
const bankErrors = ['BANK_UNKNOWN', 'BANK_WITHOUT_DESK'] as const;
const verified = { access: 'verified' } as const;
const reading = { access: 'verified', scope: 'jobs:read' } as const;

export const portalCalls = {
  'GET /api/portals': job("Get the portals' status.", {
    ...reading,
    answer: z.object({
      portals: z.array(
        z.object({
          portal: z.string(),
          label: z.string(),
          state: z.enum(portalBoardStates),
          since: z.iso.datetime().nullable(),
          opensAt: z.iso.datetime().nullable().describe('When a closed portal opens.'),
          probedAt: z.iso.datetime().nullable().describe('When its entrance was last looked at.'),
          waitMs: z
            .number()
            .nullable()
            .describe('Median wait of the jobs that started lately; null if there were none.'),
        }),
      ),
    }),
  }),

  'GET /api/portals/status': job("Get the portals' state, history and figures.", {
    ...reading,
    answer: z.object({ portals: z.array(portalStatus) }),
  }),

  'GET /api/credentials/user/:userId': portal('List the portals with a saved login.', {
    ...verified,
    answer: z.object({ data: z.array(savedCredential) }),
  }),
  'GET /api/credentials/check/:portal': portal(
    'Check whether a login is saved and whether jobs can use it.',
    {
      ...verified,
      query: claimedUser,
      answer: z.object({ exists: z.boolean(), usable: z.boolean() }),
      errors: ['PORTAL_UNKNOWN'],
    },
  ),
  'GET /api/credentials/:portal': portal('Get the username and the mail server of a saved login.', {
    ...verified,
    query: claimedUser,
    answer: z.object({ data: shownCredential }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'POST /api/credentials/test': portal('Test a login on the portal once, without saving it.', {
    ...verified,
    limit: 'credentialTestPerUser',
    body: credentialBody,
    answer: message,
    errors: [
      'NOT_FOUND',
      'MAIL_SERVER_REFUSED',
      'CREDENTIALS_TEST_FAILED',
      'CREDENTIALS_TEST_UNAVAILABLE',
      ...bankErrors,
    ],
  }),
  'POST /api/credentials/save': portal('Save a login.', {
    ...verified,
    body: saveCredentialBody,
    answer: message,
    errors: ['NOT_FOUND', 'CONSENT_REQUIRED', 'MAIL_SERVER_REFUSED', ...bankErrors],
  }),
  'DELETE /api/credentials/:portal': portal('Delete a login.', {
    ...verified,
    body: claimedUser,
    answer: message,
    errors: ['PORTAL_UNKNOWN'],
  }),

  'GET /api/mailbox/settings': portal('Get how a mailbox can be connected.', {
    ...verified,
    answer: z.object({ settings: mailboxSettings }),
  }),
  'POST /api/mailbox/consents': portal("Begin to connect a mailbox with its provider's consent.", {
    ...verified,
    limit: 'mailboxConsentPerUser',
    body: beginConsentBody,
    answer: z.object({ url: z.url().describe('Where the customer consents.') }),
    errors: ['MAILBOX_PROVIDER_OFF', 'CONSENT_REQUIRED'],
  }),
  'POST /api/mailbox/consents/finish': portal('Finish it with what the provider has sent back.', {
    ...verified,
    limit: 'mailboxConsentPerUser',
    body: finishConsentBody,
    answer: z.object({ provider: z.enum(mailProviders), email: z.string() }),
    errors: ['MAILBOX_CONNECTION_OVER', 'MAILBOX_CONNECTION_REFUSED', 'MAILBOX_PROVIDER_UNAVAILABLE'],
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
  'POST /api/admin/portal-references': admin('Assign many references to a company.', {
    ...admins,
    namesUser: true,
    body: referencesBody,
    answer: givenReferences,
  }),
  'DELETE /api/admin/portal-references': admin('Remove a reference from a company.', {
    ...admins,
    namesUser: true,
    body: referenceBody,
    answer: message,
  }),
  'GET /api/admin/portals': admin('List the portals with their state.', {
    ...admins,
    answer: z.object({
      portals: z.array(portalBoardEntry),
      browserUnsandboxedAt: z.iso
        .datetime()
        .nullable()
        .describe('When a worker last started a browser without its isolation, if that was lately.'),
    }),
  }),
  'POST /api/admin/portals/:portal/pause': admin('Pause a portal.', {
    ...admins,
    params: portalPath,
    body: pauseBody,
    answer: message,
  }),
  'POST /api/admin/portals/:portal/resume': admin('Resume a portal.', {
    ...admins,
    params: portalPath,
    body: pauseBody,
    answer: message,
  }),
  'POST /api/admin/portals/:portal/probe': admin('Probe a portal at once.', {
    ...admins,
    params: portalPath,
    answer: message,
    errors: ['PORTAL_UNKNOWN', 'PROBE_RUNNING', 'PROBE_NOT_POSSIBLE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  }),
  'GET /api/admin/portals/:portal/page-map': admin("Get a portal's page map.", {
    ...admins,
    params: portalPath,
    answer: z.object({ pageMap: pageMapView }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'POST /api/admin/portals/:portal/page-map/try': admin('Try changes of a page map.', {
    ...admins,
    params: portalPath,
    body: pageTrialBody,
    answer: z.object({ trial: pageTrial }),
    errors: ['PORTAL_UNKNOWN', 'PAGE_TEXT_UNKNOWN', 'PAGE_TRIAL_UNAVAILABLE'],
  }),
  'PUT /api/admin/portals/:portal/page-map': admin('Publish changes of a page map.', {
    ...admins,
    params: portalPath,
    body: pageMapBody,
    answer: message,
    errors: ['PORTAL_UNKNOWN', 'PAGE_TEXT_UNKNOWN', 'PAGE_MAP_CHANGED'],
  }),
  'GET /api/admin/portals/:portal/pictures/:pictureId': admin("Download a picture of a portal's page.", {
    ...admins,
    params: portalPicturePath,
    isDownload: true,
    file: 'image/png',
  }),
  'GET /api/admin/portals/:portal/probe-login': admin('Get what probes find with a login of their own.', {
    ...admins,
    params: portalPath,
    answer: z.object({ probeLogin: probeLoginView }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'PUT /api/admin/portals/:portal/probe-login': admin('Save the login of probes.', {
    ...admins,
    params: portalPath,
    body: probeLoginBody,
    answer: message,
    errors: ['PORTAL_UNKNOWN', 'PROBE_LOGIN_NOT_USED', 'PROBE_PASSWORD_NEEDED'],
  }),
  'DELETE /api/admin/portals/:portal/probe-login': admin('Remove the login of probes.', {
    ...admins,
    params: portalPath,
    body: removeProbeLoginBody,
    answer: message,
  }),
  'GET /api/admin/portals/:portal/checks': admin("Get a portal's go-live list.", {
    ...admins,
    params: portalPath,
    answer: z.object({ checks: portalChecks }),
    errors: ['PORTAL_UNKNOWN'],
  }),
  'PUT /api/admin/portals/:portal/checks/:item': admin('Check an item of a go-live list.', {
    ...admins,
    params: portalCheckPath,
    body: portalCheckBody,
    answer: z.object({ checks: portalChecks }),
    errors: ['PORTAL_UNKNOWN', 'PORTAL_CHECK_UNKNOWN'],
  }),
  'GET /api/admin/portals/:portal/limits': admin('Get the limits of a portal.', {
    ...admins,
    params: portalPath,
    answer: portalLimitsAnswer,
  }),
  'PUT /api/admin/portals/:portal/limits': admin('Set the limits of a portal.', {
    ...admins,
    params: portalPath,
    body: portalLimitsBody,
    answer: message,
    errors: ['PORTAL_UNKNOWN', 'PORTAL_ONE_SESSION', 'PORTAL_LIMITS_CHANGED'],
  }),
  'GET /api/admin/incentive-rates': admin('List the rates of the cash incentive.', {
    ...admins,
    answer: z.object({ rates: z.array(rate) }),
  }),
  'POST /api/admin/incentive-rates': admin('Add a rate.', {
    ...admins,
    body: rateBody,
    answer: z.object({ rate }),
  }),
  'PUT /api/admin/incentive-rates/:id': admin('Change a rate.', {
    ...admins,
    params: rateIdPath,
    body: changeRateBody,
    answer: z.object({ rate }),
    errors: ['CHANGED_MEANWHILE'],
  }),
  'DELETE /api/admin/incentive-rates/:id': admin('Remove a rate.', {
    ...admins,
    params: rateIdPath,
    body: removeRateBody,
    answer: z.object({ rate }),
    errors: ['CHANGED_MEANWHILE'],
  }),
} satisfies CallTable;
