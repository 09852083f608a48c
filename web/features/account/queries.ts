/** Calls about one's own account: the second factor, passkeys, sessions, preferences, usage by day, data, and its end. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeleteAccountBody } from '#contracts/account.ts';
import type { OwnPasskey } from '#contracts/passkeys.ts';
import type { Preferences, PreferencesBody } from '#contracts/preferences.ts';
import type { SecondFactorSecret, SecondFactorState } from '#contracts/second-factor.ts';
import type { OwnSession } from '#contracts/sessions.ts';
import type { UsageDay, UsageDaysAnswer } from '#contracts/usage-days.ts';
import { api, part } from '../../api/client.ts';
import type { PasskeyCredential, PasskeyOptions } from '../../lib/passkeys.ts';

const place = (userId: string, call: string): string => `/api/users/${part(userId)}/${call}`;

export const sessionsKey = ['sessions'] as const;

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: ({ signal }) =>
      api.get<{ sessions: OwnSession[] }>(place(userId, 'sessions'), signal).then(({ sessions }) => sessions),
  });
}

export const endSession = (userId: string, id: string) => api.delete(place(userId, `sessions/${part(id)}`));

export const endOtherSessions = (userId: string) =>
  api.post<{ ended: number }>(place(userId, 'sessions/end-others')).then(({ ended }) => ended);

export const secondFactorKey = ['second-factor'] as const;

export function secondFactorQuery(userId: string) {
  return queryOptions({
    queryKey: [...secondFactorKey, userId],
    queryFn: ({ signal }) => api.get<SecondFactorState>(place(userId, 'second-factor'), signal),
  });
}

export const beginSecondFactor = (userId: string, currentPassword: string) =>
  api.post<SecondFactorSecret>(place(userId, 'second-factor/begin'), { currentPassword });
export const confirmSecondFactor = (userId: string, code: string) =>
  api
    .post<{ recoveryCodes: string[] }>(place(userId, 'second-factor/confirm'), { code })
    .then(({ recoveryCodes }) => recoveryCodes);
export const disableSecondFactor = (userId: string, body: { currentPassword: string; code: string }) =>
  api.post(place(userId, 'second-factor/disable'), body);

export const passkeysKey = ['passkeys'] as const;

export function passkeysQuery(userId: string) {
  return queryOptions({
    queryKey: [...passkeysKey, userId],
    queryFn: ({ signal }) =>
      api.get<{ passkeys: OwnPasskey[] }>(place(userId, 'passkeys'), signal).then(({ passkeys }) => passkeys),
  });
}

export const beginPasskey = (userId: string, proof: { currentPassword: string; code: string }) =>
  api
    .post<{ options: PasskeyOptions }>(place(userId, 'passkeys/begin'), proof)
    .then(({ options }) => options);
export const addPasskey = (userId: string, body: { name: string; credential: PasskeyCredential }) =>
  api.post(place(userId, 'passkeys'), body);
export const removePasskey = (userId: string, id: string, currentPassword: string) =>
  api.post(place(userId, `passkeys/${part(id)}/remove`), { currentPassword });

export const savePreferences = (userId: string, wish: PreferencesBody) =>
  api
    .put<{ preferences: Preferences }>(place(userId, 'preferences'), wish)
    .then(({ preferences }) => preferences);

export function usageDaysQuery(userId: string, days: { dateFrom: string; dateTo: string }) {
  const query = new URLSearchParams(days).toString();
  return queryOptions({
    queryKey: ['credits', userId, 'usage-days', days],
    queryFn: ({ signal }): Promise<UsageDay[]> =>
      api
        .get<UsageDaysAnswer>(`/api/analytics/credit-usage-by-day/${part(userId)}?${query}`, signal)
        .then((answer) => answer.days),
    placeholderData: keepPreviousData,
  });
}

export const dataExportUrl = (userId: string): string => place(userId, 'data-export');

export const deleteAccount = (userId: string, body: DeleteAccountBody) =>
  api.post(place(userId, 'delete-account'), body);
