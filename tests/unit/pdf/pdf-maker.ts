/** Creates PDFs that are too unusual, too big or too simple to keep as files. */
import { deflateSync } from 'node:zlib';
import { degrees, PDFDocument, PDFName, rgb, StandardFonts, type PDFPage } from 'pdf-lib';

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

/** A page with a table below large words that are printed across it. */
export async function watermarkedPdf(
  rows: MadeTable['rows'],
  mark: string,
  degreesUp: number,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  await drawTable(pdf, page, { rows, ruled: false });
  const rotate = degrees(degreesUp);
  page.drawText(mark, { x: 60, y: 700, size: 60, rotate, color: rgb(0.85, 0.85, 0.85) });
  return pdf.save();
}

/** A page with the label of each field at the left, and its value in a form field beside it. */
export async function formPdf(fields: readonly (readonly [string, string])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const form = pdf.getForm();
  fields.forEach(([label, value], index) => {
    const y = 760 - index * 24;
    page.drawText(label, { x: 50, y: y + 5, size: 10, font });
    const field = form.createTextField(`field${index}`);
    field.setText(value);
    field.addToPage(page, { x: 200, y, width: 120, height: 18, borderWidth: 0, font });
    field.setFontSize(10);
  });
  return pdf.save();
}

/** An XFA form: a page that asks to wait, while the form itself is XML that only Adobe Reader shows. */
export async function xfaPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  page.drawText('Please wait for the form to open.', { x: 50, y: 760, size: 12 });
  const xml = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>';
  const xfa = pdf.context.register(pdf.context.stream(xml));
  pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: xfa }));
  return pdf.save({ useObjectStreams: false });
}

/** A page whose texts are in an unembedded font of a name, with the codes of Windows-1252. */
export async function fontPdf(name: string, rows: MadeTable['rows']): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(a4);
  const font = pdf.context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: name,
    Encoding: 'WinAnsiEncoding',
  });
  page.node.setFontDictionary(PDFName.of('F1'), pdf.context.register(font));
  const hexOf = (text: string): string => Buffer.from(Array.from(text, windowsCode)).toString('hex');
  const texts = rows.flatMap((row, index) =>
    row.map(
      (text, column) =>
        `1 0 0 1 ${leftPt + column * columnWidthPt} ${760 - index * rowHeightPt} Tm <${hexOf(text)}> Tj`,
    ),
  );
  const content = pdf.context.stream(`BT /F1 10 Tf ${texts.join(' ')} ET`);
  page.node.set(PDFName.of('Contents'), pdf.context.register(content));
  return pdf.save({ useObjectStreams: false });
}

/** Codes of Windows-1252 that are not those of Unicode. */
const windowsCodes = new Map([
  ['†', 0x86],
  ['‡', 0x87],
]);
const windowsCode = (text: string): number => windowsCodes.get(text) ?? text.charCodeAt(0);
