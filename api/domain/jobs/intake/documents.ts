/**
 * Checks the ZIP of documents that is uploaded with a sheet: it must contain every document that a row names, and
 * documents that no row names are reported.
 */
import { refusal } from '#contracts/messages/refusal.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import type { RowData, SheetInput } from '#services/contract.ts';
import { kindWithinBytes, requireKind } from './file-kind.ts';
import { headOf } from './local-file.ts';
import { checkDocuments } from './pdf-files.ts';
import type { RowProblem, UploadedFile } from './types.ts';

type Documents = Awaited<ReturnType<typeof checkDocuments>>;

export type DocumentCheck = {
  problemsOf: (row: RowData) => Omit<RowProblem, 'row'>[];
  /** Call it for a row with invalid cells, so that its documents are not reported as unneeded. */
  noteNames: (row: RowData) => void;
  /** To be called after the last row. */
  unmatched: () => RowProblem[];
};

/** Throws if a required ZIP is missing, or the file is not a ZIP. */
export async function openDocuments(input: SheetInput, file: UploadedFile | null): Promise<DocumentCheck> {
  if (!file && input.documents === 'required') throw new DomainError('REX_FILES_REQUIRED');
  const documents: Documents = file ? await readDocuments(file) : new Map<string, never>();
  const named = new Set<string>();
  const namesOf = (row: RowData): string[] => {
    const names = input.documentNames?.(row) ?? [];
    for (const name of names) named.add(name.toLowerCase());
    return names;
  };
  return {
    problemsOf: (row) => namesOf(row).flatMap((name) => problemOf(documents, name, file !== null)),
    noteNames: (row) => void namesOf(row),
    unmatched: () =>
      [...documents.keys()]
        .filter((name) => !named.has(name))
        .slice(0, limits.previewProblemsMax)
        .map((name) => ({
          row: 0,
          column: 'ZIP',
          problem: uploadMessages.fileNotNeeded({ name }),
          hint: uploadMessages.leftOut(),
        })),
  };
}

async function readDocuments(file: UploadedFile): Promise<Documents> {
  await requireZip(file);
  return checkDocuments(file);
}

/** Throws INVALID_FILE_TYPE unless the file's name and first bytes are those of a ZIP, and FILE_TOO_LARGE. */
export async function requireZip(file: UploadedFile): Promise<void> {
  if (!/\.zip$/i.test(file.name)) {
    throw refusal('INVALID_FILE_TYPE', uploadMessages.wrongType({ list: '.zip' }));
  }
  if (file.sizeBytes > limits.uploadBytesMax) throw new DomainError('FILE_TOO_LARGE');
  requireKind(await headOf(file.path, kindWithinBytes), '.zip');
}

function problemOf(documents: Documents, name: string, hasZip: boolean): Omit<RowProblem, 'row'>[] {
  const found = documents.get(name.toLowerCase());
  if (found === null) return [];
  if (found) return [{ column: name, ...found }];
  return [
    hasZip
      ? {
          column: name,
          problem: uploadMessages.notInZip({ name }),
          hint: uploadMessages.addAndUploadAgain(),
        }
      : {
          column: name,
          problem: uploadMessages.noZip(),
          hint: uploadMessages.uploadZipWith({ name }),
        },
  ];
}
