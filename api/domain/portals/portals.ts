/** Pauses and resumes portals. */
import { english } from '#contracts/messages/render.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import type { PortalPause } from '#workflows/messages.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { allPlaces, knownPlace, placeLabel } from './banks.ts';
import { tellPortalIsBack } from './portal-back.ts';
import { noteOutage } from './portal-outages.ts';
import { lockState } from './portal-states.ts';
import { grantFreeLeases } from './lease-grants.ts';

type Decision = { portal: string; adminId: string; reason: string };

/**
 * Pauses a portal. No new sessions start; running jobs stop at their next row and wait. Nothing is lost. A portal that is
 * paused already stays so since then, with this reason.
 */
export async function pausePortal(deps: Pick<Deps, 'db' | 'clock'>, decision: Decision): Promise<void> {
  const { adminId, reason } = decision;
  const portal = await knownPlace(deps.db, decision.portal);
  await deps.db.$transaction(async (tx) => {
    const now = deps.clock();
    const { pausedAt } = await lockState(tx, portal);
    await writePause(tx, portal, { reason, by: adminId, since: (pausedAt ?? now).toISOString() }, now);
    const before = { paused: pausedAt !== null };
    await recordChange(tx, { ...changeOf(decision, 'portal paused'), before, after: { paused: true } });
  });
}

/** Pauses every portal that is not paused, on behalf of the platform instead of an administrator. */
export async function pauseAllPortals(tx: Transaction, reason: string, now: Date): Promise<void> {
  for (const place of await allPlaces(tx)) {
    const { pausedAt } = await lockState(tx, place);
    if (!pausedAt) await writePause(tx, place, { reason, by: 'chalan', since: now.toISOString() }, now);
  }
}

/** Resumes a paused portal, grants its free sessions to waiting jobs, and notifies their customers. */
export async function resumePortal(
  deps: Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'>,
  decision: Decision,
): Promise<void> {
  const portal = await knownPlace(deps.db, decision.portal);
  const keys = await deps.db.$transaction(async (tx) => {
    const known = await lockState(tx, portal);
    await writePause(tx, portal, null, deps.clock());
    const before = { paused: known.pausedAt !== null };
    await recordChange(tx, { ...changeOf(decision, 'portal resumed'), before, after: { paused: false } });
    if (!known.pausedAt || known.status !== 'up') return [];
    return tellPortalIsBack(tx, { portal, kind: 'paused', since: known.pausedAt, now: deps.clock() });
  });
  await grantFreeLeases(deps, [portal]);
  await startNoticeDeliveries(deps, keys);
}

const changeOf = ({ portal, adminId, reason }: Decision, action: string) => ({
  adminId,
  action,
  subject: `portal/${portal}`,
  reason,
});

/** `begunAt` is when the job or probe began that found the change; `noticedAs` identifies it. */
type Change = { portal: RealPlace; begunAt: Date; noticedAs: string; what: Message };

/**
 * Pauses a portal that has changed, so that rows which would fail wait for a person. Administrators are notified once
 * for each `noticedAs`. A job or probe that began before the portal was last mended has no effect: it knows the former
 * pages only.
 */
export async function pauseChangedPortal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { portal, begunAt, noticedAs, what }: Change,
): Promise<void> {
  const now = clock();
  const isCurrent = await db.$transaction(async (tx) => {
    const { mendedAt, pausedAt } = await lockState(tx, portal);
    if (mendedAt && mendedAt > begunAt) return false;
    // A person's reason is not replaced by the automatic one.
    if (!pausedAt)
      await writePause(tx, portal, { reason: english(what), by: 'chalan', since: now.toISOString() }, now);
    return true;
  });
  if (!isCurrent) return;
  await notifyAdministrators(db, {
    key: `portal_changed:${noticedAs}`,
    kind: 'portal_changed',
    values: { portal: await placeLabel(db, portal), what },
    actionUrl: '/admin?tab=system&section=portals',
  });
}

/** Returns null if the portal is not paused. `by` is an administrator's id, or `chalan` if it was automatic. */
export async function readPause(db: DatabaseOrTransaction, portal: string): Promise<PortalPause | null> {
  const state = await db.portalState.findUnique({ where: { portal } });
  if (!state?.pausedAt) return null;
  return {
    reason: state.pauseReason,
    by: state.pausedBy ?? 'chalan',
    since: state.pausedAt.toISOString(),
  };
}

/**
 * Writes the pause or its end. After the end, what probes found before is only shown, so that services are offered until
 * the next probe.
 */
async function writePause(
  tx: Transaction,
  portal: RealPlace,
  pause: PortalPause | null,
  now: Date,
): Promise<void> {
  const paused = {
    pausedAt: pause && new Date(pause.since),
    pausedBy: pause?.by ?? null,
    pauseReason: pause?.reason ?? '',
    ...(pause ? {} : { mendedAt: now, probeOutcomeSince: null }),
  };
  await tx.portalState.upsert({ where: { portal }, create: { portal, ...paused }, update: paused });
  await noteOutage(tx, portal, now);
}
