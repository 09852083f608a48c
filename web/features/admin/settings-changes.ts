/** Saving a part of the settings, with the reason for it; everybody's prices and notices follow at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreditSettings, SettingsBody } from '#contracts/settings.ts';
import { api } from '../../api/client.ts';
import { notify } from '../../ui/notify.ts';
import { settingsQuery } from '../settings/queries.ts';

export const putSettings = (body: Partial<SettingsBody>) =>
  api.put<{ settings: CreditSettings }>('/api/settings', body).then(({ settings }) => settings);

export function useSaveSettings(success: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: putSettings,
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      notify('success', success);
      onDone();
    },
  });
}
