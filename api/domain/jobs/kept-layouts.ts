/** Corrections of PDFs that a customer's next PDFs of the same layouts get as well: kept, listed, used and deleted. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import {
  keptRules,
  type KeptLayout,
  type KeptRules,
  type ShownKeptLayout,
} from '#contracts/jobs/kept-layouts.ts';
import { limits } from '#contracts/limits.ts';
import type { Database } from '#prisma/client.ts';

/** Returns a customer's kept layouts, the last corrected first. Rules of an older form are left out. */
export async function keptLayoutsOf(db: Database, userId: string): Promise<KeptLayout[]> {
  const layouts = await db.keptTableLayout.findMany({
    where: { userId },
    orderBy: [{ correctedAt: 'desc' }, { id: 'asc' }],
    take: limits.keptLayoutsMax,
  });
  return layouts.flatMap(({ id, fileName, correctedAt, rules }) => {
    const read = keptRules.safeParse(rules);
    return read.success ? [{ id, fileName, correctedAt: correctedAt.toISOString(), rules: read.data }] : [];
  });
}

const headingsShownMax = 12;

const headingsOf = ({ tables }: KeptRules): string[] => {
  const headings = tables.flatMap(({ print }) => print.headings.filter(Boolean));
  return [...new Set(headings)].slice(0, headingsShownMax);
};

/** Returns the kept layouts as their owner sees them. */
export async function listKeptLayouts({ db }: Pick<Deps, 'db'>, userId: string): Promise<ShownKeptLayout[]> {
  const layouts = await db.keptTableLayout.findMany({
    where: { userId },
    orderBy: [{ correctedAt: 'desc' }, { id: 'asc' }],
    take: limits.keptLayoutsMax,
  });
  return layouts.map(({ id, fileName, correctedAt, usedAt, rules }) => ({
    id,
    fileName,
    headings: headingsOf(keptRules.catch({ marks: [], tables: [] }).parse(rules)),
    correctedAt: correctedAt.toISOString(),
    usedAt: usedAt.toISOString(),
  }));
}

/**
 * Deletes a kept layout; documents that it was applied to stay as they are. Throws NOT_FOUND for another customer's.
 */
export async function deleteKeptLayout({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const { count } = await db.keptTableLayout.deleteMany({ where: { id, userId } });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

type NewRules = { userId: string; replaces: string | null; fileName: string; rules: KeptRules; now: Date };

/**
 * Keeps rules, in place of those that they replace. Rules that are equal to the earlier ones change nothing, so that an
 * export can be repeated.
 */
export async function keepLayout(db: Database, { userId, replaces, fileName, rules, now }: NewRules) {
  const before = replaces && (await db.keptTableLayout.findFirst({ where: { id: replaces, userId } }));
  if (before) {
    const known = keptRules.safeParse(before.rules);
    if (known.success && JSON.stringify(known.data) === JSON.stringify(keptRules.parse(rules))) return;
    const data = { rules, fileName, correctedAt: now, usedAt: now };
    await db.keptTableLayout.updateMany({ where: { id: before.id, userId }, data });
    return;
  }
  await db.keptTableLayout.create({
    data: { id: randomUUID(), userId, fileName, rules, correctedAt: now, usedAt: now },
  });
  const tooMany = await db.keptTableLayout.findMany({
    where: { userId },
    orderBy: [{ usedAt: 'desc' }, { id: 'asc' }],
    skip: limits.keptLayoutsMax,
    select: { id: true },
  });
  await db.keptTableLayout.deleteMany({ where: { userId, id: { in: tooMany.map(({ id }) => id) } } });
}

/** Records that a kept layout was applied; its retention counts from then. */
export async function noteKeptUse(db: Database, userId: string, id: string, now: Date): Promise<void> {
  await db.keptTableLayout.updateMany({ where: { id, userId }, data: { usedAt: now } });
}

/** Deletes the layouts that no PDF has used since the given time. */
export async function deleteUnusedKeptLayouts(db: Database, before: Date): Promise<void> {
  await db.keptTableLayout.deleteMany({ where: { usedAt: { lt: before } } });
}
