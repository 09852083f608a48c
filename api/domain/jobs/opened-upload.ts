/** The file of a job as it is stored and read: PDFs without their locks. */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { withoutLocks } from './intake/locked-pdfs.ts';
import { readUpload } from './intake/read-upload.ts';
import type { Intake, ReadingChoices, UploadedFile } from './intake/types.ts';
import type { Uploaded } from './uploads.ts';

type Locks = Pick<Deps, 'pdfLocks'>;
type Source = Uploaded | { uploadId: string };

/** Returns the file with its PDFs unlocked. Refuses a PDF that the password does not open. */
export async function unlockedFile(
  { pdfLocks }: Locks,
  { input }: ServiceDefinition,
  file: UploadedFile,
  password: string | undefined,
): Promise<UploadedFile> {
  if (input.kind !== 'pdf') return file;
  if (file.sizeBytes > limits.uploadBytesMax) throw new DomainError('FILE_TOO_LARGE');
  return withoutLocks(pdfLocks, file, password ?? null);
}

/** Unlocks the PDFs of a new file; a stored upload is already unlocked. */
export async function unlockedSource(
  deps: Locks,
  service: ServiceDefinition,
  { source, password }: { source: Source; password?: string | undefined },
): Promise<Source> {
  if (!('file' in source)) return source;
  return { ...source, file: await unlockedFile(deps, service, source.file, password) };
}

/** Reads and checks an upload. A PDF in a ZIP that is still locked becomes a problem of its row. */
export function readOpened(
  { pdfLocks, clock }: Locks & Pick<Deps, 'clock'>,
  service: ServiceDefinition,
  { file, documents }: Uploaded,
  further: ReadingChoices = {},
): Promise<Intake> {
  const isLocked = async (bytes: Uint8Array): Promise<boolean> =>
    (await pdfLocks.open(bytes, '')) === 'locked';
  return readUpload(service, { ...further, file, documents, today: clock(), isLocked });
}
