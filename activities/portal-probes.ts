/**
 * Looks at the entrances of the portals without a login, so that a portal that does not respond or has changed is
 * noticed before a customer's job meets it. Nothing is filed and nothing is looked up for anybody.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import { recordProbe, settleProbe, type ProbeFinding } from '#api/domain/portals/portal-probes.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import type { PortalKey } from '#services/contract.ts';
import type { BrowserPool } from './browser.ts';
import { beating } from './heartbeats.ts';
import { PortalFault } from './portals/contract.ts';
import { portalAddresses, portalBaseUrl, portalOf } from './portals/portals.ts';

type ProbeDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'workflows' | 'logger'> & { browsers: BrowserPool };

export type ProbeActivities = ReturnType<typeof probeActivities>;

export function probeActivities(deps: ProbeDeps) {
  return {
    /** Returns the portals that have an address; none if probes are switched off. */
    portalsToProbe: async (): Promise<PortalKey[]> =>
      deps.env.PORTAL_PROBES
        ? [...portalAddresses(deps.env)].flatMap(([portal, address]) => (address === null ? [] : [portal]))
        : [],

    /** Looks at the portal, once more after a pause if something is wrong, and records what was found. */
    probePortal: ({ portal }: { portal: PortalKey }): Promise<void> =>
      beating(async () => {
        let found = await lookAtEntrance(deps, portal);
        if (found.outcome !== 'ok') {
          await delay(deps.env.PORTAL_RETRY_FIRST_MS);
          found = await lookAtEntrance(deps, portal);
        }
        await settleProbe(deps, portal, found, await recordProbe(deps, portal, found));
      }),
  };
}

/** Throws only if the worker itself cannot look, such as without a browser. */
async function lookAtEntrance(
  { env, browsers }: Pick<ProbeDeps, 'env' | 'browsers'>,
  key: PortalKey,
): Promise<ProbeFinding> {
  const beganAtMs = performance.now();
  const finding = (outcome: ProbeFinding['outcome'], message = emptyMessage): ProbeFinding => ({
    outcome,
    message,
    tookMs: Math.round(performance.now() - beganAtMs),
  });
  try {
    await enter({ env, browsers }, key);
    return finding('ok');
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return finding(error.outcome === 'PORTAL_CHANGED' ? 'PORTAL_CHANGED' : 'PORTAL_DOWN', error.said);
  }
}

async function enter({ env, browsers }: Pick<ProbeDeps, 'env' | 'browsers'>, key: PortalKey): Promise<void> {
  const portal = portalOf(key);
  const baseUrl = portalBaseUrl(key, env);
  if ('greet' in portal) return portal.greet(baseUrl);
  const context = await browsers.openContext(baseUrl, portal.hosts);
  try {
    await portal.entrance({ context, page: await context.newPage(), baseUrl });
  } finally {
    await context.close().catch(() => undefined);
  }
}
