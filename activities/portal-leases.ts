/** Leases on portals for workflows: joining the queue, signalling a grant, releasing the lease. */
import { Context } from '@temporalio/activity';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { savedLogin } from '#api/domain/portals/credentials.ts';
import { endedRun } from '#api/domain/jobs/job-repairs.ts';
import { setState } from '#api/domain/jobs/job-steps.ts';
import { askingJobSql } from '#api/domain/jobs/late-steps.ts';
import {
  dropLease,
  dropLeases,
  leaseLogin,
  leaseState,
  requestLease,
  type NewLease,
} from '#api/domain/portals/portal-leases.ts';
import { readShut } from '#api/domain/portals/opening-hours.ts';
import { grantFreeLeasesFor, grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { isPracticePortal, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import { limits } from '#contracts/limits.ts';
import type { LeaseAnswer, LeaseRequest } from '#workflows/messages.ts';
import { credentialOf, portalOf } from './portals/portals.ts';
import { ownWorkflowId } from './workflow-state.ts';

type LeaseDeps = Pick<Deps, 'db' | 'env' | 'workflows' | 'logger' | 'clock'>;

export type LeaseActivities = ReturnType<typeof leaseActivities>;

/** Workflows near the front of the queue ask again within half a minute, so that a lost signal costs only seconds. */
const ASK_AGAIN_MS = 25_000;
const NEAR_FRONT = 20;
const ASK_AGAIN_MAX_MS = 10 * 60_000;
/**
 * While the portal is closed, workflows ask again only when it opens, so that a weekend does not fill their histories.
 * Changed hours and the reconciliation notify them, so a lost signal costs this much time at most.
 */
const ASK_AGAIN_CLOSED_MAX_MS = HOUR_MS;

export function leaseActivities(deps: LeaseDeps) {
  return {
    /** Joins the queue, or returns the state of an earlier request. Idempotent. */
    requestSlot: async (request: LeaseRequest): Promise<LeaseAnswer> => {
      const { jobId, attempt } = request;
      const holder = ownWorkflowId();
      const asking = jobId ? askingJobSql({ jobId, attempt, scheduledAt: scheduledAt() }) : undefined;
      await requestLease(deps.db, await newLeaseOf(deps, { ...request, holder }), asking);
      return shownAnswerTo(deps, { ...request, holder });
    },

    /**
     * Releases the workflow's lease, or leaves the queue. With the id of the lease, which workflows of an earlier
     * release do not know, it leaves alone one that the workflow has requested since.
     */
    releaseSlot: async (lease?: { id: string }): Promise<void> => {
      const holder = ownWorkflowId();
      const freed = lease ? dropLease(deps.db, { holder, ...lease }) : dropLeases(deps.db, holder);
      await grantFreeLeases(deps, await freed);
    },
  };
}

/** Returns when the current step was scheduled, by Temporal's clock. */
export const scheduledAt = (): Date => new Date(Context.current().info.scheduledTimestampMs);

/** Returns the state of a request for a lease, and shows a job without one as waiting. */
async function shownAnswerTo(
  deps: LeaseDeps,
  { jobId, attempt, ...lease }: Pick<LeaseRequest, 'portal' | 'jobId' | 'attempt'> & { holder: string },
): Promise<LeaseAnswer> {
  const answer = await answerTo(deps, lease);
  if (!answer.granted && jobId) {
    const ended = answer.position === null ? await endedRun(deps.db, { jobId, attempt }) : null;
    if (ended) return { ...answer, ended };
    const queued = { state: 'queued', step: jobMessages.waitingForSlot(), waiting: null } as const;
    await setState(deps.db, { jobId, attempt, scheduledAt: scheduledAt(), holder: lease.holder, ...queued });
  }
  return answer;
}

/** Grants the portal's free leases, and returns the state of one request. */
export async function answerTo(
  deps: LeaseDeps,
  { portal, holder }: { portal: string; holder: string },
): Promise<LeaseAnswer> {
  const { db, clock } = deps;
  const now = clock();
  const { isPaused, closure } = await readShut(db, portal, now);
  await grantFreeLeasesFor(deps, portal, { isClosed: closure !== null, asking: holder });
  const state = await leaseState(db, { portal, holder });
  // How long a pause lasts is unknown. Waiting workflows are signalled at its end, and by the reconciler if a signal is
  // lost.
  const closedMs = closure ? closure.until.getTime() - now.getTime() : 0;
  const shutMs = state.granted ? 0 : Math.max(closedMs, isPaused ? ASK_AGAIN_MAX_MS : 0);
  return { ...state, askAgainMs: askAgainMsOf(state.position, shutMs) };
}

/** Returns the maximum number of concurrent sessions on the portal. */
const sessionsMaxOf = (portal: string): number =>
  isPracticePortal(portal) ? limits.practiceSessionsMax : portalOf(portal as PortalPlace).sessionsMax;

/**
 * Returns a request with the login that the workflow would use now. Without a login, on a portal that needs none, and on a practice
 * portal, the workflow gets a unique name, so that it competes with nobody for a login.
 */
export async function newLeaseOf(
  deps: Pick<Deps, 'db'>,
  { portal, userId, holder, username }: LeaseRequest & { holder: string },
): Promise<NewLease> {
  const place = portal as PortalPlace;
  const credentials = isPracticePortal(place) ? null : credentialOf(place);
  const login =
    username ?? (credentials && (await savedLogin(deps, { userId, portal: credentials }))?.account);
  const sessionsMax = sessionsMaxOf(portal);
  return { portal, userId, holder, login: login ? leaseLogin(login) : holder, sessionsMax };
}

function askAgainMsOf(position: number | null, shutMs: number): number {
  const inTurnMs = Math.min(ASK_AGAIN_MS * Math.ceil((position ?? 1) / NEAR_FRONT), ASK_AGAIN_MAX_MS);
  if (shutMs === 0) return inTurnMs;
  // The first in line ask when the portal opens, those behind them later, as at any other time.
  return Math.min(shutMs, ASK_AGAIN_CLOSED_MAX_MS) + inTurnMs - ASK_AGAIN_MS;
}
