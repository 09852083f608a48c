/**
 * The files that a job produces, in the store and in the database: result tables, rows' documents, and evidence for
 * administrators. Every such file is written by `storeFile`, under a key of this module.
 */
import type { FileStore } from '#api/adapters/files.ts';
import type { Deps } from '#api/deps.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import type { OutputValues } from '#services/runner.ts';
import { addEvent } from './job-record.ts';
import type { RowRef } from './row-records.ts';

type FileDeps = Pick<Deps, 'db' | 'files'>;

/** A file that is not stored yet. */
export type NewFile = { name: string; contentType: string; bytes: Uint8Array };
export type StoredFile = { name: string; fileKey: string; contentType: string; sizeBytes: number };
/** The documents of a run of the job. */
type RunRef = RowRef & { attempt: number };
/** The documents of an export. `turn` is when its attempt was scheduled, so that later ones have larger turns. */
type ExportRef = RowRef & { turn: number };
export type DocumentsOrigin = Pick<RunRef, 'attempt'> | Pick<ExportRef, 'turn'>;
/** `requestId` is the request that ordered the run. */
export type EvidenceRef = RowRef & { requestId: string | null };

/** Storage key of the folder with all files of a job. */
export const jobFolder = (jobId: string): string => `jobs/${jobId}`;

/** Writes the file into the store and returns what its record says. Writing a key again replaces its contents. */
async function storeFile(
  files: FileStore,
  folder: string,
  { name, contentType, bytes }: NewFile,
): Promise<StoredFile> {
  const fileKey = `${folder}/${name}`;
  await files.put(fileKey, bytes, contentType);
  return { name, fileKey, contentType, sizeBytes: bytes.byteLength };
}

/** A collection of a job's result files: of which run of the job, and how many began before it. */
export type Collection = { id: string; attempt: number; resultsTurn: number };

/**
 * Begins to collect a job's result files, which must be done before its rows are read. Returns null while the job runs:
 * the end of the run collects them.
 */
export async function beginCollection(db: Database, jobId: string): Promise<Collection | null> {
  const [begun] = await db.job.updateManyAndReturn({
    where: { id: jobId, finishedAt: { not: null } },
    data: { resultsTurn: { increment: 1 } },
    select: { id: true, attempt: true, resultsTurn: true },
  });
  return begun ?? null;
}

/**
 * Stores a job's result files in place of the earlier ones, and notes that they are written. If a later collection or
 * another run has begun meanwhile, these files may be outdated and are deleted instead.
 */
export async function replaceResults(
  { db, files }: FileDeps,
  collection: Collection,
  results: readonly NewFile[],
): Promise<void> {
  const { id: jobId, resultsTurn } = collection;
  const records: (StoredFile & { jobId: string; kind: string })[] = [];
  for (const result of results) {
    const stored = await storeFile(files, `${jobFolder(jobId)}/results/${resultsTurn}`, result);
    records.push({ jobId, kind: 'result', ...stored });
  }
  const superseded = await db.$transaction(async (tx) => {
    const { count } = await tx.job.updateMany({ where: collection, data: { filesState: 'written' } });
    if (count === 0) return records;
    const former = await tx.$queryRaw<{ fileKey: string }[]>`
      DELETE FROM job_files WHERE job_id = ${jobId}::uuid AND kind = 'result' RETURNING file_key AS "fileKey"`;
    await tx.jobFile.createMany({ data: records });
    return former;
  });
  for (const { fileKey } of superseded) await files.delete(fileKey);
}

/**
 * Notes that the result files of an ended job no longer show its rows: they are written again, by the reconciliation if
 * nobody else does. A collection that began before does not count.
 */
export async function outdateResults(tx: Transaction, jobId: string): Promise<void> {
  await tx.job.updateMany({
    where: { id: jobId, finishedAt: { not: null }, filesState: { not: 'none' }, filesDeletedAt: null },
    data: { filesState: 'writing', resultsTurn: { increment: 1 } },
  });
}

const documentsFolder = ({ jobId, rowNumber }: RowRef): string =>
  `${jobFolder(jobId)}/documents/${rowNumber}`;

/**
 * Stores a document of a row. Its name must be unique in the job. `endRow` or `replaceRowDocuments` records it,
 * together with the row's outcome. The files of each run and of each export have a folder of their own, so that a late
 * one cannot write over those of a later one.
 */
export function storeRowDocument(
  { files }: Pick<FileDeps, 'files'>,
  row: RunRef | ExportRef,
  document: NewFile,
): Promise<StoredFile> {
  const origin = 'turn' in row ? String(row.turn) : `${RUN_FOLDER}${row.attempt}`;
  return storeFile(files, `${documentsFolder(row)}/${origin}`, document);
}

const RUN_FOLDER = 'run-';

/** Returns the turn of the export that stored a document; 0 if a run of the job stored it. */
function turnOf(fileKey: string, row: RowRef): number {
  const [turn = '', name] = fileKey.slice(documentsFolder(row).length + 1).split('/');
  return name === undefined || turn.startsWith(RUN_FOLDER) ? 0 : Number(turn);
}

/** Deletes those of a row's stored documents that no record names, because another writer has ended the row. */
export async function deleteUnrecorded(
  { db, files }: FileDeps,
  jobId: string,
  stored: readonly StoredFile[],
): Promise<void> {
  const keys = stored.map(({ fileKey }) => fileKey);
  const recorded = await db.jobFile.findMany({
    where: { jobId, fileKey: { in: keys } },
    select: { fileKey: true },
  });
  const kept = new Set(recorded.map(({ fileKey }) => fileKey));
  for (const key of keys) if (!kept.has(key)) await files.delete(key);
}

/**
 * Returns the names of other rows' documents that begin with one of `stems`, in lower case: names that differ only in
 * case are one file on Windows.
 */
export async function documentNamesOfOtherRows(
  db: Database,
  { jobId, rowNumber }: RowRef,
  stems: readonly string[],
): Promise<Set<string>> {
  const lowered = stems.map((stem) => stem.toLowerCase());
  // Plain SQL, which the database client need not compile, because it runs for every row with documents.
  const others = await db.$queryRaw<{ name: string }[]>`
    SELECT name FROM job_files
    WHERE job_id = ${jobId}::uuid AND kind = 'document' AND row_number <> ${rowNumber}::integer
      AND EXISTS (SELECT FROM unnest(${lowered}::text[]) stem WHERE starts_with(lower(name), stem))`;
  return new Set(others.map(({ name }) => name.toLowerCase()));
}

/**
 * Records a new conversion of a row: its documents in place of the earlier ones, its message and its values. Documents
 * with the same name keep their address. The same digest adds only one timeline entry.
 *
 * @returns the storage keys of the replaced documents; null if those of a later export are recorded, which stay
 */
export async function replaceRowDocuments(
  db: Database,
  { jobId, rowNumber, turn }: ExportRef,
  {
    stored,
    result,
    digest,
  }: {
    stored: readonly StoredFile[];
    result: { message: Message; values?: OutputValues };
    digest: string;
  },
): Promise<string[] | null> {
  const ofRow = { jobId, kind: 'document', rowNumber };
  return db.$transaction(async (tx) => {
    // Two exports are recorded one after the other. The job is locked before its rows, as where it ends.
    await tx.$queryRaw`SELECT 1 FROM jobs WHERE id = ${jobId}::uuid FOR UPDATE`;
    const former = await tx.jobFile.findMany({ where: ofRow, select: { fileKey: true } });
    const formerKeys = former.map(({ fileKey }) => fileKey);
    if (formerKeys.some((key) => turnOf(key, { jobId, rowNumber }) > turn)) return null;
    await tx.jobFile.deleteMany({ where: { ...ofRow, name: { notIn: stored.map(({ name }) => name) } } });
    for (const { name, ...record } of stored) {
      await tx.jobFile.upsert({
        where: { jobId_kind_name: { jobId, kind: 'document', name } },
        create: { ...ofRow, name, ...record },
        update: record,
      });
    }
    const documents = stored.map(({ name }) => ({ name }));
    await tx.jobRow.update({
      where: { jobId_rowNumber: { jobId, rowNumber } },
      data: { documents, message: result.message, ...(result.values ? { values: result.values } : {}) },
    });
    await addEvent(tx, {
      jobId,
      key: `tables-${rowNumber}-${digest}`,
      kind: 'exported',
      message: jobMessages.tablesChanged(),
    });
    await outdateResults(tx, jobId);
    return formerKeys;
  });
}

/** Stores and records evidence of a row for administrators; returns its id. The same name replaces the earlier evidence. */
export async function storeRowEvidence(
  { db, files }: FileDeps,
  { jobId, rowNumber, requestId }: EvidenceRef,
  evidence: NewFile,
): Promise<string> {
  const { name, ...stored } = await storeFile(files, `${jobFolder(jobId)}/evidence`, evidence);
  const record = { ...stored, rowNumber, requestId };
  const { id } = await db.jobFile.upsert({
    where: { jobId_kind_name: { jobId, kind: 'evidence', name } },
    create: { jobId, kind: 'evidence', name, ...record },
    update: record,
  });
  return id;
}

export type PdfDocument = Pick<StoredFile, 'name' | 'fileKey'>;

const pdfDocuments = (jobId: string) => ({ jobId, kind: 'document', contentType: 'application/pdf' });

/** Returns the PDFs among the job's documents, by row and name. */
export function pdfDocumentsOf(db: Database, jobId: string): Promise<PdfDocument[]> {
  return db.jobFile.findMany({
    where: pdfDocuments(jobId),
    orderBy: [{ rowNumber: 'asc' }, { name: 'asc' }],
    select: { name: true, fileKey: true },
  });
}

/** Returns how many bytes the PDFs among the job's documents have together. */
export async function pdfDocumentBytes(db: Database, jobId: string): Promise<number> {
  const { _sum } = await db.jobFile.aggregate({ where: pdfDocuments(jobId), _sum: { sizeBytes: true } });
  return _sum.sizeBytes ?? 0;
}

/** Notes in the job's timeline, once for each run, that combined.pdf lacks documents. */
export const noteIncompleteCombined = (
  db: Database,
  { jobId, attempt, missing }: { jobId: string; attempt: number; missing: number },
): Promise<void> =>
  addEvent(db, {
    jobId,
    key: `combined-${attempt}`,
    kind: 'exported',
    message: jobMessages.combinedPdfIncomplete({ documents: missing }),
  });

export type EarlierDocument = { name: string; fileKey: string };

/**
 * Returns the PDFs of the customer's successful rows that have this portal reference or natural key, or a portal
 * reference that begins with `beginning`; of those with the same name only the newest. Practice runs find the results of
 * practice runs, and real ones those of real ones. Results are kept for 7 days.
 */
export function earlierPdfs(
  db: Database,
  which: {
    userId: string;
    serviceId: string;
    isPractice: boolean;
    key: string;
    beginning: string | null;
    /** Only the document of this name. */
    fileName: string | null;
  },
): Promise<EarlierDocument[]> {
  const { userId, serviceId, isPractice, key, beginning, fileName } = which;
  return db.$queryRaw<EarlierDocument[]>`
    SELECT DISTINCT ON (f.name) f.name, f.file_key AS "fileKey"
    FROM jobs j JOIN job_rows r ON r.job_id = j.id
      JOIN job_files f ON f.job_id = r.job_id AND f.row_number = r.row_number
    WHERE j.user_id = ${userId} AND j.service_id = ${serviceId} AND j.is_practice = ${isPractice}
      AND j.files_deleted_at IS NULL AND r.outcome IN ('SUCCESS', 'ALREADY_DONE')
      AND (r.portal_reference = ${key} OR r.natural_key = ${key}
        OR starts_with(r.portal_reference, ${beginning}::text))
      AND f.kind = 'document' AND f.content_type = 'application/pdf'
      AND (${fileName}::text IS NULL OR f.name = ${fileName}::text)
    ORDER BY f.name, r.processed_at DESC`;
}
