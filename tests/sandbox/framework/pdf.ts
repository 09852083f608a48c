/** A plain one-page PDF with labels and values: the same bytes in every run. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';

const A4: [number, number] = [595, 842];
const LINE = 14;

export async function pairsPdf(
  title: string,
  pairs: readonly (readonly [label: string, value: string])[],
  day: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.setCreationDate(new Date(day));
  document.setModificationDate(new Date(day));
  document.setTitle(title);
  const plain = document.embedStandardFont(StandardFonts.Helvetica);
  const bold = document.embedStandardFont(StandardFonts.HelveticaBold);
  const page = document.addPage(A4);
  page.drawText('SANDBOX', { x: 40, y: 806, size: 10, font: bold, color: rgb(0.48, 0.12, 0.36) });
  page.drawText(title, { x: 40, y: 780, size: 16, font: bold });
  page.drawText('Invented data. Not a document of any authority.', { x: 40, y: 764, size: 9, font: plain });
  pairs.forEach(([label, value], line) => {
    const y = 736 - line * LINE;
    page.drawText(label, { x: 40, y, size: 9, font: plain });
    page.drawText(value, { x: 200, y, size: 9, font: bold });
  });
  return new Uint8Array(await document.save({ useObjectStreams: false }));
}
