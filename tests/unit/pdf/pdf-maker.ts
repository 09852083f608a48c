/** Creates PDFs that are too unusual, too big or too simple to keep as files. */
import { deflateSync } from 'node:zlib';
import { degrees, PDFDocument, PDFName, StandardFonts, type PDFPage } from 'pdf-lib';

const a4: [number, number] = [595, 842];

export type MadeTable = { rows: readonly (readonly string[])[]; ruled: boolean; y?: number };

const rowHeightPt = 18;
const columnWidthPt = 90;
const leftPt = 50;

async function drawTable(
  pdf: PDFDocument,
  page: PDFPage,
  { rows, ruled, y = 780 }: MadeTable,
): Promise<void> {
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const columns = Math.max(...rows.map((row) => row.length));
  const bottom = y - rows.length * rowHeightPt;
  const right = leftPt + columns * columnWidthPt;
  rows.forEach((row, index) => {
    row.forEach((text, column) => {
      const x = leftPt + column * columnWidthPt + 4;
      page.drawText(text, { x, y: y - index * rowHeightPt - 13, size: 10, font });
    });
  });
  if (!ruled) return;
  for (let index = 0; index <= rows.length; index++) {
    const at = y - index * rowHeightPt;
    page.drawLine({ start: { x: leftPt, y: at }, end: { x: right, y: at } });
  }
  for (let column = 0; column <= columns; column++) {
    const at = leftPt + column * columnWidthPt;
    page.drawLine({ start: { x: at, y }, end: { x: at, y: bottom } });
  }
}

/** One page for each list of tables. */
export async function pdfOf(
  pages: readonly (readonly MadeTable[])[],
  options: { rotate?: number } = {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const tables of pages) {
    const page = pdf.addPage(a4);
    if (options.rotate) page.setRotation(degrees(options.rotate));
    for (const table of tables) await drawTable(pdf, page, table);
  }
  return pdf.save();
}

export async function emptyPages(count: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < count; page++) pdf.addPage(a4);
  return pdf.save();
}

/** The smallest PNG: one black pixel, drawn over the whole page as a scanner does. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

export async function scannedPdf(withText?: MadeTable): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const image = await pdf.embedPng(pixel);
  const page = pdf.addPage(a4);
  page.drawImage(image, { x: 0, y: 0, width: a4[0], height: a4[1] });
  if (withText) await drawTable(pdf, pdf.addPage(a4), withText);
  return pdf.save();
}

/** A page whose content unpacks to `repeat` times the given operators. */
export async function bombPdf(operators: string, repeat: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.node.setFontDictionary(PDFName.of('F1'), font.ref);
  const content = deflateSync(Buffer.from(operators.repeat(repeat), 'latin1'));
  const stream = pdf.context.stream(content, { Filter: 'FlateDecode' });
  page.node.set(PDFName.of('Contents'), pdf.context.register(stream));
  return pdf.save({ useObjectStreams: false });
}

/** A form object that draws itself twice. */
export async function endlessPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  const reference = pdf.context.nextRef();
  const form = pdf.context.stream('/X Do /X Do', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 100, 100],
    Resources: { XObject: { X: reference } },
  });
  pdf.context.assign(reference, form);
  page.node.setXObject(PDFName.of('X'), reference);
  page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream('/X Do')));
  return pdf.save({ useObjectStreams: false });
}
