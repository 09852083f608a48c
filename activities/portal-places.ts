/** Places on portals, as workflows ask for them: standing in line, being told of a grant, giving the place back. */
import type { Deps } from '#api/deps.ts';
import { savedLogin } from '#api/domain/portals/credentials.ts';
import { setState } from '#api/domain/jobs/job-steps.ts';
import {
  dropLeases,
  leaseLogin,
  leaseState,
  requestLease,
  type LeaseRequest,
} from '#api/domain/portals/portal-leases.ts';
import { wakeVisitors } from '#api/domain/portals/portal-visitors.ts';
import { readPause } from '#api/domain/portals/portals.ts';
import { say } from '#contracts/say.ts';
import type { PortalKey } from '#services/contract.ts';
import type { SlotAnswer, SlotRequest } from '#workflows/messages.ts';
import { portalOf } from './portals/portals.ts';
import { ownWorkflowId } from './workflow-state.ts';

type PlaceDeps = Pick<Deps, 'db' | 'env' | 'temporal' | 'logger'>;

export type PlaceActivities = ReturnType<typeof placeActivities>;

/** Those near the front ask again within half a minute, so that a lost signal costs seconds; the others need not. */
const ASK_AGAIN_MS = 25_000;
const NEAR_FRONT = 20;
const ASK_AGAIN_MAX_MS = 10 * 60_000;

export function placeActivities(deps: PlaceDeps) {
  return {
    /** Stands in line, or says what became of standing there. Asking twice changes nothing. */
    requestSlot: async (request: SlotRequest): Promise<SlotAnswer> => {
      const { portal } = request;
      const holder = ownWorkflowId();
      await requestLease(deps.db, await leaseOf(deps, { ...request, holder }), sessionsMaxOf(portal));
      return placeOf(deps, { ...request, holder });
    },

    /** Gives the workflow's place back, or leaves the line. */
    releaseSlot: async (): Promise<void> => {
      const holder = ownWorkflowId();
      await wakeVisitors(deps, await dropLeases(deps.db, holder));
    },
  };
}

/** What became of a request for a place; a job that has none yet is shown as waiting for it. */
export async function placeOf(
  deps: PlaceDeps,
  { portal, holder, jobId }: Pick<SlotRequest, 'portal' | 'jobId'> & { holder: string },
): Promise<SlotAnswer> {
  const { db } = deps;
  await wakeVisitors(deps, [portal], holder);
  const [state, pause] = await Promise.all([leaseState(db, { portal, holder }), readPause(db, portal)]);
  if (!state.granted && jobId) {
    const step = say('Waiting for a free slot on the portal');
    await setState(db, { jobId, state: 'queued', step, waiting: null });
  }
  return { ...state, pause, askAgainMs: askAgainMsOf(state.position) };
}

export const sessionsMaxOf = (portal: string): number => portalOf(portal as PortalKey).sessionsMax;

/** The login that the visitor would use now; who has none, or needs none, is in nobody's way. */
export async function leaseOf(
  deps: Pick<Deps, 'db'>,
  { portal, userId, holder, username }: SlotRequest & { holder: string },
): Promise<LeaseRequest> {
  const { credentials } = portalOf(portal as PortalKey);
  const login =
    username ?? (credentials && (await savedLogin(deps, { userId, portal: credentials }))?.username);
  return { portal, userId, holder, login: login ? leaseLogin(login) : holder };
}

function askAgainMsOf(position: number | null): number {
  return Math.min(ASK_AGAIN_MS * Math.ceil((position ?? 1) / NEAR_FRONT), ASK_AGAIN_MAX_MS);
}
