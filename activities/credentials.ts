/**
 * Tests a portal login by logging in, under a lease, so that nobody else uses the login meanwhile. The password is decrypted
 * only here.
 */
import { Context } from '@temporalio/activity';
import type { Deps } from '#api/deps.ts';
import { takeDraft, type Draft } from '#api/domain/portals/credentials.ts';
import { updateRefusalCount, refusalsOf } from '#api/domain/portals/login-refusals.ts';
import { renewLease } from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { BrowserPool } from './browser/pool.ts';
import { beating } from './heartbeats.ts';
import { underLease } from './rows/lease-keeper.ts';
import { underPageMap } from './applied-page-maps.ts';
import { passwordOf, PortalFault, type PortalLogin } from './portals/contract.ts';
import { portalMessages } from './portals/messages.ts';
import { nobodyAnswers } from './portals/questions.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import { logIn, logOut, type OpenSession } from './sessions/sign-in.ts';

/** Ends the test while its workflow still holds the lease, which it releases after 90 seconds (`policies.ts`). */
const TEST_TIMEOUT_MS = 80_000;

export type CredentialActivities = ReturnType<typeof credentialActivities>;

type TestDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'clock' | 'logger'> & { browsers: BrowserPool };

export function credentialActivities(deps: TestDeps) {
  return {
    /** Returns `IN_USE` if the workflow no longer has its lease. Rejects if it loses the lease meanwhile. */
    testCredential: (input: CredentialTestInput): Promise<CredentialTestResult> =>
      beating(async () => {
        const { cancellationSignal } = Context.current();
        const leased = { portal: input.portal, signal: cancellationSignal };
        const result = await underLease(deps, leased, ({ lease, signal }) =>
          testDraft(deps, input, {
            gone: signal,
            late: AbortSignal.timeout(TEST_TIMEOUT_MS),
            isHeld: () => renewLease(deps.db, lease.claim),
          }),
        );
        return result ?? { outcome: 'IN_USE', message: loginMessages.portalBusy() };
      }),
  };
}

/** What a test may do only while its workflow has the lease. */
type Held = {
  /** Aborted when the lease is lost or the activity cancelled. */
  gone: AbortSignal;
  /** Aborted when the portal has taken too long. */
  late: AbortSignal;
  /** Asks the database, because a process that stood still learns late that its lease is gone. */
  isHeld: () => Promise<boolean>;
};

async function testDraft(
  deps: TestDeps,
  input: CredentialTestInput,
  held: Held,
): Promise<CredentialTestResult> {
  const draft = await takeDraft(deps, { userId: input.userId, draftId: input.draftId });
  if (!draft) return { outcome: 'TIMEOUT', message: loginMessages.testNotStarted() };
  const portal = input.portal as RealPlace;
  const tested = { portal, username: draft.account };
  if ((await refusalsOf(deps.db, tested, deps.clock())) >= limits.loginRefusalsMax)
    return {
      outcome: 'ACCOUNT_LOCKED',
      message: loginMessages.refusedTooOften({ times: limits.loginRefusalsMax }),
    };
  const result = await underPageMap(deps, portal, () => tryLogin(deps, portal, loginOf(draft), held));
  await updateRefusalCount(deps.db, tested, result.outcome, deps.clock());
  return result;
}

function loginOf({ username, password, server }: Draft): PortalLogin {
  return { username, password, ...(server ? { server } : {}) };
}

async function tryLogin(
  deps: TestDeps,
  portal: RealPlace,
  login: PortalLogin,
  { gone, late, isHeld }: Held,
): Promise<CredentialTestResult> {
  const password = async (): Promise<string> => {
    if (!(await isHeld())) throw leaseLost();
    return passwordOf(login);
  };
  const browsers = closedBy(AbortSignal.any([gone, late]), deps.browsers);
  try {
    const session = await logIn(
      { ...deps, browsers },
      // A login that asks for a code is reported differently from a wrong one.
      { portal, login: { ...login, password }, ask: nobodyAnswers, scope: '' },
    );
    // On some portals, logging out would also end the session of the next holder.
    if (!(await isHeld())) {
      await closeWithoutLogout(portal, session);
      throw leaseLost();
    }
    await logOut(portal, session);
    return { outcome: 'ok', message: emptyMessage };
  } catch (error) {
    gone.throwIfAborted();
    if (late.aborted) return { outcome: 'TIMEOUT', message: portalMessages.noAnswerInTime() };
    if (error instanceof PortalFault) return { outcome: error.outcome, message: error.said };
    throw error;
  }
}

/** Opens contexts that close when the signal is aborted, which ends whatever waits for their pages. */
function closedBy(signal: AbortSignal, browsers: BrowserPool): BrowserPool {
  return {
    ...browsers,
    openContext: async (...place) => {
      const context = await browsers.openContext(...place);
      const close = (): void => void context.close().catch(() => undefined);
      signal.addEventListener('abort', close, { once: true });
      if (signal.aborted) close();
      return context;
    },
  };
}

async function closeWithoutLogout(portal: RealPlace, session: OpenSession): Promise<void> {
  if ('context' in session) await session.context.close().catch(() => undefined);
  else await logOut(portal, session);
}

const leaseLost = (): Error => new Error('The lease on the portal was taken back.');
