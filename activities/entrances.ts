/** Looks at the entrance of a portal, the page at which every visit begins, without a login. */
import type { Deps } from '#api/deps.ts';
import type { ProbeFinding } from '#api/domain/portals/portal-probes.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import type { PortalKey } from '#services/contract.ts';
import type { BrowserPool } from './browser.ts';
import { PortalFault } from './portals/contract.ts';
import { mailReachOf } from './mail-reach.ts';
import { textsInForce } from './portals/page-map.ts';
import { pageMaps } from './portals/page-maps.ts';
import { maskedHtml } from './portals/page-pictures.ts';
import { isPortalChange } from './portals/read-only.ts';
import { officialInterfaceOf, portalBaseUrl, portalHosts, portalOf } from './portals/portals.ts';

/** `html` is the masked page, if there is one to picture: in order, or changed. */
type EntranceLook = ProbeFinding & { html: string | null };

type EntranceDeps = Pick<Deps, 'env'> & { browsers: BrowserPool };

/** Throws only if the worker itself cannot look, such as without a browser. */
export async function lookAtEntrance({ env, browsers }: EntranceDeps, key: PortalKey): Promise<EntranceLook> {
  let html: string | null = null;
  const beganAtMs = performance.now();
  const finding = (outcome: ProbeFinding['outcome'], message = emptyMessage): EntranceLook => ({
    outcome,
    message,
    html,
    tookMs: Math.round(performance.now() - beganAtMs),
  });
  try {
    await enter({ env, browsers }, key, (masked) => {
      html = masked;
    });
    return finding('ok');
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return finding(error.outcome === 'PORTAL_CHANGED' ? 'PORTAL_CHANGED' : 'PORTAL_DOWN', error.said);
  }
}

async function enter(
  { env, browsers }: EntranceDeps,
  key: PortalKey,
  onShown: (html: string) => void,
): Promise<void> {
  const portal = portalOf(key);
  const baseUrl = portalBaseUrl(key, env);
  if ('greet' in portal) return portal.greet(baseUrl, await mailReachOf(env));
  const official = officialInterfaceOf(key, env);
  if (official && portal.officialEntrance) return portal.officialEntrance(official);
  const context = await browsers.openContext(baseUrl, portalHosts(key, env));
  const page = await context.newPage();
  const show = async (): Promise<void> =>
    onShown(await maskedHtml(page, textsInForce(pageMaps[key])).catch(() => ''));
  try {
    await portal.entrance({ context, page, baseUrl });
    await show();
  } catch (error) {
    if (isPortalChange(error)) await show();
    throw error;
  } finally {
    await context.close().catch(() => undefined);
  }
}
