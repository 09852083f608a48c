/** Provides the calls of spec section 7, "Users", for the customer's own profile and password. */
import type { Profile } from '#contracts/accounts/users.ts';
import { call } from '#web/lib/client.ts';

export const saveProfile = (userId: string, profile: Profile) =>
  call('PUT /api/users/:userId/profile', { params: { userId }, body: profile }).then(({ user }) => user);

export const changePassword = (userId: string, body: { currentPassword: string; newPassword: string }) =>
  call('POST /api/users/:userId/change-password', { params: { userId }, body });
