/**
 * Pictures of portals' pages, as probes saw them, with the elements found on each. Two are kept of a page: the last one
 * that was good, and the last one that had changed. Their number, size and age are limited, and they show no customer's
 * data.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import type {
  FoundElements,
  PicturedElements,
  PortalPageView,
  PortalPicture,
} from '#contracts/calls/portal-pages-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';
import type { PortalPage } from '#prisma/generated/client.ts';
import { knownPlace } from './banks.ts';

/** Name of the page at which every visit begins. */
export const ENTRANCE = 'entrance';

type PageKind = 'good' | 'changed';
type Which = { portal: string; page: string; kind: PageKind };
type Store = Pick<Deps, 'db' | 'files'>;

export type NewPicture = Which &
  PicturedElements & { png: Uint8Array; html: string; missing: readonly string[]; seenAt: Date };

/** Stores the picture in place of the former one of its page and kind. A picture that is too large is not stored. */
export async function keepPicture({ db, files }: Store, picture: NewPicture): Promise<void> {
  const { portal, page, kind, png, html, widthPx, heightPx, elements, missing, seenAt } = picture;
  if (png.byteLength + html.length > limits.pagePictureBytesMax) return;
  // The name of a bank's place has a colon, which the file store refuses.
  const folder = `portals/${portal.replace(':', '/')}/${page}-${kind}-${randomUUID()}`;
  const keys = { pictureKey: `${folder}.png`, htmlKey: `${folder}.html` };
  await files.put(keys.pictureKey, png, 'image/png');
  await files.put(keys.htmlKey, Buffer.from(html), 'text/html; charset=utf-8');
  const which = { portal_page_kind: { portal, page, kind } };
  const stored = { ...keys, widthPx, heightPx, elements, missing: [...missing], seenAt };
  const before = await db.portalPage.findUnique({ where: which });
  await db.portalPage.upsert({
    where: which,
    create: { portal, page, kind, ...stored },
    // Another id, so that no browser shows a stored picture of the former page.
    update: { id: randomUUID(), ...stored },
  });
  if (before) await deleteFiles({ files }, before);
}

async function deleteFiles(
  { files }: Pick<Deps, 'files'>,
  { pictureKey, htmlKey }: Pick<PortalPage, 'pictureKey' | 'htmlKey'>,
): Promise<void> {
  await files.delete(pictureKey);
  await files.delete(htmlKey);
}

export type GoodPage = { elements: FoundElements; seenAt: Date };

/** Returns what was found on each page when it was last good. */
export async function goodPages(db: Database, portal: string): Promise<Map<string, GoodPage>> {
  const pages = await db.portalPage.findMany({
    where: { portal, kind: 'good' },
    select: { page: true, elements: true, seenAt: true },
    take: limits.portalPagesListMax,
  });
  return new Map(
    pages.map(({ page, elements, seenAt }) => [page, { elements: elements as FoundElements, seenAt }]),
  );
}

/** Returns when the last picture of this page and kind was made; null if there is none. */
export async function picturedAt(db: Database, which: Which): Promise<Date | null> {
  return (await db.portalPage.findUnique({ where: { portal_page_kind: which } }))?.seenAt ?? null;
}

/** Deletes the picture of the changed page, because the page is good again. */
export async function forgetChanged({ db, files }: Store, portal: string, page: string): Promise<void> {
  const changed = await db.portalPage.findMany({ where: { portal, page, kind: 'changed' } });
  for (const each of changed) {
    await db.portalPage.deleteMany({ where: { id: each.id } });
    await deleteFiles({ files }, each);
  }
}

/** Returns the pages of a portal, each with its pictures; those that have changed come first. */
export async function portalPagesOf(db: Database, portal: string): Promise<PortalPageView[]> {
  const pictures = await db.portalPage.findMany({
    where: { portal },
    orderBy: [{ page: 'asc' }, { kind: 'asc' }],
    take: limits.portalPagesListMax,
  });
  const names = [...new Set(pictures.map(({ page }) => page))];
  const pages = names.map((page) => {
    const of = (kind: PageKind): PortalPicture | null => {
      const found = pictures.find((picture) => picture.page === page && picture.kind === kind);
      return found ? viewOf(found) : null;
    };
    return { page, good: of('good'), changed: of('changed') };
  });
  return [...pages.filter(({ changed }) => changed), ...pages.filter(({ changed }) => !changed)];
}

const viewOf = ({ id, seenAt, widthPx, heightPx, elements, missing }: PortalPage): PortalPicture => ({
  id,
  at: seenAt.toISOString(),
  widthPx,
  heightPx,
  elements: elements as FoundElements,
  missing,
});

/** Returns the storage key and time of the page that a probe last found changed; null if there is none. */
export async function lastChangedByProbe(
  db: Database,
  portal: string,
): Promise<{ htmlKey: string; seenAt: Date } | null> {
  return db.portalPage.findFirst({
    where: { portal, kind: 'changed' },
    orderBy: { seenAt: 'desc' },
    select: { htmlKey: true, seenAt: true },
  });
}

/** Opens a picture for an administrator. Throws NOT_FOUND for one that has been replaced. */
export async function openPicture({ db, files }: Store, named: string, pictureId: string): Promise<Response> {
  const portal = await knownPlace(db, named);
  const picture = await db.portalPage.findFirst({ where: { id: pictureId, portal } });
  if (!picture || !(await files.has(picture.pictureKey))) throw new DomainError('NOT_FOUND');
  return new Response(Buffer.from(await files.get(picture.pictureKey)), {
    headers: {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="page.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}

/** Deletes pictures that were last renewed before the given time. */
export async function deletePortalPages({ db, files }: Store, before: Date): Promise<void> {
  const old = await db.portalPage.findMany({ where: { seenAt: { lt: before } } });
  for (const picture of old) {
    await db.portalPage.deleteMany({ where: { id: picture.id, seenAt: { lt: before } } });
    await deleteFiles({ files }, picture);
  }
}

/**
 * Stores which elements are on a picture that a job has stored as evidence, without the customer's data on the page.
 */
export async function keepJobElements(db: Database, fileId: string, found: PicturedElements): Promise<void> {
  const { widthPx, heightPx, elements } = found;
  const stored = { widthPx, heightPx, elements };
  await db.jobPageElements.upsert({ where: { fileId }, create: { fileId, ...stored }, update: stored });
}
