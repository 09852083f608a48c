/** Looks at the entrance of a portal, the page at which every visit begins, without a login. */
import type { Deps } from '#api/deps.ts';
import type { ProbeFinding } from '#api/domain/portals/portal-probes.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import type { PortalKey } from '#services/contract.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault } from './portals/contract.ts';
import { mailReachOf } from './mail-reach.ts';
import { officialInterfaceOf, portalBaseUrl, portalHosts, portalOf } from './portals/portals.ts';

type EntranceDeps = Pick<Deps, 'env'> & { browsers: BrowserPool };

/** Throws only if the worker itself cannot look, such as without a browser. */
export async function lookAtEntrance({ env, browsers }: EntranceDeps, key: PortalKey): Promise<ProbeFinding> {
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

async function enter({ env, browsers }: EntranceDeps, key: PortalKey): Promise<void> {
  const portal = portalOf(key);
  const baseUrl = portalBaseUrl(key, env);
  if ('greet' in portal) return portal.greet(baseUrl, await mailReachOf(env));
  const official = officialInterfaceOf(key, env);
  if (official && portal.officialEntrance) return portal.officialEntrance(official);
  const context = await browsers.openContext(baseUrl, portalHosts(key, env));
  try {
    await portal.entrance({ context, page: await context.newPage(), baseUrl });
  } finally {
    await context.close().catch(() => undefined);
  }
}
