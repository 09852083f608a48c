/** Routes of spec section 7 "Settings": everybody may read them; administrators change them. */
import type { Deps } from '#api/deps.ts';
import { propose } from '#api/domain/accounts/approvals.ts';
import { getSettings, withoutNotice } from '#api/domain/site/settings.ts';
import { isWorkingAdministrator } from '#api/middleware/access.ts';
import { waitingAnswer } from '#api/middleware/waiting-answer.ts';
import { serve } from '#api/routes/serve.ts';

export function settingsRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/settings': async ({ user }) => {
      const settings = await getSettings(db);
      const isForAll = settings.systemNotification.showToAll || isWorkingAdministrator(user);
      return { settings: isForAll ? settings : withoutNotice(settings) };
    },
    'GET /api/system-settings': async () => {
      const { creditsPerBDT } = await getSettings(db);
      return { settings: { credits_per_bdt: creditsPerBDT } };
    },
    'PUT /api/settings': async ({ user, body: { reason, ...requested } }, c) => {
      const proposed = await propose(
        deps,
        { kind: 'settings', wishes: requested },
        { adminId: user.id, reason },
      );
      if ('waiting' in proposed) return waitingAnswer(c, proposed.waiting);
      return { settings: proposed.answer };
    },
  });
}
