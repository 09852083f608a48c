/** What the probes of a portal found, and what follows from it. */
import type { Deps } from '#api/deps.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { PortalKey } from '#services/contract.ts';
import { noteOutage } from './portal-outages.ts';
import { markPortal } from './portal-states.ts';
import { pauseChangedPortal } from './portals.ts';

/** What a probe found at a portal's entrance; `tookMs` is how long that took. */
export type ProbeFinding = {
  outcome: 'ok' | 'PORTAL_DOWN' | 'PORTAL_CHANGED';
  message: Message;
  tookMs: number;
};
type Recorded = { isNew: boolean; probedAt: Date };

/** Records a probe, and returns whether the last one had found something else. */
export async function recordProbe(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  portal: PortalKey,
  { outcome, message, tookMs }: ProbeFinding,
): Promise<Recorded> {
  const probedAt = clock();
  return db.$transaction(async (tx) => {
    // Locks the state, so that an administrator who resumes the portal now does so before or after this probe.
    const seen = { probedAt, probeMs: tookMs, probeMessage: message };
    const known = await tx.portalState.upsert({
      where: { portal },
      create: { portal, ...seen },
      update: seen,
    });
    if (known.probeOutcome === outcome) return { isNew: false, probedAt };
    const found = { probeOutcome: outcome, probeOutcomeSince: probedAt };
    await tx.portalState.update({ where: { portal }, data: found });
    await noteOutage(tx, portal, probedAt);
    return { isNew: true, probedAt };
  });
}

/** Pauses a portal that has changed, and ends an outage that a job has seen and of which no job is left. */
export async function settleProbe(
  deps: Pick<Deps, 'db' | 'clock' | 'workflows' | 'logger'>,
  portal: PortalKey,
  { outcome, message }: ProbeFinding,
  { isNew, probedAt }: Recorded,
): Promise<void> {
  if (outcome === 'PORTAL_CHANGED' && isNew)
    await pauseChangedPortal(deps, {
      portal,
      noticedAs: `probe:${portal}:${probedAt.toISOString()}`,
      what: message,
    });
  if (outcome === 'ok' && (await jobsThatFoundItDown(deps, portal)) === 0)
    await markPortal(deps, portal, 'up', '');
}

/** A job that waits tries again by itself, and knows more of the portal than its entrance shows. */
const jobsThatFoundItDown = ({ db }: Pick<Deps, 'db'>, portal: string): Promise<number> =>
  db.job.count({
    where: { portal, finishedAt: null, waiting: { path: ['kind'], equals: 'portal_down' } },
  });
