/** Route that stores a customer's preferences for the interface and mails. */
import type { Deps } from '#api/deps.ts';
import { savePreferences } from '#api/domain/accounts/preferences.ts';
import { serve } from '#api/routes/serve.ts';

export function preferenceRoutes(deps: Deps) {
  return serve(deps, {
    'PUT /api/users/:userId/preferences': async ({ user, body }) => ({
      preferences: await savePreferences(deps.db, user.id, body),
    }),
  });
}
