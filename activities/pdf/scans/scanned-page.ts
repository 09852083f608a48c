/** Converts one scanned page to words and rules, as if it had a text layer. Runs inside a worker thread. */
import { median, sum } from '#activities/pdf/words/geometry.ts';
import { scaleWithin } from '#activities/pdf/reading/pdfium-picture.ts';
import type { PdfDocument } from '#activities/pdf/reading/pdfium.ts';
import type { Glyph, RawPage, Segment } from '#activities/pdf/reading/raw-page.ts';
import { pictureRulings, withoutRulings, type PictureRulings } from './picture-rulings.ts';
import { inkOf, type InkPicture } from './picture.ts';
import type { ReadWord, Recogniser } from './recognise.ts';
import type { RecognisedPage } from './recognised-page.ts';
import { skewOf } from './skew.ts';
import { isNoisy, onWhite, withoutSpecks } from './noise.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';

const pointsPerInch = 72;
const readingDpi = 300;
/** Pixels of an A4 page at the reading resolution; larger pages are read at a lower one. */
const readingPixelsMax = 9_000_000;
/** Resolution sufficient to detect the direction of lines. */
const skewDpi = 100;
const skewPixelsMax = 1_000_000;

/** Confidence below which a page may not be upright and is tried in the other orientations too. */
const uprightConfidence = 0.75;
const otherTurns = [1, 3, 2] as const;
/** A page with a larger share of ink is a photo or noise; print covers about a tenth. */
const inkShareMax = 0.3;
/** Words with a lower confidence are treated as noise. */
const wordConfidenceMin = 0.2;
/** Marks without a letter or digit are noise or remains of rules, unless their confidence is at least this. */
const markConfidenceMin = 0.7;
/** Ratio of Tesseract's row height to the font size. */
const rowHeightEm = 0.93;
const ascentEm = 0.9;
const descentEm = 0.22;

/** Replaces typographic quotation marks, which Tesseract returns, by the typed ones that other systems expect. */
const typed = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

const speaks = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function isWord({ text, confidence }: ReadWord): boolean {
  return text.trim() !== '' && confidence / 100 >= (speaks(text) ? wordConfidenceMin : markConfidenceMin);
}

/** Weights confidence by letters, so that a long word counts for more than a dash. */
function evidenceOf(words: readonly ReadWord[]): { sureLetters: number; confidence: number } {
  const letters = sum(words.map(({ text }) => text.length));
  const sureLetters = sum(words.map(({ text, confidence }) => text.length * (confidence / 100)));
  return { sureLetters, confidence: letters === 0 ? 0 : sureLetters / letters };
}

function isPrint({ ink }: InkPicture): boolean {
  const share = ink.reduce((count, value) => count + value, 0) / ink.length;
  return share > 0 && share <= inkShareMax;
}

/** Baselines closer than this, in row heights, are the same. */
const sameLineRows = 0.3;
/** Measured heights of rows of digits, capitals or small letters differ by up to this share. */
const sameHeightShare = 0.3;

/** Levels a line. Words are recognised separately, so their neighbours determine the baseline more reliably. */
function levelLine(line: readonly ReadWord[], rowHeight: number): ReadWord[] {
  const baseline = median(line.map((word) => word.baseline));
  return line.map((word) => {
    const isUsual = Math.abs(word.rowHeight - rowHeight) <= sameHeightShare * rowHeight;
    return { ...word, baseline, rowHeight: isUsual ? rowHeight : word.rowHeight };
  });
}

function levelWords(words: readonly ReadWord[]): ReadWord[] {
  const rowHeight = median(words.map((word) => word.rowHeight));
  const lines: ReadWord[][] = [];
  for (const word of [...words].sort((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1);
    if (line && word.baseline - firstOf(line).baseline < sameLineRows * rowHeight) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap((line) => levelLine(line, rowHeight).sort((a, b) => a.x0 - b.x0));
}

type Point = { x: number; y: number };
/** Converts a position on the picture to one on the unrotated page. */
type ToPage = (x: number, y: number) => Point;

/** Builds the conversion from the page's size in points and the rotation for reading. */
function toPage({ width, height }: Size, turn: number, pixelsPerPt: number): ToPage {
  const pt = (pixels: number): number => pixels / pixelsPerPt;
  switch (turn) {
    case 0:
      return (x, y) => ({ x: pt(x), y: height - pt(y) });
    case 1:
      return (x, y) => ({ x: pt(y), y: pt(x) });
    case 2:
      return (x, y) => ({ x: width - pt(x), y: pt(y) });
    default:
      return (x, y) => ({ x: width - pt(y), y: height - pt(x) });
  }
}

/** Converts a word to one glyph, so that its letters stay together whatever their distance. */
function glyphOf({ text, x0, x1, baseline, rowHeight }: ReadWord, place: ToPage): Glyph {
  const em = rowHeight / rowHeightEm;
  const from = place(x0, baseline - ascentEm * em);
  const to = place(x1, baseline + descentEm * em);
  return {
    text: typed(text.trim()),
    x0: Math.min(from.x, to.x),
    x1: Math.max(from.x, to.x),
    y0: Math.min(from.y, to.y),
    y1: Math.max(from.y, to.y),
    quarterTurns: 0,
    afterSpace: true,
    unmapped: false,
  };
}

function segmentsOf({ horizontals, verticals }: PictureRulings, place: ToPage): Segment[] {
  const segment = (from: Point, to: Point): Segment => ({ x0: from.x, y0: from.y, x1: to.x, y1: to.y });
  return [
    ...horizontals.map(({ at, from, to }) => segment(place(from, at), place(to, at))),
    ...verticals.map(({ at, from, to }) => segment(place(at, from), place(at, to))),
  ];
}

type Size = { width: number; height: number };

async function readTurned(
  document: PdfDocument,
  recogniser: () => Promise<Recogniser>,
  { number, width, height, rotation }: RawPage,
  quarterTurns: number,
): Promise<(RecognisedPage & { sureLetters: number }) | undefined> {
  const seen = rotation % 2 === 1 ? { width: height, height: width } : { width, height };
  const draw = (pixelsPerPt: number, angle: number) =>
    document.drawGrey(number, { ...seen, pixelsPerPt, quarterTurns, angle });
  const small = draw(scaleWithin(width, height, skewDpi / pointsPerInch, skewPixelsMax), 0);
  if (!small) return undefined;
  const pixelsPerPt = scaleWithin(width, height, readingDpi / pointsPerInch, readingPixelsMax);
  const picture = draw(pixelsPerPt, -skewOf(inkOf(small)));
  if (!picture) return undefined;
  const found = inkOf(picture);
  const clean = isNoisy(found, pixelsPerPt)
    ? (ink: InkPicture) => withoutSpecks(ink, pixelsPerPt)
    : (ink: InkPicture) => ink;
  const ink = clean(found);
  if (!isPrint(ink)) return undefined;
  const rulings = pictureRulings(ink, pixelsPerPt);
  // Remains of removed rules form specks, so noise is removed after the rules.
  const letters = clean(withoutRulings(ink, rulings, pixelsPerPt));
  const read = await (await recogniser()).read(onWhite(picture, letters), pixelsPerPt * pointsPerInch);
  const words = levelWords(read.filter(isWord));
  const turn = (rotation + quarterTurns) % 4;
  const place = toPage({ width, height }, turn, pixelsPerPt);
  return {
    ...evidenceOf(words),
    page: {
      number,
      width,
      height,
      left: 0,
      bottom: 0,
      rotation: turn,
      glyphs: words.map((word) => glyphOf(word, place)),
      segments: segmentsOf(rulings, place),
      fills: [],
      slants: [],
      pictureShare: 0,
      shapes: 0,
    },
  };
}

/** Reads a scanned page; undefined if it is broken or not a picture of print. */
export async function readScannedPage(
  document: PdfDocument,
  recogniser: () => Promise<Recogniser>,
  number: number,
): Promise<RecognisedPage | undefined> {
  const raw = document.readPage(number);
  if (!raw) return undefined;
  let best = await readTurned(document, recogniser, raw, 0);
  for (const quarterTurns of otherTurns) {
    if (!best || best.confidence >= uprightConfidence) break;
    const turned = await readTurned(document, recogniser, raw, quarterTurns);
    if (turned && turned.sureLetters > best.sureLetters) best = turned;
  }
  return best && { page: best.page, confidence: best.confidence };
}
