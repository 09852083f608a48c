/** Writes a job's result files into the store when its rows have ended (portals.md 1.2). */
import type { Deps } from '#api/deps.ts';
import { beginCollection, pdfDocumentsOf, replaceResults, type NewFile } from '#api/domain/jobs/job-files.ts';
import { resultName } from '#api/domain/jobs/result-names.ts';
import { endedRows } from '#api/domain/jobs/row-records.ts';
import { resultJob, type ResultJob } from '#api/domain/jobs/worked-jobs.ts';
import { bankToName } from '#api/domain/portals/banks.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { chargedOutcomes } from '#contracts/jobs/jobs.ts';
import { english } from '#contracts/messages/render.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Runner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { combinePdfs } from './results/combine-pdfs.ts';
import { writeFailedRowsCsv, writeResultCsv } from './results/csv.ts';
import { keyColumnsOf } from './results/table.ts';
import type { JobResult, ResultRow } from './results/types.ts';
import { writeResultWorkbook } from './results/workbook.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const csvType = 'text/csv; charset=utf-8';

type CollectDeps = Pick<Deps, 'db' | 'files' | 'logger'>;

/**
 * Writes the result files of a job whose rows have all ended; those of a job that runs again are left to its end.
 * Idempotent: a repeated call replaces the files.
 */
export async function collect(deps: CollectDeps, jobId: string): Promise<void> {
  const job = await resultJob(deps.db, jobId);
  const service = findService(job.serviceId);
  if (!service || !hasTables(service, job)) return;
  const collection = await beginCollection(deps.db, jobId);
  if (!collection) return;
  const rows = await resultRows(deps, jobId);
  const bank = await bankToName(deps.db, job.bankKey);
  const files = await tables({ ...job, bank: bank?.en }, service, rows);
  if (service.input.kind === 'sheet') {
    const failed = writeFailedRowsCsv(job.headers, rows);
    if (failed) files.push({ name: 'failed_rows.csv', contentType: csvType, bytes: failed });
    const combined = await combinedPdf(deps, jobId);
    if (combined) files.push(combined);
  }
  const named = files.map((file) => ({ ...file, name: resultName(job, file.name) }));
  await replaceResults(deps, collection, named);
}

/** Whether the job gets a results table. A single converted file is its own result and needs none. */
export function hasTables({ input }: ServiceDefinition, job: { rowsTotal: number }): boolean {
  return input.kind === 'sheet' || job.rowsTotal > 1;
}

async function resultRows({ db }: CollectDeps, jobId: string): Promise<ResultRow[]> {
  const rows = await endedRows(db, jobId);
  return rows.map((row) => ({ ...row, message: english(row.message) }));
}

async function tables(
  job: ResultJob & Pick<JobResult, 'bank'>,
  service: ServiceDefinition,
  rows: ResultRow[],
): Promise<NewFile[]> {
  const priced = job.isFree ? [] : rows.filter(isPriced);
  const charged = priced.filter(({ outcome }) => chargedOutcomes.has(outcome)).length;
  const runner: Runner = runners[service.id as ServiceId];
  const result: JobResult = {
    jobId: job.id,
    serviceId: service.id,
    serviceName: service.name,
    isPractice: job.isPractice,
    fileName: job.fileName,
    bank: job.bank,
    keyColumns: keyColumnsOf(service, job.headers, job.columns),
    outputColumns: runner.outputColumns,
    outputSheets: runner.outputSheets ?? {},
    rows,
    creditsCharged: creditsFromHundredths(charged * job.costPerRow),
    creditsReturned: creditsFromHundredths((priced.length - charged) * job.costPerRow),
  };
  return [
    { name: 'result.xlsx', contentType: workbookType, bytes: await writeResultWorkbook(result) },
    { name: 'result.csv', contentType: csvType, bytes: writeResultCsv(result) },
  ];
}

/** Returns whether the row was charged. A row with the answer of another row was charged only in older jobs. */
const isPriced = ({ data, sameAsRow, charged }: ResultRow): boolean =>
  data !== null && (sameAsRow === null || charged);

async function combinedPdf({ db, files, logger }: CollectDeps, jobId: string): Promise<NewFile | null> {
  const documents = await pdfDocumentsOf(db, jobId);
  if (documents.length < 2) return null;
  const { bytes, warnings } = await combinePdfs(
    documents.map(({ name, fileKey }) => ({ name, read: () => files.get(fileKey) })),
  );
  if (warnings.length > 0) logger.warn({ jobId, warnings }, 'combined.pdf is not complete');
  return bytes && { name: 'combined.pdf', contentType: 'application/pdf', bytes };
}
