/** Stores which corrections of earlier PDFs and which recognised pages the tables of a row were made of. */
import type { Deps } from '#api/deps.ts';
import { noteKeptUse } from '#api/domain/jobs/kept-layouts.ts';
import { tableFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';

type Row = { id: string; userId: string; rowNumber: number };
type Made = { layout: TablesLayout | null; recognisedPages: readonly number[] };

async function replaceNote(files: Deps['files'], key: string, value: object | null): Promise<void> {
  if (value) await files.put(key, Buffer.from(JSON.stringify(value)), 'application/json');
  else if (await files.has(key)) await files.delete(key);
}

/** Stores the layout and the recognised pages of which the row's files were made, in place of an earlier attempt's. */
export async function noteTables(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { id, userId, rowNumber }: Row,
  { layout, recognisedPages }: Made,
): Promise<void> {
  const keys = tableFilesOf(id, rowNumber);
  await replaceNote(files, keys.recognised, recognisedPages.length > 0 ? recognisedPages : null);
  await replaceNote(files, keys.layout, layout);
  if (layout?.kept) await noteKeptUse(db, userId, layout.kept.id, new Date());
}
