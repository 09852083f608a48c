/** Writes a job's result files into the store when its rows have ended (portals.md 1.2). */
import type { Deps } from '#api/deps.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { chargedOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
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
type ResultFile = { name: string; contentType: string; bytes: Uint8Array };
type JobRecord = Awaited<ReturnType<Deps['db']['job']['findUniqueOrThrow']>> & { user: { isAdmin: boolean } };

/** Writes the result files of a job whose rows have all ended. Idempotent: a repeated call replaces the files. */
export async function collect(deps: CollectDeps, jobId: string): Promise<void> {
  const job = await deps.db.job.findUniqueOrThrow({
    where: { id: jobId },
    include: { user: { select: { isAdmin: true } } },
  });
  const service = findService(job.serviceId);
  if (!service || !hasTables(service, job)) return;
  const rows = await resultRows(deps, jobId);
  const files = await tables(job, service, rows);
  if (service.input.kind === 'sheet') {
    const failed = writeFailedRowsCsv((job.headers ?? []) as string[], rows);
    if (failed) files.push({ name: 'failed_rows.csv', contentType: csvType, bytes: failed });
    const combined = await combinedPdf(deps, jobId);
    if (combined) files.push(combined);
  }
  await replaceResults(deps, jobId, files);
}

/** Whether the job gets a results table. A single converted file is its own result and needs none. */
export function hasTables({ input }: ServiceDefinition, job: { rowsTotal: number }): boolean {
  return input.kind === 'sheet' || job.rowsTotal > 1;
}

async function resultRows({ db }: CollectDeps, jobId: string): Promise<ResultRow[]> {
  const records = await db.jobRow.findMany({ where: { jobId }, orderBy: { rowNumber: 'asc' } });
  return records.map((row) => ({
    rowNumber: row.rowNumber,
    source: row.source as Record<string, string>,
    data: row.data as RowData | null,
    outcome: row.outcome as RowOutcome,
    message: english(storedMessage(row.message)),
    portalReference: row.portalReference,
    attempts: row.attempts,
    processedAt: row.processedAt,
    documents: (row.documents ?? []) as { name: string }[],
    values: (row.values ?? {}) as ResultRow['values'],
    sheets: (row.sheets ?? {}) as ResultRow['sheets'],
  }));
}

async function tables(job: JobRecord, service: ServiceDefinition, rows: ResultRow[]): Promise<ResultFile[]> {
  const charged = job.user.isAdmin ? 0 : rows.filter(({ outcome }) => chargedOutcomes.has(outcome)).length;
  const sent = rows.filter(({ data }) => data !== null).length;
  const runner: Runner = runners[service.id as ServiceId];
  const result: JobResult = {
    jobId: job.id,
    serviceId: service.id,
    serviceName: service.name,
    fileName: job.fileName,
    keyColumns: keyColumnsOf(service, (job.headers ?? []) as string[]),
    outputColumns: runner.outputColumns,
    outputSheets: runner.outputSheets ?? {},
    rows,
    creditsCharged: creditsFromHundredths(charged * job.costPerRow),
    creditsReturned: job.user.isAdmin ? 0 : creditsFromHundredths((sent - charged) * job.costPerRow),
  };
  return [
    { name: 'result.xlsx', contentType: workbookType, bytes: await writeResultWorkbook(result) },
    { name: 'result.csv', contentType: csvType, bytes: writeResultCsv(result) },
  ];
}

async function combinedPdf({ db, files, logger }: CollectDeps, jobId: string): Promise<ResultFile | null> {
  const documents = await db.jobFile.findMany({
    where: { jobId, kind: 'document', contentType: 'application/pdf' },
    orderBy: [{ rowNumber: 'asc' }, { name: 'asc' }],
  });
  if (documents.length < 2) return null;
  const { bytes, warnings } = await combinePdfs(
    documents.map(({ name, fileKey }) => ({ name, read: () => files.get(fileKey) })),
  );
  if (warnings.length > 0) logger.warn({ jobId, warnings }, 'combined.pdf is not complete');
  return bytes && { name: 'combined.pdf', contentType: 'application/pdf', bytes };
}

async function replaceResults(
  { db, files }: CollectDeps,
  jobId: string,
  results: ResultFile[],
): Promise<void> {
  const records = [];
  for (const { name, contentType, bytes } of results) {
    const fileKey = `jobs/${jobId}/results/${name}`;
    await files.put(fileKey, bytes, contentType);
    records.push({ jobId, kind: 'result', name, fileKey, contentType, sizeBytes: bytes.byteLength });
  }
  await db.$transaction([
    db.jobFile.deleteMany({ where: { jobId, kind: 'result' } }),
    // Two concurrent ends of the job write the same files.
    db.jobFile.createMany({ data: records, skipDuplicates: true }),
    db.job.updateMany({ where: { id: jobId, filesState: 'writing' }, data: { filesState: 'written' } }),
  ]);
}
