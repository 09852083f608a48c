/**
 * Probes the entrances of the portals without a login, so that a portal that does not respond or has changed is noticed
 * before a customer's job meets it. Nothing is filed or looked up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import { endAskedProbe } from '#api/domain/portals/asked-probes.ts';
import { readClosures } from '#api/domain/portals/opening-hours.ts';
import { portalsWithAddress } from '#api/domain/portals/portal-addresses.ts';
import { desksWithAddress } from '#api/domain/portals/banks.ts';
import { settleProbe } from '#api/domain/portals/portal-probes.ts';
import { askedWalk, type DueWalk } from '#api/domain/portals/probe-logins.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from './browser/pool.ts';
import { lookAtEntrance } from './entrances.ts';
import { beating } from './heartbeats.ts';
import { pictureEntrance } from './entrance-pictures.ts';
import { underPageMap } from './applied-page-maps.ts';

type ProbeDeps = Pick<Deps, 'db' | 'env' | 'files' | 'clock' | 'workflows' | 'logger'> & {
  browsers: BrowserPool;
};

export type ProbeActivities = ReturnType<typeof probeActivities>;

export function probeActivities(deps: ProbeDeps) {
  return {
    /**
     * Returns the portals that have an address and are open; none if probes are switched off. It uses the recorded
     * addresses, because this worker's environment may not have them.
     */
    portalsToProbe: async (): Promise<RealPlace[]> => {
      if (!deps.env.PORTAL_PROBES) return [];
      const closures = await readClosures(deps.db, deps.clock());
      const places = [
        ...(await portalsWithAddress(deps.db)),
        ...(await desksWithAddress(deps.db)).map(({ place }) => place),
      ];
      return places.filter((portal) => !closures.has(portal));
    },

    /** Returns the walk behind the sign-in of a portal for which a probe was requested; null if none can be made. */
    askedWalk: ({ portal }: { portal: RealPlace }): Promise<DueWalk | null> => askedWalk(deps.db, portal),

    endAskedProbe: ({ portal }: { portal: RealPlace }): Promise<void> => endAskedProbe(deps.db, portal),

    /** Probes the portal, once more after a pause if something is wrong, and records the finding. */
    probePortal: ({ portal }: { portal: RealPlace }): Promise<void> =>
      beating(async (cancelled) => {
        const look = () => underPageMap(deps, portal, () => lookAtEntrance(deps, portal));
        let begunAt = deps.clock();
        let found = await look();
        if (found.outcome !== 'ok') {
          await delay(deps.env.PORTAL_RETRY_FIRST_MS, undefined, cancelled ? { signal: cancelled } : {});
          begunAt = deps.clock();
          found = await look();
        }
        cancelled?.throwIfAborted();
        await settleProbe(deps, portal, found, begunAt);
        if (found.html) await underPageMap(deps, portal, () => pictureEntrance(deps, portal, found, begunAt));
      }),
  };
}
