/** The keys of one filing: its own, and those under which it may have been filed before or by another login. */
import type { Deps } from '#api/deps.ts';
import {
  filingKey,
  formerIntentKeys,
  intentKey,
  keysOfReplacedLogins,
  keysWithoutLogin,
} from '#api/domain/jobs/filings/intent-keys.ts';
import { rowsOfGroup, type OpenRow } from '#api/domain/jobs/row-records.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Filing } from '#services/runner.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';

export type FilingKeys = {
  /** The key under which the filing is recorded. */
  key: string;
  /** Other keys under which it may have been recorded: earlier forms of the key, and those of replaced logins. */
  formerKeys: readonly string[];
  /** How the keys of filings begin that may file the same under another key. */
  overlappingPrefixes: readonly string[];
  /** `keysWithoutLogin` under which other logins file the same; none if the natural key names no company. */
  sharedKeys: readonly string[];
};

/**
 * `naturalKey` identifies the filing among those of the service and the login. `formerNaturalKey` is the one that was
 * used before November 2026: the natural key of the first row.
 */
type GroupedRows = { rows: Filing; naturalKey: string; formerNaturalKey: string };

type Filer = {
  job: { userId: string; isPractice: boolean };
  service: ServiceDefinition;
  session: Pick<PooledSession, 'portal' | 'login'>;
};

/** Returns all rows of one filing, including those that have ended. */
export async function filingOf(
  { db }: Pick<Deps, 'db'>,
  { jobId, service }: { jobId: string; service: Pick<ServiceDefinition, 'input'> },
  row: Pick<OpenRow, 'rowNumber' | 'data' | 'naturalKey' | 'groupRow'>,
): Promise<GroupedRows> {
  const naturalKey = filingKey(service, row) ?? `${jobId}:${row.rowNumber}`;
  if (row.groupRow === null) return { rows: [row.data], naturalKey, formerNaturalKey: naturalKey };
  const rows = await rowsOfGroup(db, { jobId, groupRow: row.groupRow });
  const [first = row.data, ...others] = rows.map(({ data }) => data);
  return { rows: [first, ...others], naturalKey, formerNaturalKey: rows[0]?.naturalKey ?? naturalKey };
}

/** Returns the keys of a filing whose natural keys are those of `filingOf`, when `row` is filed in the session. */
export async function filingKeysOf(
  deps: Pick<Deps, 'db' | 'vault'>,
  { job, service, session }: Filer,
  { naturalKey, formerNaturalKey }: Omit<GroupedRows, 'rows'>,
  row: Pick<OpenRow, 'data'>,
): Promise<FilingKeys> {
  const { portal, login } = session;
  const naturalKeys = [naturalKey, formerNaturalKey];
  const former = await formerIntentKeys(deps, login, service.id, naturalKeys);
  // A practice login belongs to one job.
  const replaced = job.isPractice
    ? []
    : await keysOfReplacedLogins(deps.db, { portal, userId: job.userId }, service.id, naturalKeys);
  const overlapping = service.input.kind === 'sheet' ? service.input.overlapsWith?.(row.data) : undefined;
  return {
    key: intentKey({ login, serviceId: service.id, naturalKey }),
    formerKeys: [...former, ...replaced],
    overlappingPrefixes:
      overlapping === undefined ? [] : await formerIntentKeys(deps, login, service.id, [overlapping]),
    sharedKeys: namesCompany({ job, service }) ? keysWithoutLogin(service.id, naturalKeys) : [],
  };
}

/** Everybody practises with the same samples, on a portal of their own. */
const namesCompany = ({ job, service: { input } }: Pick<Filer, 'job' | 'service'>): boolean =>
  !job.isPractice && input.kind === 'sheet' && input.namesCompany === true;
