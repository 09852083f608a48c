/** Compares the stored changes of page maps with the texts that this release has: a release can rename or drop a text. */
import type { Deps } from '#api/deps.ts';
import { pageMapMessages } from '#contracts/portals/page-map-messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { Database } from '#prisma/client.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import type { PageTexts } from '#activities/portals/page-texts.ts';

/**
 * A path on the portal's host. It has only the characters that addresses of portals need: a script that is smuggled in
 * by an address needs others, and the page of a sign-in gets the customer's password.
 */
const address = /^\/(?!\/)[\w\-./~?=&:]*$/;

/** Returns whether the map has the text. A path must remain a path, so that it stays on the host. */
function isKnown(place: RealPlace, [path, text]: [path: string, text: string]): boolean {
  const texts = pageMaps[portalAt(place)];
  const known = Object.hasOwn(texts, path) ? texts[path] : undefined;
  if (known === undefined) return false;
  return known.startsWith('/') ? address.test(text) : !/^\/(?!\/)/.test(text);
}

/** Throws PAGE_TEXT_UNKNOWN, with the path, for a text that the map lacks or an address that leaves the portal. */
export function requireKnownTexts(place: RealPlace, changes: PageTexts): void {
  const unknown = Object.entries(changes).find((change) => !isKnown(place, change));
  if (unknown) throw refusal('PAGE_TEXT_UNKNOWN', pageMapMessages.unknownText({ path: unknown[0] }));
}

/** Returns the changes that apply to this release's map. */
export const usedChanges = (place: RealPlace, changes: PageTexts): PageTexts =>
  Object.fromEntries(Object.entries(changes).filter((change) => isKnown(place, change)));

/** Returns the changes that this release's map has no text for, by path. */
export const unusedChanges = (place: RealPlace, changes: PageTexts): { path: string; text: string }[] =>
  Object.entries(changes)
    .filter((change) => !isKnown(place, change))
    .map(([path, text]) => ({ path, text }));

export type MapInForce = { portal: RealPlace; version: number; changes: PageTexts };

/** Returns the last version of each page map that has published changes. */
export const mapsInForce = (db: Database): Promise<MapInForce[]> =>
  db.$queryRaw<MapInForce[]>`
    SELECT DISTINCT ON (portal) portal, version, changes FROM portal_page_maps ORDER BY portal, version DESC`;

/** Logs the published changes that a new release no longer uses: a repair may be missing on the portal from now on. */
export async function logUnusedTexts({ db, logger }: Pick<Deps, 'db' | 'logger'>): Promise<void> {
  for (const { portal, version, changes } of await mapsInForce(db)) {
    const unused = unusedChanges(portal, changes).map(({ path }) => path);
    if (unused.length > 0)
      logger.warn({ portal, version, unused }, 'published page texts are no longer used');
  }
}
