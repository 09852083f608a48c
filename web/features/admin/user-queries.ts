/** Calls of administrators about users. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ImportPlan,
  ListedUser,
  ManagedLoginBody,
  UpdateUserBody,
  UsersAnswer,
  UsersExport,
  userStatuses,
  verifications,
} from '#contracts/admin-users.ts';
import type { OwnerProof } from '#contracts/account.ts';
import type { User } from '#contracts/auth.ts';
import type { CredentialPortal, ManagedLogin } from '#contracts/portal-logins.ts';
import type { ReferenceBody, ReferenceOwnerView } from '#contracts/portal-references.ts';
import { api, part } from '../../api/client.ts';
import type { ListPage } from '../../lib/all-pages.ts';

export const usersPageSize = 20;
export const usersKey = ['admin', 'users'];

export type UserFilters = {
  search: string;
  status: (typeof userStatuses)[number] | 'all';
  verification: (typeof verifications)[number] | 'all';
};

export function usersQuery(filters: UserFilters, page: number) {
  const { search, status, verification } = filters;
  const query = new URLSearchParams({
    limit: String(usersPageSize),
    offset: String((page - 1) * usersPageSize),
    ...(search === '' ? {} : { search }),
    ...(status === 'all' ? {} : { status }),
    ...(verification === 'all' ? {} : { verification }),
  });
  return queryOptions({
    queryKey: [...usersKey, filters, page],
    queryFn: ({ signal }): Promise<ListPage<ListedUser>> =>
      api
        .get<UsersAnswer>(`/api/users?${query.toString()}`, signal)
        .then(({ users, totalCount }) => ({ records: users, totalCount })),
    placeholderData: keepPreviousData,
  });
}

type Message = { message: string };
const place = (id: string): string => `/api/admin/users/${part(id)}`;

export const updateUser = (id: string, body: Partial<UpdateUserBody>) =>
  api.put<{ user: User }>(`/api/users/${part(id)}`, body);
export const deleteUser = (id: string, reason: string) =>
  api.delete<Message>(`/api/users/${part(id)}`, { reason });
export const verifyUser = (id: string, reason: string) =>
  api.put<Message>(`${place(id)}/verify-email`, { reason });
export const resendToUser = (id: string) => api.post<Message>(`${place(id)}/resend-verification`);
export const resetSecondFactor = (id: string, reason: string) =>
  api.post<Message>(`${place(id)}/reset-second-factor`, { reason });
export const sendReset = (id: string) => api.post<Message>(`${place(id)}/reset-password`);

export function userLoginsQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'portal-logins', id],
    queryFn: ({ signal }) =>
      api.get<{ logins: ManagedLogin[] }>(`${place(id)}/portal-logins`, signal).then(({ logins }) => logins),
  });
}
export type LoginOfUser = { id: string; portal: CredentialPortal };
export const saveUserLogin = ({ id, portal }: LoginOfUser, body: ManagedLoginBody) =>
  api.put<Message>(`${place(id)}/portal-logins/${part(portal)}`, body);
export const removeUserLogin = ({ id, portal }: LoginOfUser, body: OwnerProof & { reason: string }) =>
  api.delete<Message>(`${place(id)}/portal-logins/${part(portal)}`, body);

export function referenceOwnersQuery(value: string) {
  return queryOptions({
    queryKey: ['admin', 'references', value],
    queryFn: ({ signal }) =>
      api
        .get<{ owners: ReferenceOwnerView[] }>(`/api/admin/portal-references?value=${part(value)}`, signal)
        .then(({ owners }) => owners),
  });
}
export const changeReference = (step: 'give' | 'take', body: ReferenceBody) =>
  step === 'give'
    ? api.put<Message>('/api/admin/portal-references', body)
    : api.delete<Message>('/api/admin/portal-references', body);

export const exportUsers = () => api.get<UsersExport>('/api/admin/users/export');

/** Lines as they stand in the file; the server checks them. */
export type ImportLines = unknown[];
export const previewImport = (users: ImportLines) =>
  api.post<{ plan: ImportPlan }>('/api/admin/users/import/preview', { users }).then(({ plan }) => plan);
export const importUsers = (users: ImportLines, digest: string, reason: string) =>
  api.post<Message & { changed: number }>('/api/admin/users/import', { users, digest, reason });
