/** The portals as administrators see them: up, degraded, down or paused; and how one is paused and resumed. */
import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { JobState } from '#contracts/jobs.ts';
import { portalLabels, type PortalBoardEntry, type PortalCondition } from '#contracts/portals.ts';
import type { Database } from '#prisma/client.ts';
import { services } from '#services/catalogue.ts';
import { portalKeys, type PortalKey, type ServiceDefinition } from '#services/contract.ts';
import { gateWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { GatePause, PortalGateInput } from '#workflows/messages.ts';
import type { portalGate } from '#workflows/portal-gate.ts';
import { recordChange } from './audit.ts';
import { notify } from './notifications.ts';

type PortalRecord = Awaited<ReturnType<Database['portalState']['findUniqueOrThrow']>>;
type PortalJobs = PortalBoardEntry['jobs'];

/** A fault is shown so long on a portal that answers again. */
const DEGRADED_FOR_MS = 15 * 60_000;
const ADMINISTRATORS_TOLD_MAX = 100;

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

/** Without what only administrators are told. */
export async function portalConditions(deps: Pick<Deps, 'db' | 'clock'>): Promise<PortalCondition[]> {
  const records = new Map((await deps.db.portalState.findMany()).map((record) => [record.portal, record]));
  return usedPortals().map((portal) => {
    const { state, since } = conditionOf(records.get(portal), deps.clock());
    return { portal, label: portalLabels[portal], state, since };
  });
}

const servicesOn = (portal: PortalKey): string[] =>
  services.filter((service: ServiceDefinition) => service.portal === portal).map(({ name }) => name);
const usedPortals = (): PortalKey[] => portalKeys.filter((portal) => servicesOn(portal).length > 0);

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

/** Nobody is let in any more; running jobs stop at their next row and wait. Nothing is lost. */
export async function pausePortal(deps: Pick<Deps, 'db' | 'temporal'>, decision: Decision): Promise<void> {
  const { portal, adminId, reason } = decision;
  const key = knownPortal(portal);
  await pauseGate(deps.temporal, key, { reason, by: adminId });
  const after = { paused: true };
  await recordChange(deps.db, { ...changeOf(decision, 'portal paused'), before: { paused: false }, after });
}

export async function resumePortal(deps: Pick<Deps, 'db' | 'temporal'>, decision: Decision): Promise<void> {
  const key = knownPortal(decision.portal);
  await askGate(deps.temporal, key, 'resume', []);
  const after = { paused: false };
  await recordChange(deps.db, { ...changeOf(decision, 'portal resumed'), before: { paused: true }, after });
}

const changeOf = ({ portal, adminId, reason }: Decision, action: string) => ({
  adminId,
  action,
  subject: `portal/${portal}`,
  reason,
});

function knownPortal(portal: string): PortalKey {
  const key = portalKeys.find((other) => other === portal);
  if (!key) throw new DomainError('PORTAL_UNKNOWN');
  return key;
}

/** Rows that a changed portal would spoil wait for a person; the administrators are told once per job. */
export async function pauseChangedPortal(
  deps: Pick<Deps, 'db' | 'temporal'>,
  { portal, jobId, what }: { portal: PortalKey; jobId: string; what: string },
): Promise<void> {
  await pauseGate(deps.temporal, portal, { reason: what, by: 'chalan' });
  const admins = await deps.db.user.findMany({
    where: { isAdmin: true },
    select: { id: true },
    take: ADMINISTRATORS_TOLD_MAX,
  });
  for (const { id } of admins) {
    await notify(deps.db, {
      key: `portal_changed:${jobId}:${id}`,
      userId: id,
      type: 'other',
      kind: 'portal_changed',
      values: { portal: portalLabels[portal], what },
      actionUrl: '/admin?tab=system',
    });
  }
}

const pauseGate = (temporal: Deps['temporal'], portal: PortalKey, pause: Omit<GatePause, 'since'>) =>
  askGate(temporal, portal, 'pause', [pause]);

/** A gate that nobody has visited yet is started, so that it can be paused before the first visitor comes. */
async function askGate(
  temporal: Deps['temporal'],
  portal: PortalKey,
  update: 'pause' | 'resume',
  args: [Omit<GatePause, 'since'>] | [],
): Promise<void> {
  await temporal.workflow.executeUpdateWithStart<typeof portalGate, void, typeof args>(update, {
    args,
    startWorkflowOperation: new WithStartWorkflowOperation<typeof portalGate>('portalGate', {
      workflowId: gateWorkflowId(portal),
      taskQueue: taskQueues.main,
      args: [{ portal } satisfies PortalGateInput],
      workflowIdConflictPolicy: 'USE_EXISTING',
    }),
  });
}

/** What running jobs look at between their rows. */
export async function isPaused(db: Database, portal: string): Promise<boolean> {
  return (await readPause(db, portal)) !== null;
}

export async function readPause(db: Database, portal: string): Promise<GatePause | null> {
  const state = await db.portalState.findUnique({ where: { portal } });
  if (!state?.pausedAt) return null;
  return {
    reason: state.pauseReason,
    by: state.pausedBy ?? 'chalan',
    since: state.pausedAt.toISOString(),
  };
}

/** Written by the portal's gate, which alone decides. */
export async function projectPause(
  db: Database,
  { portal, pause }: { portal: string; pause: GatePause | null },
): Promise<void> {
  const paused = {
    pausedAt: pause && new Date(pause.since),
    pausedBy: pause?.by ?? null,
    pauseReason: pause?.reason ?? '',
  };
  await db.portalState.upsert({ where: { portal }, create: { portal, ...paused }, update: paused });
}
