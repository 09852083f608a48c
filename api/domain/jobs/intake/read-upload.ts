/** Reads an uploaded file for a service and reports its problems, before anything is paid. */
import { refusal } from '#contracts/messages/refusal.ts';
import { DomainError } from '#contracts/errors.ts';
import { baseName } from '#contracts/jobs/file-names.ts';
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import type { ServiceDefinition, SheetInput } from '#services/contract.ts';
import { headingKey } from './cells.ts';
import { openDocuments } from './documents.ts';
import { kindWithinBytes, requireKind } from './file-kind.ts';
import { headingKeys } from './headings.ts';
import { headOf } from './local-file.ts';
import { readPdf, readZipOfPdfs, unasked, type IsLocked } from './pdf-files.ts';
import { readLines } from './sheet-reader.ts';
import { checkRows } from './sheet-rows.ts';
import { textOf } from './text.ts';
import type { Intake, ReadingChoices, UploadedFile } from './types.ts';
import type { Source } from './sheet-thread.mjs';
import { requireUnprotected, workbookParts } from './workbook.ts';

type GivenUpload = ReadingChoices & {
  file: UploadedFile;
  documents?: UploadedFile | null;
  /** The day against which dates in the rows are checked. */
  today: Date;
  isLocked?: IsLocked;
};

/** Throws FILE_TOO_LARGE, INVALID_FILE_TYPE, FILE_UNREADABLE or TOO_MANY_ROWS. Invalid rows do not throw. */
export async function readUpload(
  service: ServiceDefinition,
  { file, documents = null, today, isLocked = unasked, ...choices }: GivenUpload,
): Promise<Intake> {
  const extension = extensionOf(file.name);
  if (!service.acceptedExtensions.includes(extension)) {
    const accepted = service.acceptedExtensions.join(', ');
    throw refusal('INVALID_FILE_TYPE', uploadMessages.wrongType({ list: accepted }));
  }
  if (file.sizeBytes > limits.uploadBytesMax) throw new DomainError('FILE_TOO_LARGE');
  if (extension === '.xlsx' || extension === '.xls') await requireUnprotected(file);
  requireKind(await headOf(file.path, kindWithinBytes), extension);
  const { input, effect } = service;
  if (input.kind === 'pdf') {
    const named = { ...file, name: baseName(file.name) };
    return extension === '.zip' ? readZipOfPdfs(named, isLocked) : readPdf(named);
  }
  const lines = await readLines(() => sheetSource(input, file, extension));
  return checkRows(
    lines,
    { input, effect, documents: await openDocuments(input, documents), ...choices },
    today,
  );
}

async function sheetSource(input: SheetInput, file: UploadedFile, extension: string): Promise<Source> {
  if (extension === '.xlsx') return { kind: 'xlsx', parts: await workbookParts(file) };
  const { path } = file;
  if (extension === '.xls') return { kind: 'xls', path };
  const known = headingKeys(input.columns);
  return { kind: 'csv', path, ...(await textOf(path, (heading) => known.has(headingKey(heading)))) };
}

function extensionOf(name: string): string {
  return /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
}
