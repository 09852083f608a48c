/**
 * Provides the calls about the customer's own account: second factor, passkeys, sessions, preferences, daily usage,
 * data export and deletion.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeleteAccountBody } from '#contracts/accounts/account.ts';
import type { AddPasskeyBody } from '#contracts/accounts/passkeys.ts';
import type { PreferencesBody } from '#contracts/accounts/preferences.ts';
import type { UsageDay } from '#contracts/calls/credits-answers.ts';
import { addressOf, call } from '#web/lib/client.ts';

export const sessionsKey = ['sessions'] as const;

export function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: ({ signal }) =>
      call('GET /api/users/:userId/sessions', { params: { userId }, signal }).then(
        ({ sessions }) => sessions,
      ),
  });
}

export const endSession = (userId: string, id: string) =>
  call('DELETE /api/users/:userId/sessions/:id', { params: { userId, id } });

export const endOtherSessions = (userId: string) =>
  call('POST /api/users/:userId/sessions/end-others', { params: { userId } }).then(({ ended }) => ended);

export const secondFactorKey = ['second-factor'] as const;

export function secondFactorQuery(userId: string) {
  return queryOptions({
    queryKey: [...secondFactorKey, userId],
    queryFn: ({ signal }) => call('GET /api/users/:userId/second-factor', { params: { userId }, signal }),
  });
}

export const beginSecondFactor = (userId: string, currentPassword: string) =>
  call('POST /api/users/:userId/second-factor/begin', { params: { userId }, body: { currentPassword } });
export const confirmSecondFactor = (userId: string, code: string) =>
  call('POST /api/users/:userId/second-factor/confirm', { params: { userId }, body: { code } }).then(
    ({ recoveryCodes }) => recoveryCodes,
  );
export const disableSecondFactor = (userId: string, body: { currentPassword: string; code: string }) =>
  call('POST /api/users/:userId/second-factor/disable', { params: { userId }, body });

export const passkeysKey = ['passkeys'] as const;

export function passkeysQuery(userId: string) {
  return queryOptions({
    queryKey: [...passkeysKey, userId],
    queryFn: ({ signal }) =>
      call('GET /api/users/:userId/passkeys', { params: { userId }, signal }).then(
        ({ passkeys }) => passkeys,
      ),
  });
}

export const beginPasskey = (userId: string, proof: { currentPassword: string; code: string }) =>
  call('POST /api/users/:userId/passkeys/begin', { params: { userId }, body: proof }).then(
    ({ options }) => options,
  );
export const addPasskey = (userId: string, body: AddPasskeyBody) =>
  call('POST /api/users/:userId/passkeys', { params: { userId }, body });
export const removePasskey = (userId: string, id: string, currentPassword: string) =>
  call('POST /api/users/:userId/passkeys/:id/remove', { params: { userId, id }, body: { currentPassword } });

export const savePreferences = (userId: string, preferences: PreferencesBody) =>
  call('PUT /api/users/:userId/preferences', { params: { userId }, body: preferences }).then(
    ({ preferences }) => preferences,
  );

export function usageDaysQuery(userId: string, days: { dateFrom: string; dateTo: string }) {
  return queryOptions({
    queryKey: ['credits', userId, 'usage-days', days],
    queryFn: ({ signal }): Promise<UsageDay[]> =>
      call('GET /api/analytics/credit-usage-by-day/:userId', {
        params: { userId },
        query: days,
        signal,
      }).then((answer) => answer.days),
    placeholderData: keepPreviousData,
  });
}

export const dataExportUrl = (userId: string): string =>
  addressOf('GET /api/users/:userId/data-export', { userId });

export const deleteAccount = (userId: string, body: DeleteAccountBody) =>
  call('POST /api/users/:userId/delete-account', { params: { userId }, body });
