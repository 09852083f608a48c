/** Versions of what administrators have changed in the portals' page maps. Only texts can be changed, never code. */
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { FoundElements } from '#contracts/calls/portal-pages-answers.ts';
import type { PageMapView } from '#contracts/calls/portals-answers.ts';
import type { PageMapBody } from '#contracts/portals/page-maps.ts';
import type { PageTrialResult } from '#workflows/messages.ts';
import { limits } from '#contracts/limits.ts';
import {
  isPracticePortal,
  portalAt,
  type PortalPlace,
  type RealPlace,
} from '#contracts/portals/practice-portals.ts';
import { banksPortal, isBankPlace } from '#contracts/portals/bank-places.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import type { PageTexts } from '#activities/portals/page-texts.ts';
import { lastChangedByProbe, portalPagesOf } from './portal-pages.ts';
import { knownPlace } from './banks.ts';
import { requireKnownTexts, unusedChanges, usedChanges } from './page-map-changes.ts';

/**
 * Returns the published changes to a place's page map; none for a practice portal. Changes for a single bank override
 * those for all banks.
 */
export async function publishedTexts(db: DatabaseOrTransaction, place: PortalPlace): Promise<PageTexts> {
  if (isPracticePortal(place)) return {};
  const own = await changesInForce(db, place);
  return isBankPlace(place) ? { ...(await changesInForce(db, banksPortal)), ...own } : own;
}

/** A stored change that no longer fits is left out: a text must not take the place of what is an address now. */
const changesInForce = async (db: DatabaseOrTransaction, place: RealPlace): Promise<PageTexts> =>
  usedChanges(place, (await latest(db, place))?.changes ?? {});

type Version = { version: number; changes: PageTexts };

async function latest(db: DatabaseOrTransaction, portal: string): Promise<Version | null> {
  const found = await db.portalPageMap.findFirst({ where: { portal }, orderBy: { version: 'desc' } });
  return found && { version: found.version, changes: found.changes as PageTexts };
}

/** Returns the map with its versions, and the pages on which jobs last found the portal changed. */
export async function pageMapOf(db: Database, named: string): Promise<PageMapView> {
  const portal = await knownPlace(db, named);
  const [known, versions, changed, pages] = await Promise.all([
    textsBefore(db, portal),
    db.portalPageMap.findMany({
      where: { portal },
      orderBy: { version: 'desc' },
      take: limits.pageMapVersionsListMax,
    }),
    changedPages(db, portal),
    portalPagesOf(db, portal),
  ]);
  const people = await db.user.findMany({
    where: { id: { in: versions.map(({ publishedBy }) => publishedBy) } },
    select: { id: true, name: true },
  });
  const published = (versions[0]?.changes ?? {}) as PageTexts;
  return {
    portal,
    texts: Object.entries(known).map(([path, text]) => ({ path, text })),
    version: versions[0]?.version ?? 0,
    changes: usedChanges(portal, published),
    unused: unusedChanges(portal, published),
    versions: versions.map(({ version, changes, reason, publishedBy, publishedAt }) => ({
      version,
      changes: usedChanges(portal, changes as PageTexts),
      reason,
      by: people.find(({ id }) => id === publishedBy)?.name ?? '',
      at: publishedAt.toISOString(),
    })),
    changedPages: changed.map(({ id, jobId, name, createdAt, elements: found }) => ({
      fileId: id,
      jobId,
      name,
      at: createdAt.toISOString(),
      pictured: found && {
        widthPx: found.widthPx,
        heightPx: found.heightPx,
        elements: found.elements as FoundElements,
      },
    })),
    pages,
  };
}

/**
 * Returns the texts that a place's changes start from: the adapter's own, for a bank with the changes for all banks.
 */
async function textsBefore(db: Database, place: RealPlace): Promise<PageTexts> {
  const known = pageMaps[portalAt(place)];
  return isBankPlace(place) ? { ...known, ...(await publishedTexts(db, banksPortal)) } : known;
}

/** The pictures of the pages on which rows ended because the portal had changed, newest first. */
const changedPages = (db: Database, portal: string) =>
  db.jobFile.findMany({
    where: {
      kind: 'evidence',
      job: { portal },
      name: { endsWith: `${CHANGED}.png` },
      createdAt: { gt: new Date(Date.now() - limits.resultRetentionMs) },
    },
    orderBy: { createdAt: 'desc' },
    include: { elements: true },
    take: limits.changedPagesListMax,
  });

const CHANGED = '_PORTAL_CHANGED';

/** Returns the storage key of the HTML page on which the portal was last found changed; null if there is none. */
async function lastChangedPage(db: Database, portal: string): Promise<string | null> {
  const [[picture], ofProbe] = await Promise.all([changedPages(db, portal), lastChangedByProbe(db, portal)]);
  if (ofProbe && (!picture || picture.createdAt < ofProbe.seenAt)) return ofProbe.htmlKey;
  if (!picture) return null;
  const name = picture.name.replace(/\.png$/, '.html');
  const page = await db.jobFile.findFirst({ where: { jobId: picture.jobId, kind: 'evidence', name } });
  return page?.fileKey ?? null;
}

type TrialDeps = Pick<Deps, 'db' | 'workflows'>;

/**
 * Tries changes without applying them to jobs: probes the portal's entrance with them, and searches the page that was
 * last found changed for every text of the map.
 */
export async function tryPageMap(
  { db, workflows }: TrialDeps,
  named: string,
  changes: PageTexts,
): Promise<PageTrialResult> {
  const portal = await knownPlace(db, named);
  requireKnownTexts(portal, changes);
  const pageKey = await lastChangedPage(db, portal);
  try {
    return await workflows.tryPageMap({ portal, changes, pageKey });
  } catch (cause) {
    throw new DomainError('PAGE_TRIAL_UNAVAILABLE', { cause });
  }
}

/**
 * Publishes the changes as the next version; sessions that are opened from now on use it. Throws PAGE_MAP_CHANGED if
 * another version was published in the meantime.
 */
export async function publishPageMap(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  named: string,
  { changes, version, reason }: PageMapBody,
  adminId: string,
): Promise<void> {
  const portal = await knownPlace(db, named);
  requireKnownTexts(portal, changes);
  await db.$transaction(async (tx) => {
    const before = await latest(tx, portal);
    if ((before?.version ?? 0) !== version) throw new DomainError('PAGE_MAP_CHANGED');
    const now = clock();
    await createVersion(tx, { portal, version: version + 1, changes, reason, adminId, now });
    await tx.portalState.upsert({
      where: { portal },
      create: { portal, mendedAt: now },
      update: { mendedAt: now },
    });
    if (portal === banksPortal) await mendBanks(tx, now);
    await recordChange(tx, {
      adminId,
      action: 'page map published',
      subject: `portal/${portal}`,
      reason,
      before: { ...before?.changes },
      after: { ...changes },
    });
  });
}

/** Changes for all banks count as a repair of each bank's desk. */
const mendBanks = (tx: DatabaseOrTransaction, mendedAt: Date) =>
  tx.portalState.updateMany({ where: { portal: { startsWith: `${banksPortal}:` } }, data: { mendedAt } });

type NewVersion = Version & { portal: string; reason: string; adminId: string; now: Date };

async function createVersion(tx: DatabaseOrTransaction, given: NewVersion): Promise<void> {
  const { portal, version, changes, reason, adminId, now } = given;
  try {
    await tx.portalPageMap.create({
      data: { portal, version, changes: { ...changes }, reason, publishedBy: adminId, publishedAt: now },
    });
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    throw isTaken ? new DomainError('PAGE_MAP_CHANGED', { cause: error }) : error;
  }
}
