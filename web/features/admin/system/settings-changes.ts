/** Saving a part of the settings, with the reason for it: at once for everybody, or when a second administrator confirms. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SettingsBody } from '#contracts/site/settings.ts';
import { call } from '#web/lib/client.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { notifyDone } from '#web/features/admin/approvals/queries.ts';

export const putSettings = (body: Partial<SettingsBody>) => call('PUT /api/settings', { body });

/** Shows the settings that were saved; what waits has changed none. */
export function showSaved(client: QueryClient, answer: Awaited<ReturnType<typeof putSettings>>): void {
  if ('settings' in answer) client.setQueryData(settingsQuery.queryKey, answer.settings);
}

export function useSaveSettings(success: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: putSettings,
    onSuccess: (answer) => {
      showSaved(client, answer);
      notifyDone(answer, success);
      onDone();
    },
  });
}
