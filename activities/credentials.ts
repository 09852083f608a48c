/** Tests a portal login by really logging in; the password is decrypted here and nowhere else. */
import type { Deps } from '#api/deps.ts';
import { takeDraft } from '#api/domain/credentials.ts';
import { say } from '#contracts/say.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault, type Question } from './portals/contract.ts';
import type { PortalKey } from '#services/contract.ts';
import { logIn, logOut } from './sessions.ts';

/** A test has nobody to ask: a login that wants a code is told apart from one that is wrong. */
const nobody = async ({ prompt }: Question): Promise<never> => {
  throw new PortalFault('HUMAN_REQUIRED', prompt);
};

export type CredentialActivities = ReturnType<typeof credentialActivities>;

export function credentialActivities(deps: Pick<Deps, 'db' | 'env' | 'vault'> & { browsers: BrowserPool }) {
  return {
    testCredential: async (input: CredentialTestInput): Promise<CredentialTestResult> => {
      const draft = await takeDraft(deps, { userId: input.userId, draftId: input.draftId });
      if (!draft)
        return { outcome: 'TIMEOUT', message: say('The test took too long to start. Please try again.') };
      const portal = input.portal as PortalKey;
      try {
        const session = await logIn(deps, portal, draft, { ask: nobody, scope: '' });
        await logOut(portal, session);
        return { outcome: 'ok', message: '' };
      } catch (error) {
        if (error instanceof PortalFault) return { outcome: error.outcome, message: error.message };
        throw error;
      }
    },
  };
}
