/** Stores which corrections of earlier PDFs were applied to a row's tables. */
import type { Deps } from '#api/deps.ts';
import { noteKeptUse } from '#api/domain/jobs/kept-layouts.ts';
import { tableFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';

type Row = { id: string; userId: string; rowNumber: number };

/** Stores the layout with which the row's files were made, in place of that of an earlier attempt. */
export async function noteTables(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { id, userId, rowNumber }: Row,
  layout: TablesLayout | null,
): Promise<void> {
  const key = tableFilesOf(id, rowNumber).layout;
  if (!layout) return (await files.has(key)) ? files.delete(key) : undefined;
  await files.put(key, Buffer.from(JSON.stringify(layout)), 'application/json');
  if (layout.kept) await noteKeptUse(db, userId, layout.kept.id, new Date());
}
