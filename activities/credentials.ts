/** Tests a portal login by really logging in; the password is decrypted here and nowhere else. */
import type { Deps } from '#api/deps.ts';
import { takeDraft } from '#api/domain/credentials.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault } from './portals/contract.ts';
import { portals } from './portals/portals.ts';
import type { PortalKey } from '#services/contract.ts';
import { logIn } from './sessions.ts';

export type CredentialActivities = ReturnType<typeof credentialActivities>;

export function credentialActivities(deps: Pick<Deps, 'db' | 'env' | 'vault'> & { browsers: BrowserPool }) {
  return {
    testCredential: async (input: CredentialTestInput): Promise<CredentialTestResult> => {
      const draft = await takeDraft(deps, { userId: input.userId, draftId: input.draftId });
      if (!draft)
        return { outcome: 'TIMEOUT', message: 'The test took too long to start. Please try again.' };
      const portal = input.portal as PortalKey;
      try {
        const session = await logIn(deps, portal, draft);
        await portals[portal].logout(session).catch(() => undefined);
        await session.context.close().catch(() => undefined);
        return { outcome: 'ok', message: '' };
      } catch (error) {
        if (error instanceof PortalFault) return { outcome: error.outcome, message: error.message };
        throw error;
      }
    },
  };
}
