/** Uploaded files as they are kept for a day: a file, or a sheet with the ZIP of its documents. */
import { createHash, randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { UploadedFile } from './intake/types.ts';

type UploadDeps = Pick<Deps, 'db' | 'files'>;
type Owner = { id: string };

export type Uploaded = { file: UploadedFile; documents: UploadedFile | null };
export type StoredUpload = Uploaded & { id: string };

const fileKeyOf = (id: string): string => `uploads/${id}`;
const documentsKeyOf = (id: string): string => `uploads/${id}-documents`;
const sha256 = ({ bytes }: UploadedFile): string => createHash('sha256').update(bytes).digest('hex');

export async function storeUpload(
  { db, files }: UploadDeps,
  owner: Owner,
  service: { id: string },
  { file, documents }: Uploaded,
): Promise<string> {
  const id = randomUUID();
  const fileKey = fileKeyOf(id);
  const documentsKey = documents && documentsKeyOf(id);
  await files.put(fileKey, file.bytes, 'application/octet-stream');
  if (documents && documentsKey) await files.put(documentsKey, documents.bytes, 'application/zip');
  await db.upload.create({
    data: {
      id,
      userId: owner.id,
      serviceId: service.id,
      fileName: file.name,
      fileKey,
      sizeBytes: file.bytes.byteLength,
      sha256: sha256(file),
      documentsKey,
      documentsName: documents?.name ?? null,
    },
  });
  return id;
}

/** Keeps documents whose sheet is still to come: until then they are the upload's only file. */
export async function storeDocuments(
  { db, files }: UploadDeps,
  owner: Owner,
  service: { id: string },
  documents: UploadedFile,
): Promise<string> {
  const id = randomUUID();
  const documentsKey = documentsKeyOf(id);
  await files.put(documentsKey, documents.bytes, 'application/zip');
  await db.upload.create({
    data: {
      id,
      userId: owner.id,
      serviceId: service.id,
      fileName: documents.name,
      fileKey: documentsKey,
      sizeBytes: documents.bytes.byteLength,
      sha256: sha256(documents),
      documentsKey,
      documentsName: documents.name,
    },
  });
  return id;
}

/** Puts the sheet beside the documents of an upload, or another sheet in its place. */
export async function addSheet({ db, files }: UploadDeps, id: string, file: UploadedFile): Promise<string> {
  const fileKey = fileKeyOf(id);
  await files.put(fileKey, file.bytes, 'application/octet-stream');
  await db.upload.update({
    where: { id },
    data: { fileName: file.name, fileKey, sizeBytes: file.bytes.byteLength, sha256: sha256(file) },
  });
  return id;
}

/** The documents of the customer's own upload; without an id, of the newest. */
export async function openDocumentsOf(
  { db, files }: UploadDeps,
  owner: Owner,
  service: { id: string },
  uploadId: string | undefined,
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
  if (!upload?.documentsKey)
    throw new DomainError('NOT_FOUND', {
      message: 'This upload does not exist. Please choose the ZIP file again.',
    });
  requireKept(upload);
  const { id, documentsKey, documentsName } = upload;
  return { id, documents: { name: documentsName ?? 'documents.zip', bytes: await files.get(documentsKey) } };
}

export async function openUpload(
  deps: UploadDeps,
  owner: Owner,
  service: { id: string },
  source: Uploaded | { uploadId: string },
): Promise<StoredUpload> {
  if ('file' in source) return { id: await storeUpload(deps, owner, service, source), ...source };
  const upload = await deps.db.upload.findFirst({
    where: { id: source.uploadId, userId: owner.id, serviceId: service.id },
  });
  if (!upload)
    throw new DomainError('NOT_FOUND', {
      message: 'This upload does not exist. Please choose the file again.',
    });
  requireKept(upload);
  const { id, fileName, fileKey, documentsKey, documentsName } = upload;
  if (fileKey === documentsKey) throw new DomainError('REX_FILES_REQUIRED');
  const [file, documents] = await Promise.all([
    deps.files.get(fileKey),
    documentsKey ? deps.files.get(documentsKey) : null,
  ]);
  return {
    id,
    file: { name: fileName, bytes: file },
    documents: documents && { name: documentsName ?? 'documents.zip', bytes: documents },
  };
}

export function requireKept(upload: { deletedAt: Date | null }): void {
  if (upload.deletedAt)
    throw new DomainError('FILE_EXPIRED', {
      message: 'This upload has been deleted. Please choose the file again.',
    });
}
