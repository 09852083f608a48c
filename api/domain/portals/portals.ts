/** The portals as administrators see them (up, degraded, down or paused), and pausing and resuming them. */
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { JobState } from '#contracts/jobs/jobs.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import type { PortalCondition } from '#contracts/portals/portals.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { services } from '#services/catalogue.ts';
import { portalWaits } from './portal-waits.ts';
import { portals } from '#activities/portals/catalogue.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';
import type { PortalPause } from '#workflows/messages.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { startNoticeDeliveries } from '#api/domain/messaging/notice-start.ts';
import { tellPortalIsBack } from './portal-back.ts';
import { wakeVisitors } from './portal-visitors.ts';

type PortalRecord = Awaited<ReturnType<Database['portalState']['findUniqueOrThrow']>>;
type PortalJobs = PortalBoardEntry['jobs'];

/** How long an error is shown for a portal that responds again. */
const DEGRADED_FOR_MS = 15 * 60_000;

/**
 * Lists the portals of all services with their condition, who paused them ("Chalan" if it was automatic) and their
 * jobs.
 */
export async function listPortals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<PortalBoardEntry[]> {
  const [records, counts] = await Promise.all([db.portalState.findMany(), jobCounts(db)]);
  const known = new Map(records.map((record) => [record.portal, record]));
  const names = await adminNames(db, records);
  return usedPortals().map((portal) => {
    const record = known.get(portal);
    const pausedBy = record?.pausedBy ?? null;
    return {
      portal,
      label: portalLabels[portal],
      ...conditionOf(record, clock()),
      pausedBy: pausedBy === null ? null : (names.get(pausedBy) ?? 'Chalan'),
      jobs: counts.get(portal) ?? { running: 0, queued: 0, parked: 0 },
      services: servicesOn(portal),
    };
  });
}

/** Returns the portals' states without the details reserved for administrators. */
export async function portalConditions(deps: Pick<Deps, 'db' | 'clock'>): Promise<PortalCondition[]> {
  const [states, waits] = await Promise.all([
    deps.db.portalState.findMany(),
    portalWaits(deps.db, deps.clock()),
  ]);
  const records = new Map(states.map((record) => [record.portal, record]));
  return usedPortals().map((portal) => {
    const { state, since } = conditionOf(records.get(portal), deps.clock());
    return { portal, label: portalLabels[portal], state, since, waitMs: waits.get(portal) ?? null };
  });
}

const servicesOn = (portal: PortalKey): string[] =>
  services.filter((service: ServiceDefinition) => service.portal === portal).map(({ name }) => name);
const usedPortals = (): PortalKey[] =>
  portals.map(({ key }) => key).filter((portal) => servicesOn(portal).length > 0);

type Condition = Pick<PortalBoardEntry, 'state' | 'since' | 'detail'>;

function conditionOf(record: PortalRecord | undefined, now: Date): Condition {
  if (!record) return { state: 'up', since: null, detail: '' };
  const { pausedAt, pauseReason, lastFaultAt, lastFault, since } = record;
  if (pausedAt) return { state: 'paused', since: pausedAt.toISOString(), detail: pauseReason };
  if (record.status === 'down') return { state: 'down', since: since.toISOString(), detail: record.detail };
  if (lastFaultAt && now.getTime() - lastFaultAt.getTime() < DEGRADED_FOR_MS) {
    return { state: 'degraded', since: lastFaultAt.toISOString(), detail: lastFault };
  }
  return { state: 'up', since: since.toISOString(), detail: '' };
}

const groupOf: Partial<Record<JobState, keyof PortalJobs>> = {
  queued: 'queued',
  running: 'running',
  collecting: 'running',
  parked: 'parked',
};

async function jobCounts(db: Database): Promise<Map<string, PortalJobs>> {
  const rows = await db.job.groupBy({
    by: ['portal', 'state'],
    where: { finishedAt: null, portal: { not: null } },
    _count: true,
  });
  const counts = new Map<string, PortalJobs>();
  for (const { portal, state, _count } of rows) {
    const group = groupOf[state as JobState];
    if (portal === null || !group) continue;
    const entry = counts.get(portal) ?? { running: 0, queued: 0, parked: 0 };
    counts.set(portal, { ...entry, [group]: entry[group] + _count });
  }
  return counts;
}

async function adminNames(db: Database, records: PortalRecord[]): Promise<Map<string, string>> {
  const ids = records.flatMap(({ pausedBy }) => pausedBy ?? []);
  const admins = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(admins.map(({ id, name }) => [id, name]));
}

type Decision = { portal: string; adminId: string; reason: string };

/** Pauses a portal. No new sessions start; running jobs stop at their next row and wait. Nothing is lost. */
export async function pausePortal(deps: Pick<Deps, 'db' | 'clock'>, decision: Decision): Promise<void> {
  const { adminId, reason } = decision;
  const portal = knownPortal(decision.portal);
  await deps.db.$transaction(async (tx) => {
    await writePause(tx, portal, { reason, by: adminId, since: deps.clock().toISOString() });
    const after = { paused: true };
    await recordChange(tx, { ...changeOf(decision, 'portal paused'), before: { paused: false }, after });
  });
}

/** Resumes a paused portal, grants its free sessions to waiting jobs, and tells their customers. */
export async function resumePortal(
  deps: Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'>,
  decision: Decision,
): Promise<void> {
  const portal = knownPortal(decision.portal);
  const keys = await deps.db.$transaction(async (tx) => {
    const known = await tx.portalState.findUnique({ where: { portal } });
    await writePause(tx, portal, null);
    const after = { paused: false };
    await recordChange(tx, { ...changeOf(decision, 'portal resumed'), before: { paused: true }, after });
    if (!known?.pausedAt || known.status !== 'up') return [];
    return tellPortalIsBack(tx, { portal, kind: 'paused', since: known.pausedAt, now: deps.clock() });
  });
  await wakeVisitors(deps, [portal]);
  await startNoticeDeliveries(deps, keys);
}

const changeOf = ({ portal, adminId, reason }: Decision, action: string) => ({
  adminId,
  action,
  subject: `portal/${portal}`,
  reason,
});

function knownPortal(portal: string): PortalKey {
  const key = portals.find((other) => other.key === portal)?.key;
  if (!key) throw new DomainError('PORTAL_UNKNOWN');
  return key;
}

/**
 * Pauses a portal that has changed, so that rows which would fail wait for a person. Administrators are notified once
 * per job.
 */
export async function pauseChangedPortal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { portal, jobId, what }: { portal: PortalKey; jobId: string; what: Message },
): Promise<void> {
  // A person's reason is not replaced by the automatic one.
  if (!(await isPaused(db, portal)))
    await writePause(db, portal, { reason: english(what), by: 'chalan', since: clock().toISOString() });
  await notifyAdministrators(db, {
    key: `portal_changed:${jobId}`,
    kind: 'portal_changed',
    values: { portal: portalLabels[portal], what },
    actionUrl: '/admin?tab=system&section=portals',
  });
}

async function isPaused(db: Database, portal: string): Promise<boolean> {
  return (await readPause(db, portal)) !== null;
}

/** Returns null if the portal is not paused. `by` is an administrator's id, or `chalan` if it was automatic. */
export async function readPause(db: Database, portal: string): Promise<PortalPause | null> {
  const state = await db.portalState.findUnique({ where: { portal } });
  if (!state?.pausedAt) return null;
  return {
    reason: state.pauseReason,
    by: state.pausedBy ?? 'chalan',
    since: state.pausedAt.toISOString(),
  };
}

async function writePause(
  db: DatabaseOrTransaction,
  portal: PortalKey,
  pause: PortalPause | null,
): Promise<void> {
  const paused = {
    pausedAt: pause && new Date(pause.since),
    pausedBy: pause?.by ?? null,
    pauseReason: pause?.reason ?? '',
  };
  await db.portalState.upsert({ where: { portal }, create: { portal, ...paused }, update: paused });
}
