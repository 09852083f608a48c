/** Creates PDFs that are too unusual, too big or too simple to keep as files. */
import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  degrees,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
  rgb,
  StandardFonts,
  type PDFObject,
  type PDFPage,
} from 'pdf-lib';

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

/** A form field as some programs write it: with a value, and without an appearance that shows it. */
export type BareField =
  | { kind: 'text'; value: string; isMultiline?: boolean; isPassword?: boolean; alignment?: number }
  | { kind: 'choice'; value: string[]; options: [value: string, label: string][]; isCombo: boolean }
  | { kind: 'check'; isOn: boolean };

const textOf = (text: string): PDFHexString => PDFHexString.fromText(text);

function bareEntries(field: BareField): Record<string, PDFObject | string | number> {
  switch (field.kind) {
    case 'text': {
      const flags = (field.isMultiline ? 1 << 12 : 0) + (field.isPassword ? 1 << 13 : 0);
      return { FT: 'Tx', V: textOf(field.value), Ff: flags, Q: field.alignment ?? 0 };
    }
    case 'choice': {
      return { FT: 'Ch', V: textOf(field.value[0] ?? ''), Ff: field.isCombo ? 1 << 17 : 1 << 21 };
    }
    case 'check':
      return { FT: 'Btn', V: field.isOn ? 'Yes' : 'Off', AS: field.isOn ? 'Yes' : 'Off' };
  }
}

const bareFieldHeightPt = 18;
const bareListHeightPt = 40;
const bareStepPt = 48;

/**
 * A ruled table with the label of each field at the left, and beside it a field whose appearance is missing or shows the
 * given text, which viewers replace if the form asks them to.
 */
export async function bareFormPdf(
  fields: readonly (readonly [label: string, field: BareField])[],
  {
    drawnAs,
    asksToRedraw = false,
    rotate = 0,
  }: { drawnAs?: string; asksToRedraw?: boolean; rotate?: number } = {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const page = pdf.addPage(a4);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.setRotation(degrees(rotate));
  const rowTop = (row: number): number => 760 + bareStepPt / 2 - row * bareStepPt;
  for (let row = 0; row <= fields.length; row++)
    page.drawLine({ start: { x: 45, y: rowTop(row) }, end: { x: 330, y: rowTop(row) } });
  for (const x of [45, 195, 330])
    page.drawLine({ start: { x, y: rowTop(0) }, end: { x, y: rowTop(fields.length) } });
  const widgets = fields.map(([label, field], index) => {
    const y = 760 - index * bareStepPt;
    page.drawText(label, { x: 50, y: y + 5, size: 10, font });
    const isTall = field.kind === 'choice' ? !field.isCombo : field.kind === 'text' && field.isMultiline;
    const bottom = isTall ? y + bareFieldHeightPt - bareListHeightPt : y;
    const entries = bareEntries(field);
    const widget = context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      T: textOf(`field${index}`),
      Rect: [200, bottom, field.kind === 'check' ? 214 : 320, y + bareFieldHeightPt],
      F: 4,
      DA: PDFString.of('/Helv 10 Tf 0 g'),
      ...entries,
    });
    if (field.kind === 'choice') {
      const options = field.options.map(([value, shown]) => context.obj([textOf(value), textOf(shown)]));
      widget.set(PDFName.of('Opt'), context.obj(options));
      if (field.value.length > 1) widget.set(PDFName.of('V'), context.obj(field.value.map(textOf)));
    }
    if (drawnAs !== undefined) {
      const content = drawnAs === '' ? '/Tx BMC EMC' : `/Tx BMC BT /Helv 10 Tf 2 5 Td (${drawnAs}) Tj ET EMC`;
      const stream = context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 120, bareFieldHeightPt],
        Resources: { Font: { Helv: font.ref } },
      });
      widget.set(PDFName.of('AP'), context.obj({ N: context.register(stream) }));
    }
    return context.register(widget);
  });
  page.node.set(PDFName.of('Annots'), context.obj(widgets));
  const form = {
    Fields: widgets,
    DA: PDFString.of('/Helv 10 Tf 0 g'),
    DR: { Font: { Helv: font.ref } },
    ...(asksToRedraw ? { NeedAppearances: true } : {}),
  };
  pdf.catalog.set(PDFName.of('AcroForm'), context.obj(form));
  return pdf.save({ useObjectStreams: false });
}

/** Returns the mappings of a ToUnicode map: each code with its text, both in hexadecimal. */
function mappingsOf(map: string): [code: string, text: string][] {
  const blocks = (name: string): string[] =>
    [...map.matchAll(new RegExp(`begin${name}([^]*?)end${name}`, 'g'))].map((match) => match[1] ?? '');
  const single = blocks('bfchar').flatMap((block) =>
    [...block.matchAll(/<(\w+)>\s*<(\w+)>/g)].map((match): [string, string] => [match[1]!, match[2]!]),
  );
  const ranges = blocks('bfrange').flatMap((block) =>
    [...block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)].flatMap((match) => {
      const [from, to, text] = [match[1]!, match[2]!, match[3]!];
      const count = parseInt(to, 16) - parseInt(from, 16) + 1;
      const later = (hex: string, by: number): string =>
        (parseInt(hex, 16) + by).toString(16).padStart(hex.length, '0');
      return Array.from({ length: count }, (_, by): [string, string] => [later(from, by), later(text, by)]);
    }),
  );
  return [...single, ...ranges];
}

/** Returns the PDF with other texts for the characters of its embedded fonts of a name; they are drawn as before. */
export async function misnamedPdf(
  bytes: Uint8Array,
  fontName: RegExp,
  named: (character: string) => string,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes);
  const { context } = pdf;
  const toUnicode = PDFName.of('ToUnicode');
  for (const [, font] of context.enumerateIndirectObjects()) {
    if (!(font instanceof PDFDict) || !font.has(toUnicode)) continue;
    const stream = font.lookup(toUnicode);
    if (!fontName.test(String(font.get(PDFName.of('BaseFont')))) || !(stream instanceof PDFRawStream))
      continue;
    const before = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    const lines = mappingsOf(before).map(([code, text]) => {
      const other = named(String.fromCharCode(parseInt(text, 16)));
      return `<${code}> <${other.charCodeAt(0).toString(16).padStart(4, '0')}>`;
    });
    const head = before.slice(0, before.search(/\d+\s+beginbf/));
    const map = `${head}${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\nendcmap\nend\nend`;
    font.set(toUnicode, context.register(context.flateStream(map)));
  }
  return pdf.save({ useObjectStreams: false });
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
