/**
 * The logins with which probes walk through the pages behind portals' sign-ins: one for each portal, secrets of the
 * platform, never used for a customer's job. The result of the last walk is stored with each.
 */
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Deps } from '#api/deps.ts';
import type { ProbeLoginView, Walk, WalkedPage } from '#contracts/calls/portal-pages-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { storedMessage, type Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import type { ProbeLoginBody } from '#contracts/portals/probe-logins.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { hasPages } from '#activities/portals/facts.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma, type PortalProbeLogin } from '#prisma/generated/client.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import { readClosures } from './opening-hours.ts';
import { portalsWithAddress } from './portal-addresses.ts';
import { noteFault } from './portal-states.ts';
import { allPlaces, desksWithAddress, knownPlace } from './banks.ts';
import { pauseChangedPortal } from './portals.ts';
import { sealBindings } from './sealed-columns.ts';

/**
 * After these outcomes an administrator must act first: another attempt could lock the account, or send a code again.
 */
const stoppingOutcomes = ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'];

/** Returns whether probes can sign in there: the portal needs a login, and its adapter lists pages to open. */
export const takesProbeLogin = (portal: RealPlace): boolean =>
  portals.some((facts) => facts.key === portalAt(portal) && facts.login !== null && hasPages(facts));

/** Returns the logins of all portals and banks that still exist. */
export const probeLogins = async (db: Database): Promise<PortalProbeLogin[]> =>
  db.portalProbeLogin.findMany({ where: { portal: { in: await allPlaces(db) } } });

/** Returns what administrators see of the login: everything but the password. */
export async function probeLoginOf(db: Database, named: string): Promise<ProbeLoginView> {
  const portal = await knownPlace(db, named);
  const saved = await db.portalProbeLogin.findUnique({ where: { portal } });
  if (!saved) return { portal, login: null, isStopped: false, walk: null };
  const by = await db.user.findUnique({ where: { id: saved.savedBy }, select: { name: true } });
  const { username, everyMinutes, savedAt } = saved;
  return {
    portal,
    login: { username, everyMinutes, savedBy: by?.name ?? '', savedAt: savedAt.toISOString() },
    ...walkOf(saved),
  };
}

/** Returns how the last walk ended, and whether probes have stopped signing in because of it. */
export function walkOf(saved: PortalProbeLogin): { isStopped: boolean; walk: Walk | null } {
  const { outcome, walkedAt, tookMs, pages, goodAt } = saved;
  if (outcome === null || !walkedAt) return { isStopped: false, walk: null };
  const walk = {
    outcome,
    at: walkedAt.toISOString(),
    ...textOf('message', storedMessage(saved.message)),
    tookMs: tookMs ?? 0,
    pages: pages as WalkedPage[],
    goodAt: goodAt?.toISOString() ?? null,
  };
  return { isStopped: isStopped(saved), walk };
}

type ChangeDeps = Pick<Deps, 'db' | 'vault' | 'clock'>;

/**
 * Saves the login, or, without a password, only how often it is used. With a new password the next walk is due at once,
 * even if probes had stopped using the login.
 *
 * @throws DomainError PROBE_LOGIN_NOT_USED for a portal without a login, PROBE_PASSWORD_NEEDED for a new user name
 * alone
 */
export async function saveProbeLogin(
  { db, vault, clock }: ChangeDeps,
  named: string,
  { username, password, everyMinutes, reason }: Omit<ProbeLoginBody, keyof OwnerProof>,
  adminId: string,
): Promise<void> {
  const portal = await knownPlace(db, named);
  if (!takesProbeLogin(portal)) throw new DomainError('PROBE_LOGIN_NOT_USED');
  await db.$transaction(async (tx) => {
    const before = await tx.portalProbeLogin.findUnique({ where: { portal } });
    if (password === undefined && before?.username !== username)
      throw new DomainError('PROBE_PASSWORD_NEEDED');
    const secret =
      password === undefined
        ? (before?.secret ?? '')
        : await vault.seal(tx, password, sealBindings.probeLogin(portal));
    const saved = {
      username,
      secret,
      everyMinutes,
      savedBy: adminId,
      savedAt: clock(),
      ...(password === undefined ? {} : notWalked),
    };
    await tx.portalProbeLogin.upsert({
      where: { portal },
      create: { portal, ...saved },
      update: saved,
    });
    await recordChange(tx, {
      adminId,
      action: 'probe login saved',
      subject: `portal/${portal}`,
      before: before && { username: before.username, everyMinutes: before.everyMinutes },
      after: { username, everyMinutes },
      reason,
    });
  });
}

const notWalked = {
  begunAt: null,
  walkedAt: null,
  outcome: null,
  message: Prisma.DbNull,
  pages: [],
  tookMs: null,
};

/** Removes the login; throws NOT_FOUND if there is none. */
export async function removeProbeLogin(
  { db }: Pick<Deps, 'db'>,
  named: string,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<void> {
  const portal = await knownPlace(db, named);
  await db.$transaction(async (tx) => {
    const before = await tx.portalProbeLogin.findUnique({ where: { portal } });
    if (!before) throw new DomainError('NOT_FOUND');
    await tx.portalProbeLogin.delete({ where: { portal } });
    await recordChange(tx, {
      adminId,
      action: 'probe login removed',
      subject: `portal/${portal}`,
      before: { username: before.username, everyMinutes: before.everyMinutes },
      after: null,
      reason,
    });
  });
}

/** A walk that is due, or that an administrator requested. It needs a place on the portal for this login. */
export type DueWalk = { portal: RealPlace; username: string; isAsked?: boolean };

/** Returns the walks that are due on portals that have an address and are open. */
export async function dueWalks(db: Database, now: Date): Promise<DueWalk[]> {
  const [logins, withAddress, desks, closures, paused] = await Promise.all([
    probeLogins(db),
    portalsWithAddress(db),
    desksWithAddress(db),
    readClosures(db, now),
    db.portalState.findMany({ where: { pausedAt: { not: null } }, select: { portal: true } }),
  ]);
  return [...withAddress, ...desks.map(({ place }) => place)].flatMap((portal): DueWalk[] => {
    const login = logins.find((each) => each.portal === portal);
    const isShut = closures.has(portal) || paused.some((state) => state.portal === portal);
    return login && !isShut && isDue(login, now) ? [{ portal, username: login.username }] : [];
  });
}

/**
 * Returns a walk for an administrator who requests it before it is due; null without a login, if probes have stopped
 * using the login, or while the portal is paused.
 */
export async function askedWalk(db: Database, portal: RealPlace): Promise<DueWalk | null> {
  const [login, state] = await Promise.all([
    db.portalProbeLogin.findUnique({ where: { portal } }),
    db.portalState.findUnique({ where: { portal } }),
  ]);
  if (!login || isStopped(login) || state?.pausedAt) return null;
  return { portal, username: login.username, isAsked: true };
}

const isStopped = ({ outcome }: PortalProbeLogin): boolean =>
  outcome !== null && stoppingOutcomes.includes(outcome);

function isDue(login: PortalProbeLogin, now: Date): boolean {
  const { begunAt, everyMinutes } = login;
  if (isStopped(login)) return false;
  return !begunAt || begunAt.getTime() + everyMinutes * 60_000 <= now.getTime();
}

export type ProbeLogin = { username: string; sealed: string; begunAt: Date };

/**
 * Records that a walk begins, before anything is typed, so that the next one waits its full interval whatever happens.
 * Returns null if the walk is no longer due, or the login has been replaced.
 */
export async function beginWalk(
  db: Database,
  { portal, username, isAsked = false }: DueWalk,
  now: Date,
): Promise<ProbeLogin | null> {
  const saved = await db.portalProbeLogin.findUnique({ where: { portal } });
  if (!saved || saved.username !== username) return null;
  if (isAsked ? isStopped(saved) : !isDue(saved, now)) return null;
  const { count } = await db.portalProbeLogin.updateMany({
    where: { portal, username, secret: saved.secret, begunAt: saved.begunAt },
    data: { begunAt: now },
  });
  return count === 0 ? null : { username, sealed: saved.secret, begunAt: now };
}

/** Decrypts the password. Call it when the password is typed, instead of keeping it. */
export const openProbePassword = (
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  portal: string,
  { sealed }: ProbeLogin,
): Promise<string> => vault.open(db, sealed, sealBindings.probeLogin(portal));

export type WalkFinding = { outcome: string; message: Message; pages: WalkedPage[]; tookMs: number };

/**
 * Records how a walk ended, unless another login has been saved meanwhile. If the portal's pages have changed, the
 * portal is paused, as it would be by a job.
 */
export async function settleWalk(
  deps: Pick<Deps, 'db' | 'clock'>,
  portal: RealPlace,
  { begunAt }: ProbeLogin,
  { outcome, message, pages, tookMs }: WalkFinding,
): Promise<void> {
  const now = deps.clock();
  const { count } = await deps.db.portalProbeLogin.updateMany({
    where: { portal, begunAt },
    data: { walkedAt: now, outcome, message, pages, tookMs, ...(outcome === 'ok' ? { goodAt: now } : {}) },
  });
  if (count === 0) return;
  if (outcome === 'PORTAL_CHANGED') {
    const noticedAs = `walk:${portal}:${begunAt.toISOString()}`;
    await pauseChangedPortal(deps, { portal, begunAt, noticedAs, what: message });
  }
  if (!stoppingOutcomes.includes(outcome) && outcome !== 'ok')
    await noteFault(deps, portal, english(message));
}
