/** Recreates the sheet of a past job from its rows, because the upload itself is deleted after a day. */
import Papa from 'papaparse';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { Database } from '#prisma/client.ts';
import { writeLocal } from '#api/domain/jobs/intake/local-file.ts';
import type { UploadedFile } from '#api/domain/jobs/intake/types.ts';

type Cells = Record<string, string>;

function isCells(value: unknown): value is Cells {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Writes the sheet of the customer's own job into `folder`. Rows are kept as long as the job's results. */
export async function fileOfJob(
  db: Database,
  { userId, jobId, folder }: { userId: string; jobId: string; folder: string },
): Promise<{ serviceId: string; file: UploadedFile; columns: ColumnMapping }> {
  const job = await db.job.findFirst({
    where: { id: jobId, userId, state: { not: 'draft' } },
    include: { rows: { select: { source: true }, orderBy: { rowNumber: 'asc' } } },
  });
  if (!job) throw refusal('NOT_FOUND', integrationMessages.unknownJob());
  if (job.rows.length === 0 || !isTextList(job.headers)) throw new DomainError('FILE_EXPIRED');
  const fields = job.headers;
  const data = job.rows.map(({ source }) =>
    fields.map((field) => (isCells(source) ? (source[field] ?? '') : '')),
  );
  const text = `\uFEFF${Papa.unparse({ fields, data }, { newline: '\r\n' })}\r\n`;
  const name = `${job.fileName.replace(/\.[a-z]+$/i, '')}.csv`;
  const columns = (job.columns ?? {}) as ColumnMapping;
  return {
    serviceId: job.serviceId,
    columns,
    file: await writeLocal(folder, name, new TextEncoder().encode(text)),
  };
}
