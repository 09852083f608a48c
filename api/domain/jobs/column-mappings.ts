/** The headings that a customer chose for the columns of a service: remembered, and applied to the next sheets. */
import { refuseWithoutRate } from '#api/domain/portals/incentive-rates.ts';
import type { Deps } from '#api/deps.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Intake } from './intake/types.ts';
import { readOpened } from './opened-upload.ts';
import type { Uploaded } from './uploads.ts';

type Place = { userId: string; serviceId: string };

async function rememberedColumns(db: Database, { userId, serviceId }: Place): Promise<ColumnMapping> {
  const kept = await db.columnMapping.findUnique({ where: { userId_serviceId: { userId, serviceId } } });
  return (kept?.columns ?? {}) as ColumnMapping;
}

/** The headings that were given replace those that are remembered for the same columns. */
async function rememberColumns(db: DatabaseOrTransaction, place: Place, given: ColumnMapping, now: Date) {
  await db.$executeRaw`
    INSERT INTO column_mappings (user_id, service_id, columns, updated_at)
    VALUES (${place.userId}, ${place.serviceId}, ${JSON.stringify(given)}::jsonb, ${now})
    ON CONFLICT (user_id, service_id)
    DO UPDATE SET columns = column_mappings.columns || EXCLUDED.columns, updated_at = EXCLUDED.updated_at`;
}

type ReadWith = {
  given?: ColumnMapping | undefined;
  kept?: ColumnMapping;
  /** Corrections of the cells since the file was uploaded. */
  edits?: readonly SheetEdit[];
  /** When the customer saw the file checked; missing dates are filled in as of that moment. Absent or null means now. */
  checkedAt?: Date | null;
};

/**
 * Reads a file with the headings that the customer gives for its columns, `kept` with it when it was checked, or gave with
 * an earlier file. Those given are remembered once the file could be read with them. Rows without an announced rate are refused.
 */
export async function readForCustomer(
  deps: Pick<Deps, 'db' | 'clock' | 'pdfLocks'>,
  customer: { id: string },
  service: ServiceDefinition,
  { given, kept = {}, edits = [], checkedAt, ...uploaded }: Uploaded & ReadWith,
): Promise<Intake> {
  if (service.input.kind === 'pdf') return readOpened(deps, service, uploaded);
  const place = { userId: customer.id, serviceId: service.id };
  const chosen = { given: given ?? kept, remembered: await rememberedColumns(deps.db, place) };
  const read = await readOpened(deps, service, uploaded, { chosen, edits, checkedAt });
  if (given && Object.keys(given).length > 0) await rememberColumns(deps.db, place, given, deps.clock());
  return refuseWithoutRate(deps.db, service, read);
}
