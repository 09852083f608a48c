/** Tests a portal login by logging in. The password is decrypted only here. */
import type { Deps } from '#api/deps.ts';
import { takeDraft, type Draft } from '#api/domain/portals/credentials.ts';
import { noteLoginEnd, refusalsOf } from '#api/domain/portals/login-refusals.ts';
import { limits } from '#contracts/limits.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { BrowserPool } from './browser.ts';
import { underPageMap } from './page-maps.ts';
import { PortalFault, type PortalLogin, type Question } from './portals/contract.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import { logIn, logOut } from './sessions.ts';

/**
 * Answers a portal's question during a test, where no person can: a login that asks for a code is reported
 * differently from a wrong one.
 */
const nobody = async ({ prompt }: Question): Promise<never> => {
  throw new PortalFault('HUMAN_REQUIRED', prompt);
};

export type CredentialActivities = ReturnType<typeof credentialActivities>;

type TestDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'clock'> & { browsers: BrowserPool };

export function credentialActivities(deps: TestDeps) {
  return {
    testCredential: async (input: CredentialTestInput): Promise<CredentialTestResult> => {
      const draft = await takeDraft(deps, { userId: input.userId, draftId: input.draftId });
      if (!draft) return { outcome: 'TIMEOUT', message: loginMessages.testNotStarted() };
      const portal = input.portal as RealPlace;
      const tested = { portal, username: draft.account };
      if ((await refusalsOf(deps.db, tested, deps.clock())) >= limits.loginRefusalsMax)
        return {
          outcome: 'ACCOUNT_LOCKED',
          message: loginMessages.refusedTooOften({ times: limits.loginRefusalsMax }),
        };
      const result = await underPageMap(deps, portal, () => tryLogin(deps, portal, loginOf(draft)));
      await noteLoginEnd(deps.db, tested, result.outcome, deps.clock());
      return result;
    },
  };
}

function loginOf({ username, password, server }: Draft): PortalLogin {
  return { username, password, ...(server ? { server } : {}) };
}

async function tryLogin(
  deps: TestDeps,
  portal: RealPlace,
  login: PortalLogin,
): Promise<CredentialTestResult> {
  try {
    const session = await logIn(deps, portal, login, { ask: nobody, scope: '' });
    await logOut(portal, session);
    return { outcome: 'ok', message: emptyMessage };
  } catch (error) {
    if (error instanceof PortalFault) return { outcome: error.outcome, message: error.said };
    throw error;
  }
}
