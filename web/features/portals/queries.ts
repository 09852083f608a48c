/** Provides the calls about portal logins: list, test, save and delete (spec section 7 "Portal credentials"). */
import { queryOptions } from '@tanstack/react-query';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import type { MailProvider, MailServer } from '#contracts/portals/mail-servers.ts';
import { call } from '#web/lib/client.ts';

export type CredentialInput = {
  userId: string;
  portalName: CredentialName;
  username: string;
  password: string;
  server?: MailServer | null;
};
export type SaveInput = CredentialInput & { consent?: boolean };

export const credentialsKey = ['credentials'] as const;

export function savedCredentialsQuery(userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'list', userId],
    queryFn: ({ signal }) =>
      call('GET /api/credentials/user/:userId', { params: { userId }, signal }).then((answer) => answer.data),
  });
}

/** What is shown of a saved login to its owner. */
export function shownLoginQuery(portal: CredentialName, userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'username', portal, userId],
    queryFn: ({ signal }) =>
      call('GET /api/credentials/:portal', { params: { portal }, query: { userId }, signal }).then(
        (answer) => answer.data,
      ),
  });
}

export const mailboxSettingsQuery = queryOptions({
  queryKey: [...credentialsKey, 'mailbox-settings'],
  queryFn: ({ signal }) => call('GET /api/mailbox/settings', { signal }).then((answer) => answer.settings),
});

/** The customer has allowed it in the form, or did so before. */
export const beginMailboxConsent = (provider: MailProvider) =>
  call('POST /api/mailbox/consents', { body: { provider, consent: true } });
export const finishMailboxConsent = (sent: { state: string; code: string | null }) =>
  call('POST /api/mailbox/consents/finish', { body: sent });

const conditionsPollMs = 60_000;

export const portalConditionsQuery = queryOptions({
  queryKey: ['portals'],
  queryFn: ({ signal }) => call('GET /api/portals', { signal }).then((answer) => answer.portals),
  refetchInterval: conditionsPollMs,
});

/** Its figures of days and of a week change slowly. */
const statusPollMs = 5 * 60_000;

export const portalStatusQuery = queryOptions({
  queryKey: ['portals', 'status'],
  queryFn: ({ signal }) => call('GET /api/portals/status', { signal }).then((answer) => answer.portals),
  refetchInterval: statusPollMs,
});

/** `usable` means that a job can log in, because the customer has given consent. */
type CredentialCheck = { exists: boolean; usable: boolean };

function credentialCheckQuery(portal: CredentialName, userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'check', portal, userId],
    queryFn: ({ signal }) =>
      call('GET /api/credentials/check/:portal', { params: { portal }, query: { userId }, signal }),
  });
}

export const credentialsExistQuery = (portal: CredentialName, userId: string) => ({
  ...credentialCheckQuery(portal, userId),
  select: ({ exists }: CredentialCheck) => exists,
});

export const loginUsableQuery = (portal: CredentialName, userId: string) => ({
  ...credentialCheckQuery(portal, userId),
  select: ({ usable }: CredentialCheck) => usable,
});

export const testCredentials = (input: CredentialInput) =>
  call('POST /api/credentials/test', { body: input });
export const saveCredentials = (input: SaveInput) => call('POST /api/credentials/save', { body: input });
export const deleteCredentials = (input: { portal: CredentialName; userId: string }) =>
  call('DELETE /api/credentials/:portal', {
    params: { portal: input.portal },
    body: { userId: input.userId },
  });
