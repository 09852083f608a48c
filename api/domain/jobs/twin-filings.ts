/** Filings that may be on a portal twice, or are there no more: administrators hear of each once. */
import type { Deps } from '#api/deps.ts';
import { portalLabels } from '#contracts/portals/portals.ts';
import type { PortalKey } from '#services/contract.ts';
import { tellAdministrators } from '#api/domain/messaging/admin-notices.ts';

type Filed = {
  portal: PortalKey;
  service: { id: string; name: string };
  job: { id: string };
  row: { rowNumber: number };
};

/** The portal has more than one record of the same filing; `commits` tells how often the platform clicked. */
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
  await tellAdministrators(db, {
    key: `filing_twins:${job.id}:${row.rowNumber}`,
    kind: 'filing_twins',
    values: {
      portal: portalLabels[portal],
      service: service.name,
      row: row.rowNumber,
      references: references.join(', '),
      clicks: commits,
    },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/** The platform sends a filing again because the first left no trace: an administrator should look for a twin. */
export async function reportRepeated(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { portal, service, job, row, sends }: Filed & { sends: number },
): Promise<void> {
  logger.error({ portal, jobId: job.id, rowNumber: row.rowNumber, sends }, 'a filing is sent again');
  await tellAdministrators(db, {
    key: `filing_repeated:${job.id}:${row.rowNumber}:${sends}`,
    kind: 'filing_repeated',
    values: { portal: portalLabels[portal], service: service.name, row: row.rowNumber, times: sends },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}

/** A filing that the platform had seen is not on the portal any more. */
export async function reportDisappeared(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  { portal, service, job, row, reference }: Filed & { reference: string | null },
): Promise<void> {
  logger.error({ portal, jobId: job.id, rowNumber: row.rowNumber, reference }, 'a filing has disappeared');
  await tellAdministrators(db, {
    key: `filing_gone:${job.id}:${row.rowNumber}`,
    kind: 'filing_gone',
    values: {
      portal: portalLabels[portal],
      service: service.name,
      row: row.rowNumber,
      reference: reference ?? '',
    },
    actionUrl: `/admin?tab=jobs&job=${job.id}`,
  });
}
