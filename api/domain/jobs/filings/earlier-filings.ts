/**
 * Warns in the preview about rows that this customer has filed before, because the portal would be asked, and the row
 * charged, again.
 */
import type { Deps } from '#api/deps.ts';
import { limits } from '#contracts/limits.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { placeOfCredential } from '#contracts/portals/portal-logins.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { usableLogins } from '#api/domain/portals/credentials.ts';
import { bothSpellings, filingKey } from './intent-keys.ts';
import { filedSince } from './intents.ts';
import type { Intake, RowProblem } from '#api/domain/jobs/intake/types.ts';

/**
 * Returns one warning per row that was filed within `limits.earlierFilingsMs` under one of the customer's saved logins.
 * The logins at all banks count, because what was claimed at one bank must not be claimed at another. Returns none for
 * services that file nothing, or if no login is saved.
 */
export async function earlierFilings(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  service: ServiceDefinition,
  intake: Intake,
): Promise<RowProblem[]> {
  if (service.effect !== 'submit' || !service.portal || !service.credentials) return [];
  const logins = await usableLogins(deps.db, userId, service.credentials);
  if (logins.length === 0) return [];
  const keyed = intake.rows.flatMap((row) => {
    const naturalKey = filingKey(service, row);
    if (naturalKey === null) return [];
    const keys = logins.flatMap(({ username: login }) =>
      bothSpellings({ login, serviceId: service.id, naturalKey }),
    );
    return [{ row: row.rowNumber, keys }];
  });
  const filed = await filedSince(deps.db, {
    userId,
    portals: logins.map(({ portal }) => placeOfCredential(portal)),
    keys: [...new Set(keyed.flatMap(({ keys }) => keys))],
    since: new Date(deps.clock().getTime() - limits.earlierFilingsMs),
  });
  return keyed.flatMap(({ row, keys }) => {
    const at = keys.map((key) => filed.get(key)).find((day) => day !== undefined);
    if (!at) return [];
    const problem = sheetMessages.filedBefore({ day: dhakaDay(at) });
    const hint = sheetMessages.filedBeforeHint();
    return [{ row, column: 'Row', problem, hint }];
  });
}
