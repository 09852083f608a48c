/** Records what probes found at a portal's entrance, and pauses a portal that has changed. */
import type { Deps } from '#api/deps.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import { noteOutage } from './portal-outages.ts';
import { lockState, markPortal } from './portal-states.ts';
import { pauseChangedPortal } from './portals.ts';

/** What a probe found at a portal's entrance, and how long it took. */
export type ProbeFinding = {
  outcome: 'ok' | 'PORTAL_DOWN' | 'PORTAL_CHANGED';
  message: Message;
  tookMs: number;
};
type ProbeDeps = Pick<Deps, 'db' | 'clock' | 'workflows' | 'logger'>;

/**
 * Records the finding of a probe that began at `begunAt`. A portal that is newly found changed is paused, and one that
 * works is marked as up. Has no effect if the portal was mended, or another finding recorded, after the probe began: a
 * worker that stood still would otherwise replace what others have found since.
 */
export async function settleProbe(
  deps: ProbeDeps,
  portal: RealPlace,
  finding: ProbeFinding,
  begunAt: Date,
): Promise<void> {
  const { outcome, message } = finding;
  const recorded = await recordProbe(deps, portal, finding, begunAt);
  if (outcome === 'PORTAL_CHANGED' && recorded === 'new') {
    const noticedAs = `probe:${portal}:${begunAt.toISOString()}`;
    await pauseChangedPortal(deps, { portal, begunAt, noticedAs, what: message });
  }
  // An outage that jobs found is ended here only if none of them still waits for its end.
  if (outcome === 'ok' && recorded !== 'outdated' && (await jobsThatFoundItDown(deps, portal)) === 0)
    await markPortal(deps, portal, 'up', '');
}

async function recordProbe(
  { db, clock }: ProbeDeps,
  portal: RealPlace,
  { outcome, message, tookMs }: ProbeFinding,
  begunAt: Date,
): Promise<'new' | 'known' | 'outdated'> {
  const probedAt = clock();
  return db.$transaction(async (tx) => {
    const { mendedAt, probedAt: lastProbedAt, probeOutcome, probeOutcomeSince } = await lockState(tx, portal);
    const isSince = (at: Date | null): boolean => at !== null && at > begunAt;
    if (isSince(mendedAt) || isSince(lastProbedAt)) return 'outdated';
    const isNew = probeOutcome !== outcome || probeOutcomeSince === null;
    const since = isNew ? { probeOutcome: outcome, probeOutcomeSince: probedAt } : {};
    await tx.portalState.update({
      where: { portal },
      data: { probedAt, probeMs: tookMs, probeMessage: message, ...since },
    });
    if (isNew) await noteOutage(tx, portal, probedAt);
    return isNew ? 'new' : 'known';
  });
}

/** Counts the jobs that wait for the portal. They try again themselves, and see more of it than its entrance. */
const jobsThatFoundItDown = ({ db }: ProbeDeps, portal: string): Promise<number> =>
  db.job.count({
    where: { portal, finishedAt: null, waiting: { path: ['kind'], equals: 'portal_down' } },
  });
