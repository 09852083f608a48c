/** Stores the files of rows: documents for the customer, evidence for administrators. */
import type { Deps } from '#api/deps.ts';
import {
  documentNamesOfOtherRows,
  storeRowDocument,
  storeRowEvidence,
  type DocumentsOrigin,
  type EvidenceRef,
  type NewFile,
  type StoredFile,
} from '#api/domain/jobs/job-files.ts';
import { keepJobElements } from '#api/domain/portals/portal-pages.ts';
import { resultName } from '#api/domain/jobs/result-names.ts';
import type { RowDocument } from '#services/runner.ts';
import { safeName, type TakenNames } from '#activities/results/names.ts';
import type { Evidence } from '#activities/portals/evidence.ts';

/**
 * Number of files stored at once. A PDF may have hundreds of tables, each with a file, and more at once are no faster.
 */
const FILES_AT_ONCE = 4;
/** Leading part of a file name that stays unchanged when a number is appended. */
const STEM_CHARACTERS = 60;

type DocumentsOfRow = {
  job: { id: string; rowsTotal: number; isPractice: boolean };
  rowNumber: number;
  documents: RowDocument[];
  /** The run or the export that stores them. */
  origin: DocumentsOrigin;
};

/** Stores a row's documents under names that are unique in the job. Storing the same row again reuses its names. */
export async function storeDocuments(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  input: DocumentsOfRow,
): Promise<StoredFile[]> {
  const row = { jobId: input.job.id, rowNumber: input.rowNumber, ...input.origin };
  const taken: TakenNames = new Map();
  const foreign = await namesOfOtherRows(db, input);
  const named: NewFile[] = [];
  for (const document of input.documents) {
    const wanted = resultName(input.job, document.name);
    let name = safeName(wanted, taken);
    while (foreign.has(name.toLowerCase())) name = safeName(wanted, taken);
    named.push({ ...document, name });
  }
  const stored: StoredFile[] = [];
  for (let from = 0; from < named.length; from += FILES_AT_ONCE) {
    const some = named.slice(from, from + FILES_AT_ONCE);
    stored.push(...(await Promise.all(some.map((file) => storeRowDocument({ files }, row, file)))));
  }
  return stored;
}

/** Returns the names of other rows' documents with the same beginning: only these can clash. */
async function namesOfOtherRows(db: Deps['db'], input: Omit<DocumentsOfRow, 'origin'>): Promise<Set<string>> {
  if (input.documents.length === 0 || input.job.rowsTotal === 1) return new Set();
  const stems = new Set(
    input.documents.map(({ name }) => stemOf(safeName(resultName(input.job, name), new Map()))),
  );
  const row = { jobId: input.job.id, rowNumber: input.rowNumber };
  return documentNamesOfOtherRows(db, row, [...stems]);
}

/** Returns the start of the name, short enough to remain unchanged when a number is appended. */
function stemOf(name: string): string {
  return name.slice(0, Math.max(1, Math.min(STEM_CHARACTERS, name.lastIndexOf('.'))));
}

/**
 * Stores what the portal showed when a row failed. If the page is already closed, nothing is stored and nothing
 * thrown.
 */
export async function storeEvidence(
  { db, files, logger }: Pick<Deps, 'db' | 'files' | 'logger'>,
  input: EvidenceRef & { step: string; capture: () => Promise<Evidence> },
): Promise<void> {
  try {
    const { screenshotPng, html, pictured } = await input.capture();
    const base = `row-${String(input.rowNumber).padStart(4, '0')}_${input.step}`;
    const parts: NewFile[] = [
      { name: `${base}.png`, bytes: screenshotPng, contentType: 'image/png' },
      { name: `${base}.html`, bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    ];
    const [picture] = await storeAll({ db, files }, input, parts);
    if (picture && pictured) await keepJobElements(db, picture, pictured);
  } catch (error) {
    logger.warn({ jobId: input.jobId, err: error }, 'no evidence could be kept');
  }
}

async function storeAll(
  deps: Pick<Deps, 'db' | 'files'>,
  row: EvidenceRef,
  parts: readonly NewFile[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const part of parts) ids.push(await storeRowEvidence(deps, row, part));
  return ids;
}
