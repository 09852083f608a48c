/** Puts the files of rows into the store: documents for the customer, evidence for administrators. */
import type { Page } from 'playwright';
import type { Deps } from '#api/deps.ts';
import type { RowDocument } from '#services/runner.ts';
import { safeName, type TakenNames } from './results/names.ts';
import { captureEvidence } from './portals/evidence.ts';

export type StoredDocument = { name: string; fileKey: string; contentType: string; sizeBytes: number };

/** Names are unique in a job; the same row stored again takes the same names. */
export async function storeDocuments(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  input: { jobId: string; rowNumber: number; documents: RowDocument[] },
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  const taken: TakenNames = new Map();
  for (const document of input.documents) {
    let name = safeName(document.name, taken);
    while (await belongsToOtherRow(db, { ...input, name })) name = safeName(document.name, taken);
    const fileKey = `jobs/${input.jobId}/documents/${input.rowNumber}/${name}`;
    await files.put(fileKey, document.bytes, document.contentType);
    stored.push({ name, fileKey, contentType: document.contentType, sizeBytes: document.bytes.byteLength });
  }
  return stored;
}

async function belongsToOtherRow(
  db: Deps['db'],
  { jobId, rowNumber, name }: { jobId: string; rowNumber: number; name: string },
): Promise<boolean> {
  const holder = await db.jobFile.findUnique({
    where: { jobId_kind_name: { jobId, kind: 'document', name } },
  });
  return holder !== null && holder.rowNumber !== rowNumber;
}

/** What the portal showed when a row could not go on; a page that is gone leaves no evidence and no error. */
export async function storeEvidence(
  { db, files, logger }: Pick<Deps, 'db' | 'files' | 'logger'>,
  input: { jobId: string; rowNumber: number; step: string; page: Page },
): Promise<void> {
  try {
    const { screenshotPng, html } = await captureEvidence(input.page);
    const base = `row-${String(input.rowNumber).padStart(4, '0')}_${input.step}`;
    const parts = [
      { name: `${base}.png`, bytes: screenshotPng, contentType: 'image/png' },
      { name: `${base}.html`, bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    ];
    for (const { name, bytes, contentType } of parts) {
      const fileKey = `jobs/${input.jobId}/evidence/${name}`;
      await files.put(fileKey, bytes, contentType);
      const facts = { fileKey, contentType, sizeBytes: bytes.byteLength, rowNumber: input.rowNumber };
      await db.jobFile.upsert({
        where: { jobId_kind_name: { jobId: input.jobId, kind: 'evidence', name } },
        create: { jobId: input.jobId, kind: 'evidence', name, ...facts },
        update: facts,
      });
    }
  } catch (error) {
    logger.warn({ jobId: input.jobId, err: error }, 'no evidence could be kept');
  }
}
