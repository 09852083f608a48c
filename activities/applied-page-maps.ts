/** Applies page maps on a worker: published changes to work on a portal, and unpublished ones to a trial. */
import type { Deps } from '#api/deps.ts';
import { publishedTexts } from '#api/domain/portals/page-maps.ts';
import { banksPortal, isBankPlace } from '#contracts/portals/bank-places.ts';
import { portalAt, type PortalPlace, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { PageTrialInput, PageTrialResult } from '#workflows/messages.ts';
import type { BrowserPool } from './browser/pool.ts';
import { lookAtEntrance } from './entrances.ts';
import { beating } from './heartbeats.ts';
import { withPageTexts, type PageTexts } from './portals/page-texts.ts';
import { pageMaps } from './portals/page-maps.ts';
import { siteOf } from './sessions/portal-sites.ts';
import { countOn } from './portals/page-elements.ts';
import { openStored } from './portals/recordings.ts';

/** Runs work on the portal's pages with the currently published page map. */
export async function underPageMap<Result>(
  { db }: Pick<Deps, 'db'>,
  place: PortalPlace,
  work: () => Promise<Result>,
): Promise<Result> {
  return withPageTexts(await publishedTexts(db, place), work);
}

type TrialDeps = Pick<Deps, 'db' | 'env' | 'files'> & { browsers: BrowserPool };

export type PageMapActivities = ReturnType<typeof pageMapActivities>;

export function pageMapActivities(deps: TrialDeps) {
  return {
    tryPageMap: (input: PageTrialInput): Promise<PageTrialResult> => beating(() => tryChanges(deps, input)),
  };
}

async function tryChanges(
  deps: TrialDeps,
  { portal, changes, pageKey }: PageTrialInput,
): Promise<PageTrialResult> {
  const key = portal as RealPlace;
  // Changes for a single bank override those for all banks.
  const all = isBankPlace(key) ? await publishedTexts(deps.db, banksPortal) : {};
  const tried = { ...all, ...changes };
  const { outcome, message } = await withPageTexts(tried, () => lookAtEntrance(deps, key));
  const found = pageKey === null ? null : await findOn(deps, key, { pageKey, changes: tried });
  return { entrance: { outcome, message }, found };
}

/** Opens a stored page without network access, and counts the matches of each text of the map. */
async function findOn(
  { db, env, files, browsers }: TrialDeps,
  portal: RealPlace,
  { pageKey, changes }: { pageKey: string; changes: PageTexts },
): Promise<Record<string, number>> {
  const html = Buffer.from(await files.get(pageKey)).toString('utf8');
  const context = await browsers.openContext((await siteOf({ db, env }, portal)).baseUrl);
  try {
    const page = await openStored(context, html);
    const counts: Record<string, number> = {};
    for (const [path, known] of Object.entries(pageMaps[portalAt(portal)]))
      counts[path] = await countOn(page, changes[path] ?? known);
    return counts;
  } finally {
    await context.close().catch(() => undefined);
  }
}
