/** Saved views of the list of jobs: each customer's own, the same on all devices. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { DomainError } from '#contracts/errors.ts';
import { savedViewsMax } from '#contracts/jobs/job-list-rules.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { savedFilters, type SavedView, type SaveViewBody } from '#contracts/jobs/saved-views.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Database } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

type Stored = { id: string; name: string; filters: unknown };

/** A view whose filters were stored in an older form shows all jobs. */
const viewOf = ({ id, name, filters }: Stored): SavedView => ({
  id,
  name,
  filters: savedFilters.catch({}).parse(filters),
});

/** Returns a customer's views, oldest first. */
export async function listSavedViews(db: Database, userId: string): Promise<SavedView[]> {
  const views = await db.savedView.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: savedViewsMax,
  });
  return views.map(viewOf);
}

/**
 * Saves a view, replacing one of the same name, so that a request can be repeated. Throws LIMIT_REACHED if the name is
 * new and the customer already has `savedViewsMax` views.
 */
export async function saveView(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  { name, filters }: SaveViewBody,
): Promise<SavedView> {
  return db.$transaction(async (tx) => {
    await lockedUser(tx, userId);
    const others = await tx.savedView.count({ where: { userId, name: { not: name } } });
    if (others >= savedViewsMax)
      throw refusal('LIMIT_REACHED', jobMessages.tooManyViews({ most: savedViewsMax }));
    const saved = await tx.savedView.upsert({
      where: { userId_name: { userId, name } },
      create: { id: randomUUID(), userId, name, filters, createdAt: clock() },
      update: { filters },
    });
    return viewOf(saved);
  });
}

type Owned = { userId: string; id: string };

/** Renames a view. Throws NOT_FOUND for another customer's view, and VIEW_NAME_TAKEN if the name is in use. */
export async function renameView(db: Database, owned: Owned, name: string): Promise<void> {
  const { count } = await db.savedView
    .updateMany({ where: owned, data: { name } })
    .catch((error: unknown) => {
      throw isNameTaken(error) ? new DomainError('VIEW_NAME_TAKEN', { cause: error }) : error;
    });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

const isNameTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Deletes a view. Throws NOT_FOUND for another customer's view. */
export async function deleteView(db: Database, owned: Owned): Promise<void> {
  const { count } = await db.savedView.deleteMany({ where: owned });
  if (count === 0) throw new DomainError('NOT_FOUND');
}
