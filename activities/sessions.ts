/** This worker's logged-in portal sessions: kept between the chunks of a job, closed when no longer needed. */
import { setTimeout as delay } from 'node:timers/promises';
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
import { leaseLogin, workedElsewhere, type Claim } from '#api/domain/portals/portal-leases.ts';
import { limits } from '#contracts/limits.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import {
  isPracticePortal,
  type PortalPlace,
  type PracticePortal,
  type RealPlace,
} from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from './browser/pool.ts';
import type { RunContext } from '#services/runner.ts';
import { countActions, countFromNow } from './portals/actions.ts';
import {
  PortalFault,
  type InterfaceSession,
  type LoginContext,
  type MailSession,
  type Portal,
  type PortalLogin,
  type PortalSession,
} from './portals/contract.ts';
import { captureEvidence } from './portals/evidence.ts';
import { textsInForce } from './portals/page-texts.ts';
import { pageMaps } from './portals/page-maps.ts';
import { openAccess } from './mail-access.ts';
import { mailReachOf } from './mail-reach.ts';
import { workersHere } from './rows/lease-keeper.ts';
import { credentialOf, findPortalAddress, officialInterfaceOf, portalOf } from './portals/portals.ts';
import { siteOf, type SiteDeps } from './portal-sites.ts';
import { practiceLogin } from './practice-login.ts';

/** `login` is the account of the session (`accountOf`); empty on a public portal. */
export type PooledSession = OpenSession & { key: string; portal: PortalPlace; login: string; chunks: number };
export type OpenSession = PortalSession | MailSession | InterfaceSession;

/** `claimed` is the login for which the job holds its lease; null if no lease is needed. */
type Opening = LoginContext & {
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

export type SessionPool = {
  /** Returns a logged-in session; throws PortalFault with the login's outcome. */
  open: (opening: Opening) => Promise<PooledSession>;
  /**
   * Keeps the session for the next chunk of the claim's holder, or closes it if it has grown old. Returns whether it is
   * kept.
   */
  giveBack: (session: PooledSession, claim: Claim | null) => Promise<boolean>;
  close: (session: PooledSession) => Promise<void>;
  closeAll: () => Promise<void>;
};

/** A session that is idle for longer is logged out, so that the customer can use the portal. */
const IDLE_MS = 20_000;
/** How often the pool checks whether another worker has taken over the jobs of its idle sessions. */
const IDLE_LOOK_MS = 1_000;

type SessionDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'clock'> & { browsers: BrowserPool };

/**
 * Creates the pool of this worker. An idle session belongs to one portal, customer and login scope. On a public portal,
 * two jobs of a customer can leave one idle session each.
 */
export function createSessionPool(deps: SessionDeps): SessionPool {
  const idle = createIdleSessions(deps);
  return {
    open: async (opening) => {
      const { portal, userId, scope } = opening;
      const key = [portal, userId, scope].join(':');
      const { login, logInNow } = isPracticePortal(portal)
        ? practiceSignIn(deps, { ...opening, portal })
        : await savedSignIn(deps, { ...opening, portal });
      const kept = idle.take(key);
      if (kept && isOpen(kept) && kept.login === login) return kept;
      if (kept) await close(kept);
      return { ...(await logInNow()), key, portal, login, chunks: 0 };
    },
    giveBack: async (session, claim) => {
      session.chunks += 1;
      if (session.chunks >= limits.chunksPerSessionMax) {
        await close(session);
        return false;
      }
      idle.keep(session, claim);
      return true;
    },
    close,
    closeAll: async () => {
      const closing: Promise<void>[] = [];
      for (let session = idle.take(); session; session = idle.take()) closing.push(close(session));
      await Promise.all(closing);
    },
  };
}

const close = (session: PooledSession): Promise<void> => logOut(session.portal, session);

type Idle = { claim: Claim | null; timer: NodeJS.Timeout };

type IdleSessions = {
  /** Keeps a session until it is taken, has been idle for too long, or its job continues on another worker. */
  keep: (session: PooledSession, claim: Claim | null) => void;
  /** Removes and returns a session with this key; without a key, any session. */
  take: (key?: string) => PooledSession | undefined;
};

function createIdleSessions({ db }: Pick<Deps, 'db'>): IdleSessions {
  const idle = new Map<PooledSession, Idle>();
  let looking: Promise<void> | null = null;

  /** Returns whether the session was idle, and not already taken. */
  const remove = (session: PooledSession): boolean => {
    clearTimeout(idle.get(session)?.timer);
    return idle.delete(session);
  };

  const closeIdle = (session: PooledSession): void => {
    if (remove(session)) void close(session);
  };

  const closeWorkedElsewhere = async (): Promise<void> => {
    const claimed = [...idle].flatMap(([session, { claim }]) => (claim ? [{ session, claim }] : []));
    const claims = claimed.map(({ claim }) => claim);
    const elsewhere = await workedElsewhere(db, claims, workersHere);
    for (const { session, claim } of claimed) if (elsewhere.has(claim.holder)) closeIdle(session);
  };

  return {
    keep: (session, claim) => {
      const timer = setTimeout(() => closeIdle(session), IDLE_MS);
      timer.unref();
      idle.set(session, { claim, timer });
      looking ??= whileAny(idle, closeWorkedElsewhere).finally(() => {
        looking = null;
      });
    },
    take: (key) => {
      const session = [...idle.keys()].find((each) => key === undefined || each.key === key);
      if (session) remove(session);
      return session;
    },
  };
}

/** Repeats a check as long as the collection has members. A check that fails is simply repeated the next time. */
async function whileAny(members: { size: number }, look: () => Promise<void>): Promise<void> {
  while (members.size > 0) {
    await delay(IDLE_LOOK_MS, undefined, { ref: false });
    await look().catch(() => undefined);
  }
}

/** `login` is the account (`accountOf`); empty on a public portal. */
type SignIn = { login: string; logInNow: () => Promise<OpenSession> };

/** Signs in to a practice portal with the login of the practice job, so that saved logins are never typed there. */
function practiceSignIn(deps: SessionDeps, opening: Opening & { portal: PracticePortal }): SignIn {
  const { portal, jobId } = opening;
  const login = portalOf(portal).credentials ? practiceLogin(jobId) : null;
  return { login: login?.username ?? '', logInNow: () => logIn(deps, { ...opening, login }) };
}

/** Signs in with the customer's saved login. Its password is decrypted only when a page asks for it. */
async function savedSignIn(deps: SessionDeps, opening: Opening & { portal: RealPlace }): Promise<SignIn> {
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

function isOpen(session: OpenSession): boolean {
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
  { portal: key, login, ask, scope }: Entry,
): Promise<OpenSession> {
  const { env } = sites;
  const portal = portalOf(key);
  if ('openMailbox' in portal) {
    if (!login) throw new Error(`The mailbox ${key} is opened with a login.`);
    const address = findPortalAddress(key, env);
    return { mailbox: await portal.openMailbox(address, login, await mailReachOf(env)) };
  }
  const official = officialInterfaceOf(key, env);
  if (official) {
    countFromNow(official);
    return { official };
  }
  const { baseUrl, hosts } = await siteOf(sites, key);
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
export const logOut = (key: PortalPlace, session: OpenSession): Promise<void> =>
  inSpan('sign out', { portal: key }, async () => {
    if ('mailbox' in session) return session.mailbox.close();
    if ('official' in session) return;
    const portal = portalOf(key);
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
