/** Computes the characters of form fields' values, and lays them out in the fields about as a viewer does. */
import type { Glyph } from './raw-page.ts';
import { heightOf, holdsCentre, widthOf, type Box } from '#activities/pdf/words/geometry.ts';

const paddingPt = 2;
const fontSizeMaxPt = 12;
const fontSizeMinPt = 4;
/** Font size of a field that leaves it to the viewer, as a share of its height. */
const fontSizeShare = 0.65;
const leadingEm = 1.15;
const ascentEm = 0.9;
const descentEm = 0.22;
const spaceEm = 0.28;

export type FieldValue = {
  /** The field's rectangle, in the page's own coordinates. */
  box: Box;
  text: string;
  /** In points; 0 if the viewer chooses the size. */
  fontSize: number;
  isMultiline: boolean;
  /** 0 left, 1 centred, 2 right. */
  alignment: number;
};

/** Width of a character in font sizes, about as in Helvetica, which most forms use. */
function advanceEm(character: string): number {
  if (character === ' ') return spaceEm;
  if (/[ijl.,:;'|!()[\]]/.test(character)) return 0.28;
  if (/\d/.test(character)) return 0.556;
  return /\p{Lu}/u.test(character) ? 0.68 : 0.53;
}

const widthEm = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + advanceEm(character), 0);

/** Breaks a line between words into parts of at most this width, in font sizes. A longer word stays whole. */
function wrapped(line: string, widthMaxEm: number): string[] {
  const parts: string[] = [];
  for (const word of line.split(/\s+/).filter(Boolean)) {
    const last = parts.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthEm(longer) <= widthMaxEm) parts.splice(-1, 1, longer);
    else parts.push(word);
  }
  return parts;
}

type Size = { width: number; height: number };

/** Returns the lines of a value and their font size: the field's own, or the largest at which the value fits. */
function linesOf(
  { text, fontSize, isMultiline }: FieldValue,
  { width, height }: Size,
): { lines: string[]; em: number } {
  const chosen = Math.min(fontSizeMaxPt, Math.max(fontSizeMinPt, fontSizeShare * height));
  if (!isMultiline) return { lines: [text.replaceAll(/\s+/g, ' ')], em: fontSize > 0 ? fontSize : chosen };
  const linesAt = (em: number) => text.split(/\r\n?|\n/).flatMap((line) => wrapped(line, width / em));
  if (fontSize > 0) return { lines: linesAt(fontSize), em: fontSize };
  let em = fontSizeMaxPt;
  while (em > fontSizeMinPt && linesAt(em).length * leadingEm * em > height) em -= 1;
  return { lines: linesAt(em), em };
}

/** Converts distances from the field's upper left corner, as its reader sees it, to a position on the page. */
type Place = (right: number, down: number) => [x: number, y: number];

/** Returns the conversion for text that runs in the direction `turns`, in quarter turns. */
function placeIn({ x0, y0, x1, y1 }: Box, turns: number): Place {
  switch (turns) {
    case 0:
      return (right, down) => [x0 + right, y1 - down];
    case 1:
      return (right, down) => [x0 + down, y0 + right];
    case 2:
      return (right, down) => [x1 - right, y0 + down];
    default:
      return (right, down) => [x1 - down, y1 - right];
  }
}

/** Where a line of text begins in its field, its font size, and how much it is narrowed. */
type LinePlace = { left: number; top: number; em: number; scale: number };

/** Returns the characters of one line except its spaces, which only show in the next character's `afterSpace`. */
function lineGlyphs(line: string, { left, top, em, scale }: LinePlace, place: Place, turns: number): Glyph[] {
  const rowPt = (ascentEm + descentEm) * em;
  const glyphs: Glyph[] = [];
  let at = left;
  let afterSpace = true;
  for (const character of line) {
    const advance = advanceEm(character) * em * scale;
    if (character !== ' ') {
      const [fromX, fromY] = place(at, top);
      const [toX, toY] = place(at + advance, top + rowPt);
      glyphs.push({
        text: character,
        x0: Math.min(fromX, toX),
        x1: Math.max(fromX, toX),
        y0: Math.min(fromY, toY),
        y1: Math.max(fromY, toY),
        quarterTurns: turns,
        afterSpace,
        unmapped: false,
      });
    }
    at += advance;
    afterSpace = character === ' ';
  }
  return glyphs;
}

/** Returns the characters of a value in its field, running in the direction `turns`, in quarter turns. */
function glyphsOf(value: FieldValue, turns: number): Glyph[] {
  const { box, alignment, isMultiline } = value;
  const [across, up] = [widthOf(box), heightOf(box)];
  const [width, height] = turns % 2 === 1 ? [up, across] : [across, up];
  const inner = Math.max(1, width - 2 * paddingPt);
  const { lines, em } = linesOf(value, { width: inner, height });
  const place = placeIn(box, turns);
  const firstTop = isMultiline ? paddingPt : (height - (ascentEm + descentEm) * em) / 2;
  return lines.flatMap((line, row) => {
    const needed = widthEm(line) * em;
    // A text that is longer than its field is narrowed, so that it does not extend into another column.
    const scale = Math.min(1, inner / Math.max(1, needed));
    const spare = inner - needed * scale;
    const left = paddingPt + (alignment === 1 ? spare / 2 : alignment === 2 ? spare : 0);
    return lineGlyphs(line, { left, top: firstTop + row * leadingEm * em, em, scale }, place, turns);
  });
}

/** Returns the direction in which most of the characters run, in quarter turns. */
function directionOf(glyphs: readonly Glyph[]): number {
  const counts = [0, 1, 2, 3].map(
    (turns) => glyphs.filter(({ quarterTurns }) => quarterTurns === turns).length,
  );
  return counts.indexOf(Math.max(...counts));
}

/** Maximum gap, in heights, between two characters of one text. */
const nextHeights = 1;

/** Returns the characters outside the fields, without those that continue a text which is longer than its field. */
function besideFields(glyphs: readonly Glyph[], values: readonly FieldValue[]): Glyph[] {
  let last: Glyph | undefined;
  return glyphs.filter((glyph) => {
    const isNext =
      last !== undefined &&
      glyph.y0 === last.y0 &&
      glyph.x0 > last.x0 &&
      glyph.x0 - last.x1 < nextHeights * (glyph.y1 - glyph.y0);
    const isInField = isNext || values.some(({ box }) => holdsCentre(box, glyph));
    last = isInField ? glyph : undefined;
    return !isInField;
  });
}

/**
 * Returns the page's characters, with the values replacing what PDFium has drawn in their fields. Values run in the
 * direction of most of the page's text.
 */
export function withFieldValues(glyphs: Glyph[], values: readonly FieldValue[]): Glyph[] {
  if (values.length === 0) return glyphs;
  const others = besideFields(glyphs, values);
  const turns = directionOf(others);
  return [...others, ...values.flatMap((value) => glyphsOf(value, turns))];
}
