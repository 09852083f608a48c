/** Routes of spec section 7 "Portal credentials"; the acting user is always the session's. */
import type { Deps } from '#api/deps.ts';
import { requireUsableServer } from '#api/domain/portals/mail-servers.ts';
import * as credentials from '#api/domain/portals/credentials.ts';
import { requireDesk } from '#api/domain/portals/banks.ts';
import { credentialName } from '#contracts/portals/credentials.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import { clientMessages } from '#contracts/client-messages.ts';
import { DomainError } from '#contracts/errors.ts';
import { serve } from '#api/routes/serve.ts';

export function credentialRoutes(deps: Deps) {
  return serve(deps, {
    'GET /api/credentials/user/:userId': async ({ user }) => ({
      data: await credentials.listCredentials(deps, user.id),
    }),
    'GET /api/credentials/check/:portal': async ({ user, params }) => {
      const owner = { userId: user.id, portal: portalOf(params.portal) };
      const [exists, usable] = await Promise.all([
        credentials.hasCredential(deps.db, owner),
        credentials.canLogIn(deps, owner),
      ]);
      return { exists, usable };
    },
    'POST /api/credentials/test': async ({ user, body }) => {
      const { portalName: portal, username, password, server } = body;
      await requireDesk(deps.db, portal);
      await requireUsableServer(deps.env, portal, server);
      await credentials.testCredential(deps, { userId: user.id, portal }, { username, password, server });
      return { message: clientMessages.credentialsValid };
    },
    'POST /api/credentials/save': async ({ user, body }) => {
      const { portalName: portal, username, password, consent, server } = body;
      await requireDesk(deps.db, portal);
      await requireUsableServer(deps.env, portal, server);
      const owner = { userId: user.id, portal };
      await credentials.saveCredential(deps, owner, { username, password, consent, server });
      return { message: clientMessages.credentialsSaved };
    },
    'GET /api/credentials/:portal': async ({ user, params }) => {
      const owner = { userId: user.id, portal: portalOf(params.portal) };
      return { data: await credentials.shownCredential(deps, owner) };
    },
    'DELETE /api/credentials/:portal': async ({ user, params }) => {
      await credentials.removeCredential(deps, { userId: user.id, portal: portalOf(params.portal) });
      return { message: clientMessages.credentialsDeleted };
    },
  });
}

function portalOf(name: string): CredentialName {
  const read = credentialName.safeParse(name);
  if (!read.success) throw new DomainError('PORTAL_UNKNOWN');
  return read.data;
}
