/** Saves a part of the settings with its reason, either immediately or once a second administrator confirms it. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SettingsBody } from '#contracts/site/settings.ts';
import { call } from '#web/lib/client.ts';
import { settingsQuery } from '#web/features/site/settings-queries.ts';
import { notifyDone } from '#web/features/admin/approvals/queries.ts';

/** Puts an edited field among the edited ones, or takes it out if it has its saved value again. */
export function withEdited<T extends object, K extends keyof T>(
  edited: Partial<T>,
  saved: T,
  name: K,
  value: T[K],
): Partial<T> {
  const { [name]: _, ...others } = edited;
  return value === saved[name] ? (others as Partial<T>) : { ...edited, [name]: value };
}

export const putSettings = (body: Partial<SettingsBody>) => call('PUT /api/settings', { body });

/** Shows the saved settings. A change that waits for confirmation leaves them as they are. */
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
