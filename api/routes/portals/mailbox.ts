/** Routes by which a customer connects a mailbox at its provider, without a password. */
import type { Deps } from '#api/deps.ts';
import { beginConsent, finishConsent, mailboxSettings } from '#api/domain/portals/mailbox-consents.ts';
import { serve } from '#api/routes/serve.ts';

export function mailboxRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/mailbox/settings': async () => ({ settings: await mailboxSettings(deps) }),
    'POST /api/mailbox/consents': async ({ user, body: { provider, consent = false } }) => ({
      url: await beginConsent(deps, { userId: user.id, provider, consent }),
    }),
    'POST /api/mailbox/consents/finish': async ({ user, body: { state, code = null } }) =>
      finishConsent(deps, { userId: user.id, state, code }),
  });
}
