/** The three steps of the REX page on the server: upload the documents, add a sheet, start a job with both. */
import { randomUUID } from 'node:crypto';
import { storedMessage } from '#contracts/messages/message.ts';
import { textOf, textOrNullOf } from '#contracts/messages/answers.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { paginationOf, type Pagination } from '#contracts/envelope.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { RowStatus } from '#contracts/jobs/jobs.ts';
import type { Preview, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { RexCsv, RexMatch, RexRow, RexSubmission, RexZip } from '#contracts/calls/jobs/rex-answers.ts';
import { REX_SERVICE } from '#contracts/jobs/rex-service.ts';
import { findService } from '#services/catalogue.ts';
import type { SheetInput } from '#services/contract.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { headingKey } from './intake/cells.ts';
import { requireZip } from './intake/documents.ts';
import { listDocuments } from './intake/pdf-files.ts';
import type { Intake, UploadedFile } from './intake/types.ts';
import { documentLinks } from './job-views.ts';
import { checkFile, checkStored } from './file-check.ts';
import { startJob, type StartDeps } from './start-job.ts';
import { weightOf } from './reading-turns.ts';
import { openDocumentsOf, storeDocuments } from './uploads.ts';

type RexDeps = StartDeps;

const rex = { id: REX_SERVICE };
/** Returns a path that only identifies an upload. The server parses it and never uses it as a file path. */
const extractPathOf = (uploadId: string): string => `rex/${uploadId}`;
const extractPath = /^rex\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Stores a ZIP of documents and lists its files with their problems. */
export async function keepZip(deps: RexDeps, customer: Customer, file: UploadedFile): Promise<RexZip> {
  await requireZip(file);
  const turn = { customerId: customer.id, weightBytes: weightOf([file]) };
  const listed = await deps.inReadingTurn(turn, () => listDocuments(file));
  const uploadId = await storeDocuments(deps, customer, rex, file);
  const good = listed.filter(({ problem }) => problem === null).length;
  return {
    files: listed.map(({ name, problem }) => ({
      filename: name,
      ...textOrNullOf('problem', problem?.problem ?? null),
    })),
    uploadId,
    extractPath: extractPathOf(uploadId),
    message: `${good} PDF ${good === 1 ? 'file' : 'files'} found in ${file.name}.`,
  };
}

/** Checks a sheet and stores it beside the documents of an upload; without an id, of the newest one. */
export async function keepCsv(
  deps: RexDeps,
  customer: Customer,
  input: { file: UploadedFile; uploadId: string | undefined; columns: ColumnMapping | undefined },
): Promise<RexCsv> {
  const checked = await deps.files.incoming.withFolder(async (folder) => {
    const { uploadId, file, columns } = input;
    const { id, documents } = await openDocumentsOf(deps, customer, rex, { uploadId, folder });
    const request = { serviceId: REX_SERVICE, file, documents, columns, besideUploadId: id };
    return checkFile(deps, customer, request);
  });
  return csvAnswer(checked);
}

/** Checks the sheet that is stored beside the documents again. Throws REX_FILES_REQUIRED if there is none. */
export async function checkKeptCsv(
  deps: RexDeps,
  customer: Customer,
  input: { uploadId: string; columns: ColumnMapping | undefined },
): Promise<RexCsv> {
  return csvAnswer(await checkStored(deps, customer, { serviceId: REX_SERVICE, ...input }));
}

function csvAnswer({ intake, preview }: { intake: Intake; preview: Preview }): RexCsv {
  const rows = rowsOf(intake);
  const message = `${preview.billableRows} of ${rows.length} rows are ready.`;
  const invalidRows = intake.rows.filter(({ data }) => data === null).map(({ rowNumber }) => rowNumber);
  return { rows, uploadId: preview.uploadId, preview, invalidRows, message };
}

/** Names cells by their column, or by the heading if no column matches. */
function rowsOf({ rows, columns }: Intake): RexRow[] {
  const names = new Map(columns.map(({ name, header }) => [header, name]));
  return rows.map(({ source }) =>
    Object.fromEntries(Object.entries(source).map(([header, cell]) => [names.get(header) ?? header, cell])),
  );
}

/** Matches file names to rows; does not check the files themselves. */
export function matchDocuments(csvRows: readonly RexRow[], pdfFiles: readonly string[]): RexMatch[] {
  const files = new Map(pdfFiles.map((name) => [name.toLowerCase(), name]));
  return csvRows.map((rowData, rowIndex) => {
    const [invoice, bl] = namesOf(rowData).map((name) => files.get(name.toLowerCase()) ?? null);
    return {
      rowIndex,
      rowData,
      blDocument: bl ?? null,
      invoiceDocument: invoice ?? null,
      hasAllDocuments: Boolean(bl && invoice),
    };
  });
}

/** Returns the names of the invoice's and the bill of lading's PDF; none for a row without a valid invoice number. */
function namesOf(rowData: RexRow): string[] {
  const { columns, documentNames } = sheetInput();
  const column = columns.find(({ name }) => name === 'invoice_no');
  if (!column) return [];
  const keys = new Set([column.name, ...(column.aliases ?? [])].map(headingKey));
  const cell = Object.entries(rowData).find(([heading]) => keys.has(headingKey(heading)))?.[1] ?? '';
  const invoiceNo = column.schema.safeParse(cell.trim());
  return invoiceNo.success ? (documentNames?.({ invoice_no: invoiceNo.data }) ?? []) : [];
}

function sheetInput(): SheetInput {
  const input = findService(REX_SERVICE)?.input;
  if (input?.kind !== 'sheet') throw new DomainError('SERVICE_NOT_FOUND');
  return input;
}

/** Starts the job for the upload that the path identifies. */
export function submitUpload(
  deps: RexDeps,
  customer: Customer,
  input: {
    extractPath: string;
    creditCost: number;
    reading: string | undefined;
    idempotencyKey: string | null;
  },
): Promise<StartedJob> {
  // An invalid path is treated as an upload that does not exist.
  const uploadId = extractPath.exec(input.extractPath)?.[1] ?? randomUUID();
  const { creditCost: totalCredits, reading, idempotencyKey } = input;
  return startJob(deps, customer, {
    serviceId: REX_SERVICE,
    totalCredits,
    source: { uploadId },
    reading,
    idempotencyKey,
  });
}

/**
 * Lists the shipments of the customer's jobs, one per row, newest first, without rows that were never sent and without
 * practice runs.
 */
export async function submissionsOf(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ submissions: RexSubmission[]; pagination: Pagination }> {
  const where = {
    job: { userId, serviceId: REX_SERVICE, isPractice: false, state: { not: 'draft' } },
    OR: [{ outcome: null }, { outcome: { not: 'INPUT_INVALID' } }],
  };
  const [rows, count] = await Promise.all([
    db.jobRow.findMany({
      where,
      orderBy: [{ job: { createdAt: 'desc' } }, { jobId: 'asc' }, { rowNumber: 'asc' }],
      skip: (page - 1) * limit,
      take: limit,
      include: { job: { select: { createdAt: true } } },
    }),
    db.jobRow.count({ where }),
  ]);
  const linksOf = await documentLinks(db, rows);
  const submissions = rows.map((row): RexSubmission => {
    const data = (row.data ?? {}) as Record<string, string>;
    const { rex_importer_id = '', destination_country_id = '', bl_no = '', invoice_no = '' } = data;
    return {
      id: `${row.jobId}:${row.rowNumber}`,
      jobId: row.jobId,
      rex_importer_id,
      destination_country_id,
      bl_no,
      invoice_no,
      invoice_value: data['invoice_value'] ?? '',
      created_at: row.job.createdAt.toISOString(),
      outcome: (row.outcome ?? (row.aside ? 'CONFIRMING' : 'PENDING')) as RowStatus,
      ...textOf('message', storedMessage(row.message)),
      portal_record_id: row.portalReference,
      documents: linksOf(row),
    };
  });
  return { submissions, pagination: paginationOf(page, limit, count) };
}
