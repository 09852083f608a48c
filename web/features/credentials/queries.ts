/** Portal logins: saved names, test, save and delete (spec section 7 "Portal credentials"). */
import { queryOptions } from '@tanstack/react-query';
import type { CredentialPortal, SavedCredential } from '#contracts/portal-logins.ts';
import type { PortalCondition } from '#contracts/portals.ts';
import { api, part } from '../../api/client.ts';

export type CredentialInput = {
  userId: string;
  portalName: CredentialPortal;
  username: string;
  password: string;
};
export type SaveInput = CredentialInput & { consent?: boolean };
type Message = { success: true; message: string };

export const credentialsKey = ['credentials'] as const;

export function savedCredentialsQuery(userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'list', userId],
    queryFn: ({ signal }) =>
      api
        .get<{ data: SavedCredential[] }>(`/api/credentials/user/${part(userId)}`, signal)
        .then((answer) => answer.data),
  });
}

export function savedUsernameQuery(portal: CredentialPortal, userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'username', portal, userId],
    queryFn: ({ signal }) =>
      api
        .get<{ data: { username: string | null } }>(
          `/api/credentials/${part(portal)}?userId=${part(userId)}`,
          signal,
        )
        .then((answer) => answer.data.username),
  });
}

const conditionsPollMs = 60_000;

export const portalConditionsQuery = queryOptions({
  queryKey: ['portals'],
  queryFn: ({ signal }) =>
    api.get<{ portals: PortalCondition[] }>('/api/portals', signal).then((answer) => answer.portals),
  refetchInterval: conditionsPollMs,
});

/** `usable`: a job can log in, for the customer has allowed it. */
type CredentialCheck = { exists: boolean; usable: boolean };

function credentialCheckQuery(portal: CredentialPortal, userId: string) {
  return queryOptions({
    queryKey: [...credentialsKey, 'check', portal, userId],
    queryFn: ({ signal }) =>
      api.get<CredentialCheck>(`/api/credentials/check/${part(portal)}?userId=${part(userId)}`, signal),
  });
}

export const credentialsExistQuery = (portal: CredentialPortal, userId: string) => ({
  ...credentialCheckQuery(portal, userId),
  select: ({ exists }: CredentialCheck) => exists,
});

export const loginUsableQuery = (portal: CredentialPortal, userId: string) => ({
  ...credentialCheckQuery(portal, userId),
  select: ({ usable }: CredentialCheck) => usable,
});

export const testCredentials = (input: CredentialInput) => api.post<Message>('/api/credentials/test', input);
export const saveCredentials = (input: SaveInput) => api.post<Message>('/api/credentials/save', input);
export const deleteCredentials = (input: { portal: CredentialPortal; userId: string }) =>
  api.delete<Message>(`/api/credentials/${part(input.portal)}`, { userId: input.userId });
