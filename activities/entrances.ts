/** Checks the entrance of a portal, the page at which every visit begins, without a login. */
import type { ProbeFinding } from '#api/domain/portals/portal-probes.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from './browser/pool.ts';
import { PortalFault } from './portals/contract.ts';
import { mailReachOf } from './sessions/mail-reach.ts';
import { textsInForce } from './portals/page-texts.ts';
import { pageMaps } from './portals/page-maps.ts';
import { maskedHtml } from './portals/page-pictures.ts';
import { isPortalChange } from './portals/read-only.ts';
import { officialInterfaceOf, portalOf } from './portals/portals.ts';
import { siteOf, type SiteDeps } from './sessions/portal-sites.ts';

/** `html` is the masked page; null if it did not load, so that there is nothing to picture. */
type EntranceLook = ProbeFinding & { html: string | null };

type EntranceDeps = SiteDeps & { browsers: BrowserPool };

/** Checks the entrance of the place. Throws only if the worker itself cannot do so, for example without a browser. */
export async function lookAtEntrance(deps: EntranceDeps, key: RealPlace): Promise<EntranceLook> {
  let html: string | null = null;
  const beganAtMs = performance.now();
  const finding = (outcome: ProbeFinding['outcome'], message = emptyMessage): EntranceLook => ({
    outcome,
    message,
    html,
    tookMs: Math.round(performance.now() - beganAtMs),
  });
  try {
    await enter(deps, key, (masked) => {
      html = masked;
    });
    return finding('ok');
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return finding(error.outcome === 'PORTAL_CHANGED' ? 'PORTAL_CHANGED' : 'PORTAL_DOWN', error.said);
  }
}

async function enter(
  { browsers, ...sites }: EntranceDeps,
  key: RealPlace,
  onShown: (html: string) => void,
): Promise<void> {
  const { env } = sites;
  const portal = portalOf(key);
  const { baseUrl, hosts } = await siteOf(sites, key);
  if ('greet' in portal) return portal.greet(baseUrl, await mailReachOf(env));
  const official = officialInterfaceOf(key, env);
  if (official && portal.officialEntrance) return portal.officialEntrance(official);
  const context = await browsers.openContext(baseUrl, hosts);
  const page = await context.newPage();
  const show = async (): Promise<void> =>
    onShown(await maskedHtml(page, textsInForce(pageMaps[portalAt(key)])).catch(() => ''));
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
