/** Signs in to a portal, a mailbox or an official interface, and records the portal's verdict on a saved login. */
import type { Deps } from '#api/deps.ts';
import { serverOf } from '#api/adapters/mail-consents.ts';
import { inSpan } from '#api/adapters/tracing.ts';
import {
  recordLoginUse,
  openPassword,
  savedLogin,
  type SavedLogin,
} from '#api/domain/portals/credentials.ts';
import { updateRefusalCount, refusalsOf } from '#api/domain/portals/login-refusals.ts';
import { leaseLogin } from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import type { PortalPlace, PracticePortal, RealPlace } from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from '#activities/browser/pool.ts';
import type { RunContext } from '#services/runner.ts';
import { countActions, countFromNow } from '#activities/portals/action-counts.ts';
import {
  PortalFault,
  type InterfaceSession,
  type LoginContext,
  type MailSession,
  type Portal,
  type PortalLogin,
  type PortalSession,
} from '#activities/portals/contract.ts';
import { captureEvidence } from '#activities/portals/evidence.ts';
import { textsInForce } from '#activities/portals/page-texts.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import { openAccess } from './mail-access.ts';
import { mailReachOf } from './mail-reach.ts';
import {
  credentialOf,
  findPortalAddress,
  officialInterfaceOf,
  portalOf,
} from '#activities/portals/portals.ts';
import { siteOf, type SiteDeps } from './portal-sites.ts';
import { practiceLogin } from './practice-login.ts';

export type OpenSession = PortalSession | MailSession | InterfaceSession;

/** `claimed` is the login for which the job holds its lease; null if no lease is needed. */
export type Opening = LoginContext & {
  portal: PortalPlace;
  userId: string;
  jobId: string;
  claimed: string | null;
};

/** The customer has replaced the login since the job's lease was granted for it. */
export class LoginChanged extends Error {
  constructor() {
    super('The lease on the portal was granted for another login.');
    this.name = 'LoginChanged';
  }
}

export type SessionDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'clock'> & { browsers: BrowserPool };

/** `login` is the account (`accountOf`); empty on a public portal. */
type SignIn = { login: string; logInNow: () => Promise<OpenSession> };

/** Signs in to a practice portal with the login of the practice job, so that saved logins are never typed there. */
export function practiceSignIn(deps: SessionDeps, opening: Opening & { portal: PracticePortal }): SignIn {
  const { portal, jobId } = opening;
  const login = portalOf(portal).credentials ? practiceLogin(jobId) : null;
  return { login: login?.username ?? '', logInNow: () => logIn(deps, { ...opening, login }) };
}

/** Signs in with the customer's saved login. Its password is decrypted only when a page asks for it. */
export async function savedSignIn(
  deps: SessionDeps,
  opening: Opening & { portal: RealPlace },
): Promise<SignIn> {
  const { portal, userId, claimed } = opening;
  const login = await loginOf(deps, portal, userId);
  const owner = { portal, userId, login };
  if (claimed !== null && login && leaseLogin(login.account) !== claimed) throw new LoginChanged();
  const logInNow = () =>
    recordVerdict(deps, owner, () => logIn(deps, { ...opening, login: loginFor(deps, owner) }));
  return { login: login?.account ?? '', logInNow };
}

async function loginOf(
  deps: Pick<Deps, 'db'>,
  portal: RealPlace,
  userId: string,
): Promise<SavedLogin | null> {
  const credentials = credentialOf(portal);
  if (!credentials) return null;
  const login = await savedLogin(deps, { userId, portal: credentials });
  if (!login) throw new PortalFault('CREDENTIALS_INVALID', loginMessages.notSaved());
  return login;
}

type Signing = { portal: RealPlace; userId: string; login: SavedLogin | null };

/** Returns the login for one login page. The password is decrypted each time a page asks for it. */
function loginFor(deps: SessionDeps, { portal, userId, login }: Signing): PortalLogin | null {
  const credentials = credentialOf(portal);
  if (!credentials || !login) return null;
  const owner = { userId, portal: credentials };
  const { username, provider } = login;
  if (provider) {
    const server = serverOf(deps.env, provider);
    const password = () => openAccess(deps, owner, Object.assign(login, { provider }));
    return { username, password, provider, ...(server ? { server } : {}) };
  }
  const password = () => openPassword(deps, owner, login);
  return { username, password, ...(login.server ? { server: login.server } : {}) };
}

/**
 * Throws for a login that the portal has refused before: another attempt could lock the account, possibly another
 * customer's.
 */
async function requireNotRefused(
  deps: SessionDeps,
  portal: RealPlace,
  { account: username, isProved }: SavedLogin,
): Promise<void> {
  const refusals = await refusalsOf(deps.db, { portal, username }, deps.clock());
  if (refusals < limits.loginRefusalsForJobs || isProved) return;
  throw new PortalFault('CREDENTIALS_INVALID', loginMessages.refusedBefore({ times: refusals }));
}

/** Records the portal's verdict on the login, for every customer who saved the same one. */
async function recordVerdict<T>(
  deps: SessionDeps,
  { portal, userId, login }: Signing,
  logInNow: () => Promise<T>,
): Promise<T> {
  const credentials = credentialOf(portal);
  const note = async (outcome: string): Promise<void> => {
    if (!credentials || !login) return;
    await updateRefusalCount(deps.db, { portal, username: login.account }, outcome, deps.clock());
    await recordLoginUse(deps, { userId, portal: credentials }, { login, outcome });
  };
  if (login) await requireNotRefused(deps, portal, login);
  try {
    const session = await logInNow();
    await note('ok');
    return session;
  } catch (error) {
    if (error instanceof PortalFault) await note(error.outcome);
    throw error;
  }
}

/** Returns whether the session can still be used. */
export function isOpen(session: OpenSession): boolean {
  if ('mailbox' in session) return session.mailbox.isOpen();
  return 'official' in session || !session.page.isClosed();
}

/** Returns what a look-up works with: a page, a mailbox or an official interface. */
export function openedIn(session: OpenSession | null): Pick<RunContext, 'session' | 'mailbox' | 'official'> {
  if (!session) return {};
  if ('mailbox' in session) return { mailbox: session.mailbox };
  return 'official' in session ? { official: session.official } : { session };
}

type OpenDeps = SiteDeps & Pick<SessionDeps, 'browsers'>;
/** `login` is null on a public portal. */
type Entry = LoginContext & { portal: PortalPlace; login: PortalLogin | null };

/**
 * Opens a browser context on the portal, or the mailbox, and logs in; an official interface needs neither. On failure,
 * everything is closed again. On a practice portal, the context can reach only its host.
 */
export const logIn = (deps: OpenDeps, entry: Entry): Promise<OpenSession> =>
  inSpan('sign in', { portal: entry.portal }, () => openSession(deps, entry));

async function openSession(
  { browsers, ...sites }: OpenDeps,
  { portal: place, login, ask, scope }: Entry,
): Promise<OpenSession> {
  const { env } = sites;
  const portal = portalOf(place);
  if ('openMailbox' in portal) {
    if (!login) throw new Error(`The mailbox ${place} is opened with a login.`);
    const address = findPortalAddress(place, env);
    return { mailbox: await portal.openMailbox(address, login, await mailReachOf(env)) };
  }
  const official = officialInterfaceOf(place, env);
  if (official) {
    countFromNow(official);
    return { official };
  }
  const { baseUrl, hosts } = await siteOf(sites, place);
  const context = await browsers.openContext(baseUrl, hosts);
  countActions(context);
  try {
    const session: PortalSession = { context, page: await context.newPage(), baseUrl };
    if (login) await logInOn(session, portal, login, { ask, scope });
    return session;
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

/** Logs out and closes what the session had open, even if the portal no longer answers. */
export const logOut = (place: PortalPlace, session: OpenSession): Promise<void> =>
  inSpan('sign out', { portal: place }, async () => {
    if ('mailbox' in session) return session.mailbox.close();
    if ('official' in session) return;
    const portal = portalOf(place);
    if ('logout' in portal) await portal.logout(session).catch(() => undefined);
    await session.context.close().catch(() => undefined);
  });

async function logInOn(
  session: PortalSession,
  portal: Portal,
  login: PortalLogin,
  loginContext: LoginContext,
): Promise<void> {
  const result = await portal.login(session, login, loginContext);
  if (result.outcome === 'ok') return;
  const fault = new PortalFault(result.outcome, result.message);
  if (result.outcome === 'PORTAL_CHANGED')
    fault.evidence = await captureEvidence(session.page, textsInForce(pageMaps[portal.key]), {
      isSignIn: true,
    }).catch(() => null);
  throw fault;
}
