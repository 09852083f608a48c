/** Uploads whose rows are files: one PDF, or a ZIP file of PDFs. */
import { limits, MIB } from '#contracts/limits.ts';
import { openArchive, unpack, type Archive, type ArchiveEntry } from './archive.ts';
import { startsAsPdf } from './file-kind.ts';
import type { Intake, IntakeRow, UploadedFile } from './types.ts';
import { unreadable } from './unreadable.ts';

const fileColumn = 'file_name';

type CheckedEntry = { name: string; problem: { problem: string; hint: string } | null };

export function readPdf(file: UploadedFile): Intake {
  const row: IntakeRow = {
    rowNumber: 1,
    source: { [fileColumn]: file.name },
    data: { file_name: file.name },
    naturalKey: null,
    groupRow: null,
  };
  return intakeOf([row], []);
}

/** One row per entry, in the order of their names. */
export async function readZipOfPdfs(file: UploadedFile): Promise<Intake> {
  const archive = await openArchive(file.bytes, limits.zipUnpackedBytesMax);
  if (archive.entries.length === 0) throw unreadable('The ZIP file is empty.');
  const rows: IntakeRow[] = [];
  const problems: Intake['problems'] = [];
  for (const { name, problem } of await checkEntries(archive)) {
    const rowNumber = rows.length + 1;
    if (problem) problems.push({ row: rowNumber, column: fileColumn, ...problem });
    rows.push({
      rowNumber,
      source: { [fileColumn]: name },
      data: problem ? null : { file_name: baseName(name), entry: name },
      naturalKey: null,
      groupRow: null,
    });
  }
  return intakeOf(rows, problems);
}

/** The files of a ZIP of documents, by their names without folders, and what is wrong with each. */
export async function listDocuments(file: UploadedFile): Promise<CheckedEntry[]> {
  const seen = new Set<string>();
  const checked = await checkEntries(await openArchive(file.bytes, limits.zipUnpackedBytesMax));
  return checked.map((entry) => {
    const name = baseName(entry.name);
    const isSecond = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return { name, problem: isSecond ? nameTwice : entry.problem };
  });
}

/** What is wrong with each file of a ZIP of documents, null when nothing is; by its name in lower case. */
export async function checkDocuments(file: UploadedFile): Promise<Map<string, CheckedEntry['problem']>> {
  const listed = await listDocuments(file);
  return new Map(listed.map(({ name, problem }) => [name.toLowerCase(), problem]));
}

const nameTwice = {
  problem: 'The ZIP file holds this name twice.',
  hint: 'Give every file a name of its own.',
};

async function checkEntries(archive: Archive): Promise<CheckedEntry[]> {
  const seen = new Set<string>();
  const checked: CheckedEntry[] = [];
  const byName = archive.entries.toSorted((a, b) => naturalOrder.compare(a.name, b.name));
  for (const entry of byName) {
    const problem = seen.has(entry.name) ? nameTwice : await problemOf(archive, entry);
    seen.add(entry.name);
    checked.push({ name: entry.name, problem });
  }
  return checked;
}

/** "page 2" comes before "page 10", as in a file manager. */
const naturalOrder = new Intl.Collator('en', { numeric: true });

async function problemOf(archive: Archive, entry: ArchiveEntry): Promise<CheckedEntry['problem']> {
  if (entry.unpackedBytes > limits.uploadBytesMax) {
    return { problem: `The file is larger than ${limits.uploadBytesMax / MIB} MB.`, hint: 'Split the PDF.' };
  }
  const bytes = await unpack(archive, entry);
  if (!bytes) return { problem: 'The file is damaged inside the ZIP file.', hint: 'Pack it again.' };
  if (startsAsPdf(bytes)) return null;
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    return {
      problem: 'A ZIP file inside the ZIP file is not opened.',
      hint: 'Put its PDFs into the ZIP file itself.',
    };
  }
  return { problem: 'The file is not a PDF.', hint: 'Only PDF files are converted.' };
}

/** Equal bytes are asked for entry after entry: their list of contents is read once. */
const archives = new WeakMap<Uint8Array, Promise<Archive>>();

/** The bytes of one PDF of an uploaded ZIP file, checked again: the file lay in the store since its intake. */
export async function readEntry(bytes: Uint8Array, entryName: string): Promise<Uint8Array> {
  const opening = archives.get(bytes) ?? openArchive(bytes, limits.zipUnpackedBytesMax);
  archives.set(bytes, opening);
  const archive = await opening;
  const entry = archive.entries.find(({ name }) => name === entryName);
  if (!entry) throw unreadable(`The ZIP file holds no file ${entryName}.`);
  const found = entry.unpackedBytes <= limits.uploadBytesMax ? await unpack(archive, entry) : null;
  if (!found || !startsAsPdf(found)) throw unreadable(`${entryName} cannot be read from the ZIP file.`);
  return found;
}

function intakeOf(rows: IntakeRow[], problems: Intake['problems']): Intake {
  const columns = [{ name: fileColumn, header: fileColumn, required: true }];
  return { headers: [fileColumn], columns, unknownHeaders: [], rows, problems, warnings: [] };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
