/** Uploaded files, which are kept for a day: a single file, or a sheet with the ZIP of its documents. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { lockedAccount, refuseInactive, requireActive } from '#api/domain/accounts/customers.ts';
import { fileAt } from './intake/local-file.ts';
import type { UploadedFile } from './intake/types.ts';
import { weightOf } from './reading-turns.ts';

type UploadDeps = Pick<Deps, 'db' | 'files'>;
type Owner = { id: string };

export type Uploaded = { file: UploadedFile; documents: UploadedFile | null };
/** `columns`: the headings that the customer chose when it was checked; `edits`: corrections of its cells. */
export type StoredUpload = Uploaded & {
  id: string;
  columns: ColumnMapping;
  edits: SheetEdit[];
  /** When the customer last saw it checked; null for a file that is new. */
  checkedAt: Date | null;
};

/**
 * The key of an upload whose files are being deleted. It is set first, so that no job begins to read them, also if the
 * deletion fails half-way; `deletedAt` follows when they are gone.
 */
export const DELETED_FILE_KEY = '';

const fileKeyOf = (id: string): string => `uploads/${id}`;
const documentsKeyOf = (id: string): string => `uploads/${id}-documents`;

/**
 * Returns every key that an upload may have. The sheet's key is included even if the process that stored it died
 * before recording it.
 */
export const uploadKeys = ({ id }: { id: string }): string[] => [fileKeyOf(id), documentsKeyOf(id)];

/** Stores the record, then the files. Returns the id of the upload. */
export async function storeUpload(
  deps: UploadDeps,
  owner: Owner,
  service: { id: string },
  { file, documents }: Uploaded,
): Promise<string> {
  const id = randomUUID();
  await store(deps, {
    id,
    userId: owner.id,
    serviceId: service.id,
    fileKey: fileKeyOf(id),
    ...figuresOf(file),
    documents: documents && { key: documentsKeyOf(id), file: documents },
    files: [
      { key: fileKeyOf(id), file, contentType: 'application/octet-stream' },
      ...(documents ? [{ key: documentsKeyOf(id), file: documents, contentType: 'application/zip' }] : []),
    ],
  });
  return id;
}

/** Stores documents whose sheet follows later; until then they are the upload's only file. */
export async function storeDocuments(
  deps: UploadDeps,
  owner: Owner,
  service: { id: string },
  documents: UploadedFile,
): Promise<string> {
  const id = randomUUID();
  const key = documentsKeyOf(id);
  await store(deps, {
    id,
    userId: owner.id,
    serviceId: service.id,
    fileKey: key,
    ...figuresOf(documents),
    documents: { key, file: documents },
    files: [{ key, file: documents, contentType: 'application/zip' }],
  });
  return id;
}

const figuresOf = ({ name, sizeBytes, sha256 }: UploadedFile) => ({ fileName: name, sizeBytes, sha256 });

type NewUpload = {
  id: string;
  userId: string;
  serviceId: string;
  fileKey: string;
  documents: { key: string; file: UploadedFile } | null;
  files: { key: string; file: UploadedFile; contentType: string }[];
} & ReturnType<typeof figuresOf>;

/** Creates the database record first, so that housekeeping finds what a process stored before it died. */
async function store({ db, files }: UploadDeps, { documents, files: stored, ...upload }: NewUpload) {
  const { id, userId, serviceId, fileKey, fileName, sizeBytes, sha256 } = upload;
  const { name: documentsName, sizeBytes: documentsBytes } = documents?.file ?? {};
  // One statement instead of a transaction of several, because every start with a file makes it.
  const [owner] = await db.$queryRaw<{ status: string }[]>`
    WITH owner AS (${lockedAccount(userId)}), stored AS (
      INSERT INTO uploads (id, user_id, service_id, file_name, file_key, size_bytes, sha256, documents_key,
        documents_name, documents_size_bytes)
      SELECT ${id}::uuid, id, ${serviceId}, ${fileName}, ${fileKey}, ${sizeBytes}::integer, ${sha256},
        ${documents?.key ?? null}, ${documentsName ?? null}, ${documentsBytes ?? null}::integer
      FROM owner WHERE status = 'active'
    )
    SELECT status FROM owner`;
  refuseInactive(owner);
  try {
    for (const { key, file, contentType } of stored) await files.putFile(key, file.path, contentType);
  } catch (error) {
    for (const { key } of stored) await files.delete(key);
    await db.upload.deleteMany({ where: { id } });
    throw error;
  }
}

/** Adds the sheet to an upload of documents, or replaces it. An account that has ended meanwhile leaves no file. */
export async function addSheet(
  { db, files }: UploadDeps,
  owner: Owner,
  id: string,
  file: UploadedFile,
): Promise<string> {
  const fileKey = fileKeyOf(id);
  await files.putFile(fileKey, file.path, 'application/octet-stream');
  try {
    await changeUpload(db, owner, id, { fileKey, ...figuresOf(file) });
  } catch (error) {
    if (error instanceof DomainError) await files.delete(fileKey);
    throw error;
  }
  return id;
}

/** Stores how an upload was read, so that its job is read in the same way. */
export function keepReading(
  { db }: Pick<UploadDeps, 'db'>,
  owner: Owner,
  id: string,
  { columns, checkedAt, edits = [] }: { columns: ColumnMapping; checkedAt: Date; edits?: SheetEdit[] },
): Promise<void> {
  return changeUpload(db, owner, id, { columns, checkedAt, edits });
}

/** Throws if the account was deleted or suspended, or the upload deleted, while its file was read. */
function changeUpload(
  db: UploadDeps['db'],
  owner: Owner,
  id: string,
  data: Prisma.UploadUpdateManyMutationInput,
): Promise<void> {
  return db.$transaction(async (tx) => {
    await requireActive(tx, owner.id);
    const kept = { id, deletedAt: null, fileKey: { not: DELETED_FILE_KEY } };
    const { count } = await tx.upload.updateMany({ where: kept, data });
    if (count === 0) throw refusal('FILE_EXPIRED', uploadMessages.deleted());
  });
}

/** Opens the documents of the customer's own upload; without an id, of the newest one. */
export async function openDocumentsOf(
  { db, files }: UploadDeps,
  owner: Owner,
  service: { id: string },
  { uploadId, folder }: { uploadId: string | undefined; folder: string },
): Promise<{ id: string; documents: UploadedFile }> {
  const upload = await db.upload.findFirst({
    where: {
      userId: owner.id,
      serviceId: service.id,
      documentsKey: { not: null },
      ...(uploadId === undefined ? {} : { id: uploadId }),
    },
    orderBy: { createdAt: 'desc' },
  });
  if (!upload?.documentsKey) throw refusal('NOT_FOUND', uploadMessages.unknownZip());
  requireKept(upload);
  const { id, documentsKey, documentsName } = upload;
  return { id, documents: await fetched(files, documentsKey, { name: documentsName, folder }) };
}

/** Returns the weight of reading the source (see `weightOf`); the minimum for an upload that does not exist. */
export async function weightOfSource(
  { db }: Pick<UploadDeps, 'db'>,
  owner: Owner,
  source: Uploaded | { uploadId: string },
): Promise<number> {
  if ('file' in source) return weightOf([source.file, source.documents]);
  const where = { id: source.uploadId, userId: owner.id };
  const upload = await db.upload.findFirst({ where });
  if (!upload) return weightOf([]);
  const { fileName, sizeBytes, documentsName, documentsSizeBytes } = upload;
  const documents =
    documentsName === null ? null : { name: documentsName, sizeBytes: documentsSizeBytes ?? 0 };
  return weightOf([{ name: fileName, sizeBytes }, documents]);
}

async function fetched(
  files: Deps['files'],
  key: string,
  { name, folder }: { name: string | null; folder: string },
): Promise<UploadedFile> {
  return fileAt(name ?? 'documents.zip', await files.local(key, folder));
}

/** Stores a new file, or opens a stored one for as long as `work` needs it. */
export async function withUpload<Result>(
  deps: UploadDeps,
  {
    owner,
    service,
    source,
  }: { owner: Owner; service: { id: string }; source: Uploaded | { uploadId: string } },
  work: (upload: StoredUpload) => Promise<Result>,
): Promise<Result> {
  if ('file' in source)
    return work({
      id: await storeUpload(deps, owner, service, source),
      columns: {},
      edits: [],
      checkedAt: null,
      ...source,
    });
  const { uploadId } = source;
  return deps.files.incoming.withFolder(async (folder) =>
    work(await openUpload(deps, owner, service, { uploadId, folder })),
  );
}

/** Opens a stored upload. It is copied to `folder` if the store is not on the local disk. */
export async function openUpload(
  deps: UploadDeps,
  owner: Owner,
  service: { id: string },
  { uploadId, folder }: { uploadId: string; folder: string },
): Promise<StoredUpload> {
  const upload = await deps.db.upload.findFirst({
    where: { id: uploadId, userId: owner.id, serviceId: service.id },
  });
  if (!upload) throw refusal('NOT_FOUND', uploadMessages.unknownUpload());
  requireKept(upload);
  const { id, fileName, fileKey, documentsKey, documentsName } = upload;
  if (fileKey === documentsKey) throw new DomainError('REX_FILES_REQUIRED');
  // The recorded hash may be another sheet's: two sheets that replace each other are stored and recorded separately.
  const file = await fetched(deps.files, fileKey, { name: fileName, folder });
  const documents = documentsKey
    ? await fetched(deps.files, documentsKey, { name: documentsName, folder })
    : null;
  const columns = (upload.columns ?? {}) as ColumnMapping;
  const edits = (upload.edits ?? []) as SheetEdit[];
  return { id, file, documents, columns, edits, checkedAt: upload.checkedAt };
}

/**
 * Returns the storage keys of an upload that a job reads: its file, and the ZIP of its documents, which is null for an
 * upload without documents.
 */
export function storedKeysOf(
  db: Deps['db'],
  uploadId: string,
): Promise<{ fileKey: string; documentsKey: string | null }> {
  return db.upload.findUniqueOrThrow({ where: { id: uploadId } });
}

type Stored = { deletedAt: Date | null; fileKey: string };

/** Returns whether the upload's files can be read: they are neither deleted nor being deleted. */
export const isKept = ({ deletedAt, fileKey }: Stored): boolean =>
  deletedAt === null && fileKey !== DELETED_FILE_KEY;

/** Throws FILE_EXPIRED if the upload's files were deleted. */
function requireKept(upload: Stored): void {
  if (!isKept(upload)) throw refusal('FILE_EXPIRED', uploadMessages.deleted());
}

/**
 * Throws FILE_EXPIRED if a job's rows cannot run again without its upload's files, and these were deleted. Rows of a
 * sheet are stored with the job; rows that are files, and documents beside a sheet, are in the upload.
 */
export function requireKeptForRows(
  service: Pick<ServiceDefinition, 'input'> | undefined,
  upload: Stored & { documentsKey: string | null },
): void {
  if (service?.input.kind === 'pdf' || upload.documentsKey !== null) requireKept(upload);
}

/**
 * Returns SQL that reads an upload whose files are kept, to be used inside a larger statement. They stay until the
 * transaction ends, and longer if it stores a job that reads them.
 */
export const lockedUpload = (id: string): Prisma.Sql => Prisma.sql`
  SELECT id FROM uploads WHERE id = ${id}::uuid AND deleted_at IS NULL AND file_key <> ${DELETED_FILE_KEY} FOR SHARE`;
