/** Checks an upload before anything is paid: a new one, or a stored one that is read again under other headings. */
import { refuseOtherService, type Customer } from '#api/domain/accounts/customers.ts';
import { balancesOf } from '#api/domain/credits/ledger.ts';
import { creditsLeftOf } from '#api/domain/integrations/api-tokens.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { creditsFromHundredths, priceHundredths } from '#contracts/credits/credits.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { Database } from '#prisma/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { readForCustomer } from './column-mappings.ts';
import { earlierFilings } from './filings/earlier-filings.ts';
import { chosenHeadings, lacksColumns } from './intake/headings.ts';
import { toPreview } from './intake/preview.ts';
import type { Intake } from './intake/types.ts';
import { checkableService, type JobDeps, type Offer } from './service-offers.ts';
import type { StartDeps } from './start-job.ts';
import { unlockedFile } from './opened-upload.ts';
import { weightOf } from './reading-turns.ts';
import { readingOf } from './sheet-reading.ts';
import { addSheet, keepReading, storeUpload, weightOfSource, withUpload, type Uploaded } from './uploads.ts';

/** Headings that the customer gives for columns of the sheet. */
type Given = { columns?: ColumnMapping | undefined };
/** Corrections of the cells of a stored sheet; if absent, those sent before apply. */
type Edited = { edits?: SheetEdit[] | undefined };
type Checked = { intake: Intake; preview: Preview };

/**
 * Checks a file before anything is paid, and stores it so that neither the start nor another check needs to send it
 * again. A sheet without a required column is stored too: the error has the id of its upload.
 */
export async function previewFile(
  deps: StartDeps,
  customer: Customer,
  input: {
    serviceId: string;
    password?: string | undefined;
    source: Uploaded | { uploadId: string };
  } & Given &
    Edited,
): Promise<Preview> {
  const { source, ...rest } = input;
  const check =
    'file' in source
      ? checkFile(deps, customer, { ...rest, ...source })
      : checkStored(deps, customer, { ...rest, ...source });
  return (await check).preview;
}

/** Checks a stored upload again. Returns the preview and its rows. */
export async function checkStored(
  deps: StartDeps,
  customer: Customer,
  given: { serviceId: string; uploadId: string } & Given & Edited,
): Promise<Checked> {
  const { serviceId, uploadId } = given;
  refuseOtherService(customer, serviceId);
  const offer = await checkableService(deps, serviceId);
  const turn = { customerId: customer.id, weightBytes: await weightOfSource(deps, customer, { uploadId }) };
  return deps.inReadingTurn(turn, () => checkAgain(deps, customer, { ...offer, ...given }));
}

async function checkAgain(
  deps: StartDeps,
  customer: Customer,
  given: Offer & { uploadId: string } & Given & Edited,
): Promise<Checked> {
  const { service, uploadId } = given;
  return withUpload(
    deps,
    { owner: customer, service, source: { uploadId } },
    async ({ file, documents, columns, ...stored }) => {
      const edits = given.edits ?? stored.edits;
      const checkedAt = deps.clock();
      const read = { file, documents, given: given.columns, kept: columns, edits, checkedAt };
      const intake = await readForCustomer(deps, customer, service, read).catch((error: unknown) => {
        if (lacksColumns(error)) error.details['uploadId'] = uploadId;
        throw error;
      });
      await keepReading(deps, customer, uploadId, {
        columns: chosenHeadings(intake.columns),
        edits,
        checkedAt,
      });
      const preview = await previewOf(deps, { customer, ...given, intake });
      const reading = readingOf({ file, documents }, intake, edits);
      return { intake, preview: { ...preview, uploadId, reading, edits, fileName: file.name } };
    },
  );
}

/**
 * Returns the preview and its rows. `besideUploadId`: an upload that already has the documents and receives the file.
 */
export async function checkFile(
  deps: StartDeps,
  customer: Customer,
  given: { serviceId: string; besideUploadId?: string; password?: string | undefined } & Uploaded & Given,
): Promise<Checked> {
  refuseOtherService(customer, given.serviceId);
  const offer = await checkableService(deps, given.serviceId);
  const turn = { customerId: customer.id, weightBytes: weightOf([given.file, given.documents]) };
  return deps.inReadingTurn(turn, () => readForPreview(deps, customer, { ...given, ...offer }));
}

async function readForPreview(
  deps: StartDeps,
  customer: Customer,
  given: Offer & { besideUploadId?: string; password?: string | undefined } & Uploaded & Given,
): Promise<Checked> {
  const { service, costPerRow } = given;
  const input = { ...given, file: await unlockedFile(deps, service, given.file, given.password) };
  const { besideUploadId } = input;
  const store = () =>
    besideUploadId === undefined
      ? storeUpload(deps, customer, service, input)
      : addSheet(deps, customer, besideUploadId, input.file);
  const checkedAt = deps.clock();
  const read = { ...input, given: input.columns, checkedAt };
  const intake = await readForCustomer(deps, customer, service, read).catch(async (error: unknown) => {
    if (lacksColumns(error)) error.details['uploadId'] = await store();
    throw error;
  });
  const uploadId = await store();
  await keepReading(deps, customer, uploadId, { columns: chosenHeadings(intake.columns), checkedAt });
  const preview = await previewOf(deps, { customer, service, intake, costPerRow });
  const reading = readingOf(input, intake, []);
  return { intake, preview: { ...preview, uploadId, reading, edits: [], fileName: input.file.name } };
}

async function previewOf(
  deps: JobDeps,
  given: { customer: Customer; service: ServiceDefinition; intake: Intake; costPerRow: number },
): Promise<Omit<Preview, 'uploadId' | 'reading' | 'edits' | 'fileName'>> {
  const { customer, service, intake, costPerRow } = given;
  const { availableHundredths } = await balancesOf(deps.db, customer.id);
  const repeated = await earlierFilings(deps, customer.id, service, intake);
  const parts = toPreview({ ...intake, warnings: [...repeated, ...intake.warnings] });
  const price = priceHundredths(parts.billableRows, costPerRow);
  return {
    ...parts,
    serviceId: service.id,
    costPerRow: creditsFromHundredths(costPerRow),
    totalCredits: creditsFromHundredths(price),
    balance: creditsFromHundredths(availableHundredths),
    sufficient:
      customer.isAdmin || (await spendable(deps.db, customer, availableHundredths)) >= BigInt(price),
  };
}

/** Returns the spendable credits in hundredths: a token's cap may leave less than the balance. */
async function spendable(db: Database, { token }: Customer, availableHundredths: bigint): Promise<bigint> {
  const left = token ? await creditsLeftOf(db, token.tokenId) : null;
  return left !== null && left < availableHundredths ? left : availableHundredths;
}
