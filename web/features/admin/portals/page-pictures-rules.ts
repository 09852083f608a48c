/** Pairs pictures of a portal's pages, old and new, and says what of the page map was found on each. */
import type { FoundElement, FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import type { PageMapView } from '#contracts/calls/portals-answers.ts';
import { addressOf } from '#web/lib/client.ts';
import { evidenceUrl } from '#web/features/admin/jobs/queries.ts';

export type Picture = {
  src: string;
  at: string;
  widthPx: number;
  heightPx: number;
  elements: FoundElements;
};
/** `page` is the name that probes have for it; null for a page that a job met. */
export type Pair = {
  key: string;
  page: string | null;
  good: Picture | null;
  changed: Picture | null;
  missing: readonly string[];
};

/** Returns the pairs of which there is a picture: what has changed last comes first, and pages in order come last. */
export function pairsOf(map: PageMapView): Pair[] {
  const pages = map.pages.map(({ page, good, changed }) => ({
    key: `page/${page}`,
    page,
    good: good && { ...good, src: pictureUrl(map.portal, good.id) },
    changed: changed && { ...changed, src: pictureUrl(map.portal, changed.id) },
    missing: changed?.missing ?? [],
  }));
  const ofJobs = map.changedPages.flatMap(({ fileId, jobId, at, pictured }): Pair[] => {
    if (!pictured) return [];
    const good = likest(pages, pictured.elements);
    const changed = { ...pictured, at, src: evidenceUrl(jobId, fileId) };
    return [{ key: `job/${fileId}`, page: null, good, changed, missing: [] }];
  });
  const when = ({ changed }: Pair): string => changed?.at ?? '';
  return [...ofJobs, ...pages].toSorted((a, b) => when(b).localeCompare(when(a)));
}

const pictureUrl = (portal: string, pictureId: string): string =>
  addressOf('GET /api/admin/portals/:portal/pictures/:pictureId', { portal, pictureId });

/** Returns the page in order that has most in common with what was found; null if none has anything. */
function likest(pages: readonly Pair[], found: FoundElements): Picture | null {
  let best: Picture | null = null;
  let most = 0;
  for (const { good } of pages) {
    if (!good) continue;
    const likeness = likenessOf(good.elements, found);
    if (likeness > most) [best, most] = [good, likeness];
  }
  return best;
}

/** The share of the texts that are on both pages among those that are on one of them. */
function likenessOf(one: FoundElements, other: FoundElements): number {
  const onOne = foundIn(one);
  const onOther = foundIn(other);
  const common = [...onOne].filter((path) => onOther.has(path)).length;
  return common === 0 ? 0 : common / new Set([...onOne, ...onOther]).size;
}

const foundIn = (elements: FoundElements): Set<string> =>
  new Set(Object.keys(elements).filter((path) => (elements[path]?.count ?? 0) > 0));

export type ComparedElement = {
  path: string;
  text: string;
  /** Null where there is no picture. */
  good: FoundElement | null;
  changed: FoundElement | null;
  isLost: boolean;
};

/** Returns what is found on one of the pair's pages or should be; what has been lost comes first. */
export function comparedElements(map: PageMapView, { good, changed, missing }: Pair): ComparedElement[] {
  const all = map.texts.map(({ path, text }): ComparedElement => {
    const before = good ? (good.elements[path] ?? nothing) : null;
    const now = changed ? (changed.elements[path] ?? nothing) : null;
    const isLost = now?.count === 0 && ((before?.count ?? 0) > 0 || missing.includes(path));
    return { path, text: map.changes[path] ?? text, good: before, changed: now, isLost };
  });
  const known = all.filter(
    ({ good: before, changed: now, isLost }) => isLost || (before?.count ?? 0) + (now?.count ?? 0) > 0,
  );
  return [...known.filter(({ isLost }) => isLost), ...known.filter(({ isLost }) => !isLost)];
}

const nothing: FoundElement = { count: 0, boxes: [] };
