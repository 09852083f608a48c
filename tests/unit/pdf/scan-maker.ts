/** Creates scans of PDFs that have a text layer: a page's picture, as a scanner would have made it, on its own page. */
import { degrees, PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib';
import { loadEngine } from '#activities/pdf/reading/engine.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';
import { pngOf, type Bitmap } from '#activities/pdf/output/png.ts';
import { MIB } from '#contracts/byte-sizes.ts';

const a4 = { width: 595, height: 842 };
const pointsPerInch = 72;

export type Scan = {
  page?: number;
  dpi?: number;
  /** How far the paper was rotated on the scanner, clockwise. */
  skewDegrees?: number;
  /** How much each pixel differs from its grey, and which share of the pixels is noise. */
  noise?: { greys: number; noiseShare: number };
  /** The paper was sideways or upside down: quarter turns clockwise. */
  quarterTurns?: number;
};

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Paper is never white and ink never black; some pixels are noise. */
function addNoise({ rgbx }: Bitmap, { greys, noiseShare }: { greys: number; noiseShare: number }): void {
  const next = randomNumbers(7);
  for (let index = 0; index < rgbx.length; index += 4) {
    const faded = 20 + rgbx[index]! * 0.86 + (next() - 0.5) * 2 * greys;
    const isNoise = next() < noiseShare;
    rgbx.fill(Math.max(0, Math.min(255, isNoise ? 255 - faded : faded)), index, index + 3);
  }
}

async function pictureOf(pdf: Uint8Array, { page = 1, dpi = 200 }: Scan): Promise<Bitmap> {
  const opened = openPdf(await loadEngine(512 * MIB), pdf);
  if (opened.kind === 'refused') throw new Error(opened.code);
  const raw = opened.document.readPage(page);
  if (!raw) throw new Error(`The PDF has no page ${page}.`);
  const isSideways = raw.rotation % 2 === 1;
  const [width, height] = isSideways ? [raw.height, raw.width] : [raw.width, raw.height];
  const bitmap = opened.document.drawPage(page, {
    width,
    height,
    turn: 0,
    pixelsPerPt: dpi / pointsPerInch,
  });
  if (!bitmap) throw new Error(`Page ${page} cannot be drawn.`);
  return bitmap;
}

/** Position of a picture's lower left corner, so that the picture turns about the middle of the page. */
function corner(size: { width: number; height: number }, clockwise: number): { x: number; y: number } {
  const angle = (-clockwise * Math.PI) / 180;
  const [x, y] = [size.width / 2, size.height / 2];
  return {
    x: x - (Math.cos(angle) * x - Math.sin(angle) * y),
    y: y - (Math.sin(angle) * x + Math.cos(angle) * y),
  };
}

async function addScan(made: PDFDocument, pdf: Uint8Array, scan: Scan): Promise<void> {
  const { dpi = 200, skewDegrees = 0, quarterTurns = 0, noise } = scan;
  const bitmap = await pictureOf(pdf, scan);
  if (noise) addNoise(bitmap, noise);
  const size = {
    width: (bitmap.width / dpi) * pointsPerInch,
    height: (bitmap.height / dpi) * pointsPerInch,
  };
  const page = made.addPage([size.width, size.height]);
  const image = await made.embedPng(pngOf(bitmap));
  page.drawImage(image, { ...size, ...corner(size, skewDegrees), rotate: degrees(-skewDegrees) });
  page.setRotation(degrees(quarterTurns * 90));
}

/** A page for each scan. */
export async function scanOf(pdf: Uint8Array, ...scans: Scan[]): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  for (const scan of scans.length === 0 ? [{}] : scans) await addScan(made, pdf, scan);
  return made.save();
}

/** The pages of a PDF, followed by the scan of another. */
export async function withScan(pdf: Uint8Array, scanned: Uint8Array, scan: Scan = {}): Promise<Uint8Array> {
  const made = await PDFDocument.load(pdf);
  await addScan(made, scanned, scan);
  return made.save();
}

/** Text that a page has besides the picture: a line at its foot, or lines of a letter above the picture. */
export type TextBeside = { line: string } | { letter: string; lines: number };

/** A grey photo without anything to read. */
function photo(): Bitmap {
  const next = randomNumbers(3);
  const [width, height] = [400, 300];
  const rgbx = new Uint8Array(width * height * 4);
  for (let index = 0; index < rgbx.length; index += 4) rgbx.fill(30 + next() * 90, index, index + 3);
  return { width, height, rgbx };
}

/** A page with the scan of another one, or with a photo, and with text of its own. */
export async function scanWithText(pdf: Uint8Array | undefined, text: TextBeside): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  const image = await made.embedPng(pngOf(pdf ? await pictureOf(pdf, {}) : photo()));
  const page = made.addPage([a4.width, a4.height]);
  if ('line' in text) {
    page.drawImage(image, { x: 0, y: 0, ...a4 });
    page.drawText(text.line, { x: 300, y: 12, size: 8, font });
    return made.save();
  }
  const letterPt = 40 + text.lines * 16;
  for (let line = 0; line < text.lines; line++)
    page.drawText(text.letter, { x: 60, y: a4.height - 50 - line * 16, size: 11, font });
  const height = a4.height - letterPt - 40;
  const width = height * (image.width / image.height);
  page.drawImage(image, { x: 20, y: 20, width: Math.min(width, a4.width - 40), height });
  return made.save();
}

export type Picture = {
  width: number;
  height: number;
  colours: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  bits: number;
  /** The byte at an index of the picture's data. */
  byte: (index: number) => number;
};

const channels = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };

/** A page covered by a picture made of any bytes. */
export async function pictureOnly({ width, height, colours, bits, byte }: Picture): Promise<Uint8Array> {
  const made = await PDFDocument.create();
  const rowBytes = Math.ceil((width * channels[colours] * bits) / 8);
  const data = Uint8Array.from({ length: rowBytes * height }, (_, index) => byte(index));
  const image = made.context.flateStream(data, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: colours,
    BitsPerComponent: bits,
  });
  const page = made.addPage([a4.width, a4.height]);
  page.node.setXObject(PDFName.of('Picture'), made.context.register(image));
  const content = `q ${a4.width} 0 0 ${a4.height} 0 0 cm /Picture Do Q`;
  page.node.set(PDFName.of('Contents'), made.context.register(made.context.stream(content)));
  page.node.set(PDFName.of('UserUnit'), PDFNumber.of(1));
  return made.save();
}
