/** Converts one scanned page to words and rules, as if it had a text layer. Runs inside a worker thread. */
import { median, sum } from '#activities/pdf/words/geometry.ts';
import { scaleWithin } from '#activities/pdf/reading/pdfium-picture.ts';
import type { PdfDocument } from '#activities/pdf/reading/pdfium.ts';
import type { Glyph, RawPage, Segment } from '#activities/pdf/reading/raw-page.ts';
import { withColumnLetters } from './codes.ts';
import { withFaintRules } from './faint-rules.ts';
import { evenLight } from './light.ts';
import { areaToRead, maskedTo, type AreaToRead } from './page-areas.ts';
import { readFiguresAgain } from './figures.ts';
import { flattened } from './photo.ts';
import { pictureRulings, withoutRulings, type PictureRulings } from './picture-rulings.ts';
import { inkOf, type GreyPicture, type InkPicture } from './picture.ts';
import { withoutColouredInk } from './ink-separation.ts';
import type { ReadWord, Recogniser } from './recognise.ts';
import type { RecognisedPage } from './recognised-page.ts';
import { withoutSteps } from './fax.ts';
import { rotated, shrunk } from './resample.ts';
import { readAgain, shareBesideWords } from './second-reading.ts';
import { skewOf } from './skew.ts';
import { levelWords } from './level-words.ts';
import { corrected } from './vocabulary.ts';
import { isNoisy, onWhite, withoutInk, withoutSpecks } from './noise.ts';

const pointsPerInch = 72;
const readingDpi = 300;
/** Pixels of an A4 page at the reading resolution; larger pages are read at a lower one. */
const readingPixelsMax = 9_000_000;
/** Resolution sufficient to detect the direction of lines. */
const skewDpi = 100;

/** Confidence below which a page may not be upright and is tried in the other orientations too. */
const uprightConfidence = 0.75;
const otherTurns = [1, 3, 2] as const;
/** A page with a larger share of ink is a photo or noise; print covers about a tenth. */
const inkShareMax = 0.3;
/** Minimum mean grey of bare paper. */
const paperGreyMin = 200;
const blankShrinking = 8;
/** A picture with more of its ink outside of words than this share is a chart or a photo, whose words are no table. */
const chartShareMin = 0.35;
/** Words with a lower confidence are treated as noise. */
const wordConfidenceMin = 0.2;
/** Marks without a letter or digit are noise or remains of rules if their confidence is lower than this. */
const markConfidenceMin = 0.7;
/** Ratio of Tesseract's row height to the font size. */
const rowHeightEm = 0.93;
const ascentEm = 0.9;
const descentEm = 0.22;

/** Replaces typographic quotation marks, which Tesseract returns, by the typed ones that other systems expect. */
const typed = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

function isWord({ text, confidence }: ReadWord): boolean {
  const confidenceMin = hasLetterOrDigit(text) ? wordConfidenceMin : markConfidenceMin;
  return text.trim() !== '' && confidence / 100 >= confidenceMin;
}

/** Returns the sum and the mean of the confidence of all letters, so that a long word counts for more than a dash. */
function evidenceOf(words: readonly ReadWord[]): { sureLetters: number; confidence: number } {
  const letters = sum(words.map(({ text }) => text.length));
  const sureLetters = sum(words.map(({ text, confidence }) => text.length * (confidence / 100)));
  return { sureLetters, confidence: letters === 0 ? 0 : sureLetters / letters };
}

function isPrint({ ink }: InkPicture): boolean {
  const share = ink.reduce((count, value) => count + value, 0) / ink.length;
  return share > 0 && share <= inkShareMax;
}

type Point = { x: number; y: number };
/** Converts a position on the picture to one on the unrotated page. */
type ToPage = (x: number, y: number) => Point;

/** Returns the conversion for a page that was turned by `turn` clockwise quarter turns for reading. */
function toPage({ width, height, left, bottom }: RawPage, turn: number, pixelsPerPt: number): ToPage {
  const pt = (pixels: number): number => pixels / pixelsPerPt;
  switch (turn) {
    case 0:
      return (x, y) => ({ x: left + pt(x), y: bottom + height - pt(y) });
    case 1:
      return (x, y) => ({ x: left + pt(y), y: bottom + pt(x) });
    case 2:
      return (x, y) => ({ x: left + width - pt(x), y: bottom + pt(y) });
    default:
      return (x, y) => ({ x: left + width - pt(y), y: bottom + height - pt(x) });
  }
}

/** Converts a word to one glyph, so that its letters stay together whatever their distance. */
function glyphOf(
  { text, x0, x1, baseline, rowHeight }: ReadWord,
  place: ToPage,
  quarterTurns: number,
): Glyph {
  const em = rowHeight / rowHeightEm;
  const from = place(x0, baseline - ascentEm * em);
  const to = place(x1, baseline + descentEm * em);
  return {
    text: corrected(typed(text.trim())),
    x0: Math.min(from.x, to.x),
    x1: Math.max(from.x, to.x),
    y0: Math.min(from.y, to.y),
    y1: Math.max(from.y, to.y),
    quarterTurns,
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

/** A page's picture before it is turned for reading: flat, evenly lit, without coloured ink over the print. */
type Sheet = { picture: GreyPicture; pixelsPerPt: number; hadColouredInk: boolean };

function sheetOf(document: PdfDocument, raw: RawPage, area: AreaToRead): Sheet | undefined {
  const { number, width, height, rotation } = raw;
  const seen = rotation % 2 === 1 ? { width: height, height: width } : { width, height };
  const pixelsPerPt = scaleWithin(width, height, readingDpi / pointsPerInch, readingPixelsMax);
  const bitmap = document.drawPage(number, { ...seen, pixelsPerPt, turn: 0 });
  if (!bitmap) return undefined;
  const { picture: print, hadColouredInk } = withoutColouredInk(bitmap, pixelsPerPt);
  const picture = withoutSteps(print);
  const masked = maskedTo(picture, raw, area, pixelsPerPt);
  const flat = area.isWholePage || area.isSheet ? flattened(masked, pixelsPerPt) : masked;
  return { picture: evenLight(flat, pixelsPerPt), pixelsPerPt, hadColouredInk };
}

/** Turns the sheet for reading and corrects its skew. */
function straightened({ picture, pixelsPerPt }: Sheet, quarterTurns: number): GreyPicture {
  const factor = Math.max(1, Math.round((pixelsPerPt * pointsPerInch) / skewDpi));
  const turned = rotated(shrunk(picture, factor), quarterTurns, 0);
  return rotated(picture, quarterTurns, -skewOf(inkOf(turned)));
}

/** A page that was read in one orientation, with the number of its letters weighted by confidence. */
type Reading = RecognisedPage & { sureLetters: number; isChart?: boolean };

/** Returns the page with its picture left unread, because it shows something other than text. */
const withChart = (raw: RawPage, area: AreaToRead): Reading => ({
  page: { ...raw, glyphs: area.kept, pictures: area.boxes },
  confidence: 0,
  sureLetters: 0,
  isChart: true,
});

/** What is on a sheet that was turned for reading. */
type Layers = {
  picture: GreyPicture;
  /** All ink, with noise. */
  found: InkPicture;
  /** The ink without noise and rules. */
  letters: InkPicture;
  rulings: PictureRulings;
};

/** Separates letters, rules and noise; undefined if the sheet shows no print. */
function layersOf(sheet: Sheet, quarterTurns: number): Layers | undefined {
  const { pixelsPerPt } = sheet;
  const picture = straightened(sheet, quarterTurns);
  const found = inkOf(picture);
  const clean = isNoisy(found, pixelsPerPt)
    ? (ink: InkPicture) => withoutSpecks(ink, pixelsPerPt)
    : (ink: InkPicture) => ink;
  const ink = clean(found);
  if (!isPrint(ink)) return undefined;
  const rulings = withFaintRules(picture, ink, pictureRulings(ink, pixelsPerPt), pixelsPerPt);
  // Remains of removed rules form specks, so noise is removed after the rules.
  const letters = clean(withoutRulings(ink, rulings, pixelsPerPt));
  return { picture, found, letters, rulings };
}

type Words = {
  words: ReadWord[];
  /** The height of a line in pixels. */
  row: number;
  unreadPlaces: number;
  unsureFigures: string[];
};

/** Reads the words. Only in the right orientation, doubtful words and figures are read again. */
async function readWords(
  recogniser: Recogniser,
  { picture, found, letters }: Layers,
  pixelsPerPt: number,
): Promise<Words> {
  const dpi = pixelsPerPt * pointsPerInch;
  const readable = onWhite(picture, letters, found, pixelsPerPt);
  const first = (await recogniser.read(readable, dpi)).filter(isWord);
  const rowOf = (words: readonly ReadWord[]): number => median(words.map(({ rowHeight }) => rowHeight));
  if (evidenceOf(first).confidence < uprightConfidence)
    return { words: first, row: rowOf(first), unreadPlaces: 0, unsureFigures: [] };
  const page = { clean: readable, letters, pixelsPerPt, dpi };
  const { words: all, unreadPlaces } = await readAgain(recogniser, page, first);
  const row = rowOf(all);
  const withoutRules = withoutInk(picture, found, letters);
  const { words, unsure } = await readFiguresAgain({ recogniser, picture: withoutRules, row, dpi }, all);
  return { words, row, unreadPlaces, unsureFigures: unsure };
}

/** Returns the page with the recognised words and rules in its own coordinates. */
function recognisedPage(
  raw: RawPage,
  area: AreaToRead,
  found: { words: readonly ReadWord[]; rulings: PictureRulings; turn: number; pixelsPerPt: number },
): RawPage {
  const { words, rulings, turn, pixelsPerPt } = found;
  const place = toPage(raw, turn, pixelsPerPt);
  return {
    ...raw,
    rotation: turn,
    glyphs: [...area.kept, ...words.map((word) => glyphOf(word, place, turn))],
    segments: [...(area.isWholePage ? [] : raw.segments), ...segmentsOf(rulings, place)],
    fills: area.isWholePage ? [] : raw.fills,
    slants: area.isWholePage ? [] : raw.slants,
    pictures: words.length > 0 ? [] : area.boxes,
    recognised: words.length > 0 ? area.boxes : [],
    shapes: 0,
  };
}

/** Reads the sheet after turning it by clockwise quarter turns; undefined if it shows no print. */
async function readTurned(
  recogniser: () => Promise<Recogniser>,
  { raw, area, sheet }: { raw: RawPage; area: AreaToRead; sheet: Sheet },
  quarterTurns: number,
): Promise<Reading | undefined> {
  const { pixelsPerPt, hadColouredInk } = sheet;
  const layers = layersOf(sheet, quarterTurns);
  if (!layers) return undefined;
  const { letters, rulings } = layers;
  const read = await readWords(await recogniser(), layers, pixelsPerPt);
  if (!area.isSheet && shareBesideWords(letters, read.words) > chartShareMin) return withChart(raw, area);
  const words = levelWords(withColumnLetters(read.words.filter(isWord), read.row), rulings.verticals);
  const turn = (raw.rotation + quarterTurns) % 4;
  return {
    ...evidenceOf(words),
    hadColouredInk,
    unreadPlaces: read.unreadPlaces,
    unsureFigures: read.unsureFigures,
    page: recognisedPage(raw, area, { words, rulings, turn, pixelsPerPt }),
  };
}

/** Whether the picture is bare paper. */
function isBlank({ picture }: Sheet): boolean {
  const { grey } = shrunk(picture, blankShrinking);
  return sum([...grey]) >= paperGreyMin * grey.length && !inkOf(picture).ink.includes(1);
}

/**
 * Reads a page's pictures, in other orientations too if the first one is hard to read. Undefined if the page is broken
 * or shows no print.
 */
export async function readScannedPage(
  document: PdfDocument,
  recogniser: () => Promise<Recogniser>,
  number: number,
): Promise<RecognisedPage | undefined> {
  const raw = document.readPage(number);
  if (!raw) return undefined;
  const area = areaToRead(raw);
  const sheet = sheetOf(document, raw, area);
  if (!sheet) return undefined;
  if (isBlank(sheet)) {
    const page = { ...raw, glyphs: area.kept, pictures: [], shapes: 0 };
    return { page, confidence: 0, hadColouredInk: false, unreadPlaces: 0 };
  }
  let best = await readTurned(recogniser, { raw, area, sheet }, 0);
  for (const quarterTurns of area.mayTurn ? otherTurns : []) {
    if (!best || best.isChart || best.confidence >= uprightConfidence) break;
    const turned = await readTurned(recogniser, { raw, area, sheet }, quarterTurns);
    if (turned && turned.sureLetters > best.sureLetters) best = turned;
  }
  if (!best) return undefined;
  const { sureLetters: _, isChart: __, ...read } = best;
  return read;
}
