/** The calls of spec section 7 "Users" about one's own profile and password. */
import type { User } from '#contracts/auth.ts';
import type { Profile } from '#contracts/users.ts';
import { api, part } from '../../api/client.ts';

export const saveProfile = (userId: string, profile: Profile) =>
  api
    .put<{ user: User; message: string }>(`/api/users/${part(userId)}/profile`, profile)
    .then(({ user }) => user);

export const changePassword = (userId: string, body: { currentPassword: string; newPassword: string }) =>
  api.post<{ message: string }>(`/api/users/${part(userId)}/change-password`, body);
