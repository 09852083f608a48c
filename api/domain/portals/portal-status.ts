/** The portals as customers see them: state, history of 90 days, and recent results of rows. */
import { MINUTE_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import type { PortalStatus } from '#contracts/calls/portals-answers.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { services } from '#services/catalogue.ts';
import { portalHistories, type PortalHistory } from './portal-outages.ts';
import { serviceMeasures } from './portal-measures.ts';
import { portalConditions } from './portal-board.ts';

/** Returns each portal's condition now, its outages of the last 90 days, and recent figures of its services. */
export async function portalStatuses(deps: Pick<Deps, 'db' | 'clock'>): Promise<PortalStatus[]> {
  const { db, clock } = deps;
  const [conditions, histories, measures] = await Promise.all([
    portalConditions(deps),
    portalHistories(db, clock()),
    serviceMeasures(db, clock()),
  ]);
  return conditions.map(({ portal, label, state, since, opensAt, probedAt }) => {
    const history = histories.get(portal);
    const own = services.filter((service: ServiceDefinition) => service.portal === portal);
    return {
      portal,
      label,
      state,
      since,
      opensAt,
      probedAt,
      history: history ? shown(history) : null,
      services: own.map(({ id: serviceId }) => ({
        ...(measures.find((measure) => measure.serviceId === serviceId) ?? {
          rows: 0,
          rowsDone: 0,
          rowMs: null,
        }),
        serviceId,
      })),
    };
  });
}

function shown({ firstDay, outMs, watchedMs }: PortalHistory): NonNullable<PortalStatus['history']> {
  const sumMs = outMs.reduce((sum, ms) => sum + ms, 0);
  const upShare = watchedMs === 0 ? 1 : Math.max(0, 1 - sumMs / watchedMs);
  return {
    firstDay,
    outMinutes: outMs.map((ms) => Math.round(ms / MINUTE_MS)),
    // Rounded down, so that only a portal without any outage has 100.
    upPercent: Math.floor(upShare * 10_000) / 100,
  };
}
