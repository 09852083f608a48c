/** Writes a job's result files into the store when its rows have ended (portals.md 1.2). */
import type { Deps } from '#api/deps.ts';
import {
  beginCollection,
  noteIncompleteCombined,
  pdfDocumentBytes,
  pdfDocumentsOf,
  replaceResults,
  type Collection,
  type NewFile,
  type PdfDocument,
} from '#api/domain/jobs/job-files.ts';
import { resultName } from '#api/domain/jobs/result-names.ts';
import { endedRows } from '#api/domain/jobs/row-records.ts';
import { resultJob, type ResultJob } from '#api/domain/jobs/worked-jobs.ts';
import { bankToName } from '#api/domain/portals/banks.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';
import { csvType, workbookType } from '#contracts/content-types.ts';
import { DomainError } from '#contracts/errors.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { english } from '#contracts/messages/render.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Runner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { combinePdfs, type CombinedPdf } from './results/combine-pdfs.ts';
import { keyColumnsOf } from './results/key-columns.ts';
import type { JobResult, ResultRow } from './results/types.ts';
import { openJobZip, type JobZip } from './results/job-zip.ts';
import { writeTables } from './results/write-tables.ts';

type CollectDeps = Pick<Deps, 'db' | 'files' | 'logger'>;

/** A job with more rows, or with larger documents to combine, is large: its result files may need hundreds of MiB. */
const SMALL_ROWS_MAX = 2_000;
const SMALL_DOCUMENTS_BYTES_MAX = 16 * MIB;
/** Fewer than the ends that a process works on at once (temporal/workers.ts), so that places for small jobs remain. */
const WAITING_MAX = 4;

/** Too many large jobs of this process wait to be written. Nothing was begun; try again later. */
export class TooManyLargeJobs extends DomainError {
  constructor() {
    super('UNAVAILABLE', { message: 'The result files of too many large jobs wait to be written.' });
    this.name = 'TooManyLargeJobs';
  }
}

/** Result files of large jobs are written one job after the other, so that a process has memory for them. */
const runAlone = createSemaphore({
  atOnceMax: 1,
  waitingMax: WAITING_MAX,
  refusal: () => new TooManyLargeJobs(),
});

/**
 * Writes the result files of a job whose rows have all ended; those of a job that runs again are left to its end.
 * Idempotent: a repeated call replaces the files.
 *
 * @param signal ends the wait of a large job for its turn; files that are being written are written to their end
 * @returns false if the job is large and `leavesLarge`, so that nothing was written
 * @throws TooManyLargeJobs if the job is large and too many others wait
 */
export async function collect(
  deps: CollectDeps,
  jobId: string,
  { leavesLarge = false, signal }: { leavesLarge?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<boolean> {
  const [job, documentBytes] = await Promise.all([
    resultJob(deps.db, jobId),
    pdfDocumentBytes(deps.db, jobId),
  ]);
  const service = findService(job.serviceId);
  if (!service || !hasTables(service, job)) return true;
  const combinesMuch = combinesDocuments(service) && documentBytes > SMALL_DOCUMENTS_BYTES_MAX;
  const isLarge = job.rowsTotal > SMALL_ROWS_MAX || combinesMuch;
  if (isLarge && leavesLarge) return false;
  const write = async (): Promise<void> => {
    signal?.throwIfAborted();
    // Not before its turn: files of a collection that began earlier would be thrown away.
    const collection = await beginCollection(deps.db, jobId);
    if (collection) await writeFiles(deps, { job, service, collection });
  };
  await (isLarge ? runAlone(write) : write());
  return true;
}

const combinesDocuments = ({ input }: ServiceDefinition): boolean => input.kind === 'sheet';

type Collected = {
  job: ResultJob;
  service: ServiceDefinition;
  collection: Collection;
};

async function writeFiles(deps: CollectDeps, { job, service, collection }: Collected): Promise<void> {
  const bank = await bankToName(deps.db, job.bankKey);
  const documents = combinesDocuments(service) ? await pdfDocumentsOf(deps.db, job.id) : [];
  const combined = await combinedPdf(deps, collection, documents);
  const missingFromCombined = combined.warnings.map(english);
  const files = await tables(deps, { ...job, bank: bank?.en, missingFromCombined }, service);
  if (combined.bytes)
    files.push({ name: 'combined.pdf', contentType: 'application/pdf', bytes: combined.bytes });
  const named = files.map((file) => ({ ...file, name: resultName(job, file.name) }));
  await replaceResults(deps, collection, named);
}

/** Whether the job gets a results table. A single converted file is its own result and needs none. */
export function hasTables({ input }: ServiceDefinition, job: { rowsTotal: number }): boolean {
  return input.kind === 'sheet' || job.rowsTotal > 1;
}

async function* resultRows(
  { db }: CollectDeps,
  jobId: string,
  zip: JobZip | null,
): AsyncGenerator<ResultRow[]> {
  for await (const rows of endedRows(db, jobId))
    yield rows.map((row) => ({
      ...row,
      message: english(row.message),
      zipFiles: zip?.filesOf(row) ?? [],
    }));
}

async function tables(
  deps: CollectDeps,
  job: ResultJob & Pick<JobResult, 'bank' | 'missingFromCombined'>,
  service: ServiceDefinition,
): Promise<NewFile[]> {
  const runner: Runner = runners[service.id as ServiceId];
  const zip = await openJobZip(deps, job, service);
  const { workbook, csv, failedRows } = await writeTables(resultRows(deps, job.id, zip), {
    jobId: job.id,
    serviceId: service.id,
    serviceName: service.name,
    isPractice: job.isPractice,
    fileName: job.fileName,
    bank: job.bank,
    headers: service.input.kind === 'sheet' ? job.headers : null,
    keyColumns: keyColumnsOf(service, job.headers, job.columns),
    outputColumns: runner.outputColumns,
    outputSheets: runner.outputSheets ?? {},
    zipFiles: zip?.files ?? null,
    missingFromCombined: job.missingFromCombined,
    costPerRow: job.isFree ? 0 : job.costPerRow,
  });
  return [
    { name: 'result.xlsx', contentType: workbookType, bytes: workbook },
    { name: 'result.csv', contentType: csvType, bytes: csv },
    ...(failedRows ? [{ name: 'failed_rows.csv', contentType: csvType, bytes: failedRows }] : []),
  ];
}

const nothingCombined: CombinedPdf = { bytes: null, warnings: [], missing: 0 };

/** Combines the job's PDFs. The timeline says if documents are missing. */
async function combinedPdf(
  { db, files, logger }: CollectDeps,
  { id: jobId, attempt }: Collection,
  documents: readonly PdfDocument[],
): Promise<CombinedPdf> {
  if (documents.length < 2) return nothingCombined;
  const combined = await combinePdfs(
    documents.map(({ name, fileKey }) => ({ name, read: () => files.get(fileKey) })),
  );
  const { warnings, missing } = combined;
  if (missing === 0) return combined;
  logger.warn({ jobId, warnings: warnings.map(english) }, 'combined.pdf is not complete');
  await noteIncompleteCombined(db, { jobId, attempt, missing });
  return combined;
}
