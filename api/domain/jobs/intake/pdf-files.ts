/** Reads uploads whose rows are files: one PDF, or a ZIP file of PDFs. */
import { baseName } from '#contracts/jobs/file-names.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import type { Message } from '#contracts/messages/message.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { inspect, openArchive, unpack, withArchive, type Archive, type ArchiveEntry } from './archive.ts';
import { pdfHeaderWithinBytes, startsAsPdf } from './file-kind.ts';
import type { Intake, IntakeRow, UploadedFile } from './types.ts';
import { unreadable } from './unreadable.ts';

const fileColumn = 'file_name';

/** Every locked PDF contains this text uncompressed, so a PDF without it need not be opened to find out. */
export const pdfLockMark = Buffer.from('/Encrypt');

/** Returns whether a PDF needs a password to open. */
export type IsLocked = (bytes: Uint8Array) => Promise<boolean>;

type FileProblem = { problem: Message; hint: Message };
type CheckedEntry = { name: string; problem: FileProblem | null };

/** Returns one row for the file. Its pages are read only when the job runs. */
export function readPdf(file: UploadedFile): Intake {
  const row: IntakeRow = {
    rowNumber: 1,
    source: { [fileColumn]: file.name },
    data: { file_name: file.name },
    naturalKey: null,
    groupRow: null,
    sameAsRow: null,
  };
  return intakeOf([row], []);
}

/** Reads one row per entry, sorted by name. */
export async function readZipOfPdfs(file: UploadedFile, isLocked: IsLocked): Promise<Intake> {
  return withArchive(file, limits.zipUnpackedBytesMax, (archive) => readPdfs(archive, isLocked));
}

async function readPdfs(archive: Archive, isLocked: IsLocked): Promise<Intake> {
  if (archive.entries.length === 0) throw unreadable(uploadMessages.emptyZip());
  const rows: IntakeRow[] = [];
  const problems: Intake['problems'] = [];
  const lockedFiles: string[] = [];
  for (const { name, problem } of await checkEntries(archive, isLocked)) {
    const rowNumber = rows.length + 1;
    if (problem) problems.push({ row: rowNumber, column: fileColumn, ...problem });
    if (problem === locked) lockedFiles.push(name);
    rows.push({
      rowNumber,
      source: { [fileColumn]: name },
      data: problem ? null : { file_name: baseName(name), entry: name },
      naturalKey: null,
      groupRow: null,
      sameAsRow: null,
    });
  }
  return { ...intakeOf(rows, problems), lockedFiles };
}

/** Lists the files of a ZIP of documents by their names without folders, with the problem of each. */
export async function listDocuments(file: UploadedFile): Promise<CheckedEntry[]> {
  const seen = new Set<string>();
  const checked = await withArchive(file, limits.zipUnpackedBytesMax, (archive) => checkEntries(archive));
  return checked.map((entry) => {
    const name = baseName(entry.name);
    const isSecond = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return { name, problem: isSecond ? nameTwice : entry.problem };
  });
}

/** Returns the problem of each file in a ZIP of documents, or null, by its name in lower case. */
export async function checkDocuments(file: UploadedFile): Promise<Map<string, CheckedEntry['problem']>> {
  const listed = await listDocuments(file);
  return new Map(listed.map(({ name, problem }) => [name.toLowerCase(), problem]));
}

const locked: FileProblem = {
  problem: uploadMessages.lockedPdf(),
  hint: uploadMessages.unlockPdf(),
};

const nameTwice: FileProblem = {
  problem: uploadMessages.nameTwice(),
  hint: uploadMessages.nameEachFile(),
};

/** Skips the check for a lock, because documents that are only forwarded may be locked. */
export const unasked: IsLocked = () => Promise.resolve(false);

async function checkEntries(archive: Archive, isLocked = unasked): Promise<CheckedEntry[]> {
  const seen = new Set<string>();
  const checked: CheckedEntry[] = [];
  const byName = archive.entries.toSorted((a, b) => naturalOrder.compare(a.name, b.name));
  for (const entry of byName) {
    const problem = seen.has(entry.name) ? nameTwice : await problemOf(archive, entry, isLocked);
    seen.add(entry.name);
    checked.push({ name: entry.name, problem });
  }
  return checked;
}

/** Sorts "page 2" before "page 10", as a file manager does. */
const naturalOrder = new Intl.Collator('en', { numeric: true });

async function problemOf(
  archive: Archive,
  entry: ArchiveEntry,
  isLocked: IsLocked,
): Promise<CheckedEntry['problem']> {
  if (entry.unpackedBytes > limits.uploadBytesMax) {
    return {
      problem: uploadMessages.fileTooLarge({ most: limits.uploadBytesMax / MIB }),
      hint: uploadMessages.splitPdf(),
    };
  }
  const seen = await inspect(archive, entry, { headBytes: pdfHeaderWithinBytes, mark: pdfLockMark });
  if (!seen) return { problem: uploadMessages.damagedInZip(), hint: uploadMessages.packAgain() };
  const { head, hasMark } = seen;
  if (startsAsPdf(head)) return hasMark && (await isLockedEntry(archive, entry, isLocked)) ? locked : null;
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    return {
      problem: uploadMessages.zipInZip(),
      hint: uploadMessages.unpackInnerZip(),
    };
  }
  return { problem: uploadMessages.notPdf(), hint: uploadMessages.onlyPdfs() };
}

async function isLockedEntry(archive: Archive, entry: ArchiveEntry, isLocked: IsLocked): Promise<boolean> {
  if (isLocked === unasked) return false;
  const bytes = await unpack(archive, entry);
  return bytes !== null && isLocked(bytes);
}

/** Entries of the same bytes are requested one after the other, so their table of contents is read only once. */
const archives = new WeakMap<Uint8Array, Promise<Archive>>();

/**
 * Returns one PDF of an uploaded ZIP file. It is checked again, because the file has been in storage since its
 * intake.
 */
export async function readEntry(bytes: Uint8Array, entryName: string): Promise<Uint8Array> {
  const opening = archives.get(bytes) ?? openArchive(bytes, limits.zipUnpackedBytesMax);
  archives.set(bytes, opening);
  const archive = await opening;
  const entry = archive.entries.find(({ name }) => name === entryName);
  if (!entry) throw unreadable(uploadMessages.zipLacksFile({ name: entryName }));
  const found = entry.unpackedBytes <= limits.uploadBytesMax ? await unpack(archive, entry) : null;
  if (!found || !startsAsPdf(found)) throw unreadable(uploadMessages.unreadableInZip({ name: entryName }));
  return found;
}

function intakeOf(rows: IntakeRow[], problems: Intake['problems']): Intake {
  const columns = [{ name: fileColumn, header: fileColumn, required: true, byHand: false }];
  return {
    headers: [fileColumn],
    columns,
    unknownHeaders: [],
    hiddenRows: 0,
    rows,
    problems,
    warnings: [],
    lockedFiles: [],
  };
}
