/**
 * Reports filings that may be on a portal twice, have disappeared from it, or were never looked up. Administrators are notified of each once,
 * but not of filings on practice portals.
 */
import { dhakaDay } from '#contracts/calendar-days.ts';
import type { Deps } from '#api/deps.ts';
import { isPracticePortal, type PortalPlace, type RealPlace } from '#contracts/portals/practice-portals.ts';
import { abandonReadBacks } from './read-backs.ts';
import { placeLabel } from '#api/domain/portals/banks.ts';
import { notifyAdministrators } from '#api/domain/messaging/admin-notices.ts';

type Filed = {
  portal: PortalPlace;
  service: { id: string; name: string };
  job: { id: string };
  row: { rowNumber: number };
};

/**
 * Reports that the portal has more than one record of the same filing. `commits` is how often the platform has clicked.
 */
export async function reportTwins(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  {
    portal,
    service,
    job,
    row,
    references,
    commits,
  }: Filed & { references: readonly string[]; commits: number },
): Promise<void> {
  logger.error(
    { portal, jobId: job.id, rowNumber: row.rowNumber, references, commits },
    'a filing has twins',
  );
  if (isPracticePortal(portal)) return;
  await notifyAdministrators(db, {
    key: `filing_twins:${job.id}:${row.rowNumber}`,
    kind: 'filing_twins',
    values: {
      portal: await placeLabel(db, portal),
      service: service.name,
      row: row.rowNumber,
      references: references.join(', '),
      clicks: commits,
    },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/**
 * Reports that a filing is sent again because the first left no trace, so that an administrator checks for a
 * duplicate.
 */
export async function reportRepeated(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { portal, service, job, row, sends }: Filed & { sends: number },
): Promise<void> {
  logger.error({ portal, jobId: job.id, rowNumber: row.rowNumber, sends }, 'a filing is sent again');
  if (isPracticePortal(portal)) return;
  await notifyAdministrators(db, {
    key: `filing_repeated:${job.id}:${row.rowNumber}:${sends}`,
    kind: 'filing_repeated',
    values: {
      portal: await placeLabel(db, portal),
      service: service.name,
      row: row.rowNumber,
      times: sends,
    },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/** Reports that a filing which the platform had seen is no longer on the portal. */
export async function reportDisappeared(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { portal, service, job, row, reference }: Filed & { reference: string | null },
): Promise<void> {
  logger.error({ portal, jobId: job.id, rowNumber: row.rowNumber, reference }, 'a filing has disappeared');
  if (isPracticePortal(portal)) return;
  await notifyAdministrators(db, {
    key: `filing_gone:${job.id}:${row.rowNumber}`,
    kind: 'filing_gone',
    values: {
      portal: await placeLabel(db, portal),
      service: service.name,
      row: row.rowNumber,
      reference: reference ?? '',
    },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/**
 * Abandons and reports the filings that could not be looked up before their rows were deleted, for example because their
 * portal was down or paused until then. Both happen in one transaction, so that the next try repeats a report that
 * fails. Administrators are notified once a day for each portal.
 */
export async function reportUnchecked({
  db,
  logger,
  clock,
}: Pick<Deps, 'db' | 'logger' | 'clock'>): Promise<void> {
  await db.$transaction(async (tx) => {
    const filings = await abandonReadBacks(tx);
    for (const filing of filings) logger.error(filing, 'a filing was not read back');
    const day = dhakaDay(clock());
    for (const portal of new Set(filings.map((filing) => filing.portal)))
      await notifyAdministrators(tx, {
        key: `filings_unchecked:${portal}:${day}`,
        kind: 'filings_unchecked',
        values: { portal: await placeLabel(tx, portal as RealPlace) },
        actionUrl: '/admin?tab=system&section=portals',
      });
  });
}
