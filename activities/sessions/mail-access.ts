/** Obtains access tokens for mailboxes connected with a provider's consent, a new one for each sign-in. */
import type { Deps } from '#api/deps.ts';
import { ConsentRefused, ProviderUnavailable, refreshAccess } from '#api/adapters/mail-consents.ts';
import { openPassword, replaceSecret, type SavedLogin } from '#api/domain/portals/credentials.ts';
import { mailProviderNames, type MailProvider } from '#contracts/portals/mail-servers.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { mailboxPortalMessages } from '#activities/portals/mailbox/messages.ts';

/**
 * Returns a login with a new access token. A refresh token that the provider replaces is saved. Throws PortalFault if
 * the consent was revoked, or the provider does not answer.
 */
export async function openAccess(
  deps: Pick<Deps, 'db' | 'vault' | 'env'>,
  owner: { userId: string; portal: CredentialName },
  login: SavedLogin & { provider: MailProvider },
): Promise<string> {
  const { provider } = login;
  const refreshToken = await openPassword(deps, owner, login);
  try {
    const { accessToken, nextRefreshToken } = await refreshAccess(deps.env, provider, refreshToken);
    if (nextRefreshToken !== null && nextRefreshToken !== refreshToken)
      login.sealed = await replaceSecret(deps, owner, login, nextRefreshToken);
    return accessToken;
  } catch (error) {
    throw faultOf(error, provider);
  }
}

function faultOf(cause: unknown, key: MailProvider): unknown {
  const provider = mailProviderNames[key];
  if (cause instanceof ConsentRefused)
    return new PortalFault('CREDENTIALS_INVALID', mailboxPortalMessages.consentRevoked({ provider }), {
      cause,
    });
  if (cause instanceof ProviderUnavailable)
    return new PortalFault('PORTAL_DOWN', mailboxPortalMessages.providerUnreachable({ provider }), { cause });
  return cause;
}
