/** Prepares a workbook for its reader: only checked, unpacked parts that contain cells are passed on. */
import { limits } from '#contracts/limits.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { unpack, withArchive, type Archive } from './archive.ts';
import { fileIncludes } from './local-file.ts';
import type { UploadedFile } from './types.ts';
import { unreadable } from './unreadable.ts';

export type WorkbookPart = { path: string; bytes: Uint8Array };

/** Pictures, macros, comments and embedded files are never opened. */
const neededPart =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml|xl\/theme\/[^/]+\.xml)$/i;
const sheetPart = /^xl\/worksheets\//i;

/** Returns the unpacked parts that the reader needs. Refuses a workbook larger than `limits.sheetUnpackedBytesMax`. */
export function workbookParts(file: UploadedFile): Promise<WorkbookPart[]> {
  return withArchive(file, limits.sheetUnpackedBytesMax, neededParts);
}

async function neededParts(archive: Archive): Promise<WorkbookPart[]> {
  const needed = archive.entries.filter(({ name }) => neededPart.test(name));
  if (!needed.some(({ name }) => sheetPart.test(name))) {
    throw unreadable(uploadMessages.notWorkbook());
  }
  const parts: WorkbookPart[] = [];
  for (const entry of needed) {
    const part = await unpack(archive, entry);
    if (!part) throw unreadable(uploadMessages.damagedWorkbook());
    // A workbook never has a DTD, but an entity expansion attack needs one.
    if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) {
      throw unreadable(uploadMessages.workbookDefinitions());
    }
    parts.push({ path: entry.name, bytes: sheetPart.test(entry.name) ? cellsOnly(part) : part });
  }
  return parts;
}

/** Drops everything after the cells: links, merged cells and formats may each claim all cells that a sheet can have. */
function cellsOnly(sheet: Buffer): Buffer {
  const close = sheet.lastIndexOf('sheetData>');
  return close === -1 ? sheet : sheet.subarray(0, close + 'sheetData>'.length);
}

/** Throws if the workbook is protected: a protected .xlsx is a container of the old format with this stream in it. */
export async function requireUnprotected({ path }: UploadedFile): Promise<void> {
  if (await fileIncludes(path, Buffer.from('EncryptedPackage', 'utf16le'))) throw protectedWorkbook();
}

/** Creates the error for a workbook that is locked with a password. */
export function protectedWorkbook(): Error {
  return unreadable(uploadMessages.lockedWorkbook());
}
