/** Remembers which headings a customer chose for a service's columns, and applies them to later sheets. */
import { refuseWithoutRate } from '#api/domain/portals/incentive-rates.ts';
import type { Deps } from '#api/deps.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Intake } from './intake/types.ts';
import { readOpened } from './opened-upload.ts';
import type { Uploaded } from './uploads.ts';

type MappingRef = { userId: string; serviceId: string };

async function rememberedColumns(db: Database, { userId, serviceId }: MappingRef): Promise<ColumnMapping> {
  // Plain SQL, which the database client need not compile, because every preview and every start asks.
  const [kept] = await db.$queryRaw<{ columns: ColumnMapping }[]>`
    SELECT columns FROM column_mappings WHERE user_id = ${userId} AND service_id = ${serviceId}`;
  return kept?.columns ?? {};
}

/** Headings given now replace those remembered for the same columns. */
async function rememberColumns(
  db: DatabaseOrTransaction,
  mapping: MappingRef,
  given: ColumnMapping,
  now: Date,
) {
  await db.$executeRaw`
    INSERT INTO column_mappings (user_id, service_id, columns, updated_at)
    VALUES (${mapping.userId}, ${mapping.serviceId}, ${JSON.stringify(given)}::jsonb, ${now})
    ON CONFLICT (user_id, service_id)
    DO UPDATE SET columns = column_mappings.columns || EXCLUDED.columns, updated_at = EXCLUDED.updated_at`;
}

type ReadWith = {
  given?: ColumnMapping | undefined;
  kept?: ColumnMapping | undefined;
  /** Corrections that the customer has made to cells since the upload. */
  edits?: readonly SheetEdit[];
  /**
   * When the customer saw the file checked; missing dates are filled in as of that moment. Absent or null means now.
   */
  checkedAt?: Date | null;
};

/**
 * Reads a file. A column's heading is the one in `given` (without it, the one in `kept`, with which the file was last
 * checked), then one of the column's own names, then the one remembered from an earlier file. Given headings are
 * remembered once the file could be read with them. Claims for which no incentive rate is announced are refused.
 */
export async function readForCustomer(
  deps: Pick<Deps, 'db' | 'clock' | 'pdfLocks'>,
  customer: { id: string },
  service: ServiceDefinition,
  { given, kept = {}, edits = [], checkedAt, ...uploaded }: Uploaded & ReadWith,
): Promise<Intake> {
  if (service.input.kind === 'pdf') return readOpened(deps, service, uploaded);
  const mapping = { userId: customer.id, serviceId: service.id };
  const chosen = { given: given ?? kept, remembered: await rememberedColumns(deps.db, mapping) };
  const read = await readOpened(deps, service, uploaded, { chosen, edits, checkedAt });
  if (given && Object.keys(given).length > 0) await rememberColumns(deps.db, mapping, given, deps.clock());
  return refuseWithoutRate(deps.db, service, read);
}
