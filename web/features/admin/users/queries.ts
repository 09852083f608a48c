/** Provides the administrators' calls about users. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ImportedUser,
  ManagedLoginBody,
  UpdateUserBody,
  userStatuses,
  verifications,
} from '#contracts/accounts/admin-users.ts';
import type { ListedUser } from '#contracts/calls/accounts-answers.ts';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import type { ReferenceBody, ReferencesBody } from '#contracts/portals/portal-references.ts';
import { call } from '#web/lib/client.ts';
import type { ListPage } from '#web/lib/all-pages.ts';

export const usersPageSize = 20;
export const usersKey = ['admin', 'users'];

export type UserFilters = {
  search: string;
  status: (typeof userStatuses)[number] | 'all';
  verification: (typeof verifications)[number] | 'all';
};

export function usersQuery(filters: UserFilters, page: number) {
  const { search, status, verification } = filters;
  const query = {
    limit: usersPageSize,
    offset: (page - 1) * usersPageSize,
    search,
    status: status === 'all' ? undefined : status,
    verification: verification === 'all' ? undefined : verification,
  };
  return queryOptions({
    queryKey: [...usersKey, filters, page],
    queryFn: ({ signal }): Promise<ListPage<ListedUser>> =>
      call('GET /api/users', { query, signal }).then(({ users, totalCount }) => ({
        records: users,
        totalCount,
      })),
    placeholderData: keepPreviousData,
  });
}

export const updateUser = (id: string, body: Partial<UpdateUserBody>) =>
  call('PUT /api/users/:id', { params: { id }, body });
export const deleteUser = (id: string, reason: string) =>
  call('DELETE /api/users/:id', { params: { id }, body: { reason } });
export const verifyUser = (id: string, reason: string) =>
  call('PUT /api/admin/users/:id/verify-email', { params: { id }, body: { reason } });
export const resendToUser = (id: string) =>
  call('POST /api/admin/users/:id/resend-verification', { params: { id } });
export const resetSecondFactor = (id: string, reason: string) =>
  call('POST /api/admin/users/:id/reset-second-factor', { params: { id }, body: { reason } });
export const sendReset = (id: string) => call('POST /api/admin/users/:id/reset-password', { params: { id } });

export function userLoginsQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'portal-logins', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/users/:id/portal-logins', { params: { id }, signal }).then(({ logins }) => logins),
  });
}
export type LoginOfUser = { id: string; portal: CredentialName };
export const saveUserLogin = ({ id, portal }: LoginOfUser, body: ManagedLoginBody) =>
  call('PUT /api/admin/users/:id/portal-logins/:portal', { params: { id, portal }, body });
export const removeUserLogin = ({ id, portal }: LoginOfUser, body: OwnerProof & { reason: string }) =>
  call('DELETE /api/admin/users/:id/portal-logins/:portal', { params: { id, portal }, body });

export function referenceOwnersQuery(value: string) {
  return queryOptions({
    queryKey: ['admin', 'references', value],
    queryFn: ({ signal }) =>
      call('GET /api/admin/portal-references', { query: { value }, signal }).then(({ owners }) => owners),
  });
}
export const giveReferences = (body: ReferencesBody) => call('POST /api/admin/portal-references', { body });

export const changeReference = (step: 'give' | 'take', body: ReferenceBody) =>
  step === 'give'
    ? call('PUT /api/admin/portal-references', { body })
    : call('DELETE /api/admin/portal-references', { body });

export const exportUsers = () => call('GET /api/admin/users/export');

/** The users as they stand in the file. The server validates them. */
export type ImportLines = unknown[];
export const previewImport = (users: ImportLines) =>
  call('POST /api/admin/users/import/preview', { body: { users: users as ImportedUser[] } }).then(
    ({ plan }) => plan,
  );
export const importUsers = (users: ImportLines, digest: string, reason: string) =>
  call('POST /api/admin/users/import', {
    body: { users: users as ImportedUser[], digest, reason },
  });
