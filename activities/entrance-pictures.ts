/** Keeps two pictures of each portal's entrance: the last good one, and the last one that had changed. */
import type { Deps } from '#api/deps.ts';
import {
  ENTRANCE,
  forgetChanged,
  goodPages,
  keepPicture,
  picturedAt,
} from '#api/domain/portals/portal-pages.ts';
import type { FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import { limits } from '#contracts/limits.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { BrowserPool } from './browser/pool.ts';
import { textsInForce } from './portals/page-texts.ts';
import { pageMaps } from './portals/page-maps.ts';
import { pictureOf } from './portals/page-pictures.ts';
import { siteOf } from './sessions/portal-sites.ts';

type PictureDeps = Pick<Deps, 'db' | 'env' | 'files' | 'logger'> & { browsers: BrowserPool };

/**
 * Takes a picture of the entrance, unless there is a recent one of its kind. Failing to take one is not a fault of the
 * portal.
 */
export async function pictureEntrance(
  deps: PictureDeps,
  portal: RealPlace,
  found: { outcome: string; html: string | null },
  seenAt: Date,
): Promise<void> {
  const kind = found.outcome === 'ok' ? 'good' : 'changed';
  const { db, env, logger, browsers } = deps;
  const page = ENTRANCE;
  if (kind === 'good') await forgetChanged(deps, portal, page);
  const earlier = await picturedAt(db, { portal, page, kind });
  if (earlier && seenAt.getTime() - earlier.getTime() < limits.goodPictureRenewedMs) return;
  try {
    const context = await browsers.openContext((await siteOf({ db, env }, portal)).baseUrl);
    try {
      const picture = await pictureOf(context, found.html ?? '', textsInForce(pageMaps[portalAt(portal)]));
      const good = (await goodPages(db, portal)).get(page);
      const missing = kind === 'good' || !good ? [] : goneFrom(good.elements, picture.elements);
      await keepPicture(deps, { portal, page, kind, ...picture, missing, seenAt });
    } finally {
      await context.close().catch(() => undefined);
    }
  } catch (error) {
    logger.warn({ portal, err: error }, 'the entrance of a portal could not be pictured');
  }
}

/** Returns the texts that were on the page when it was last good and are no longer. */
export const goneFrom = (good: FoundElements, now: FoundElements): string[] =>
  Object.keys(good).filter((path) => (good[path]?.count ?? 0) > 0 && (now[path]?.count ?? 0) === 0);
