/** Detects the rules of a scanned table: long thin runs of ink along rows and columns of pixels. */
import type { InkPicture } from './picture.ts';
import { firstOf, lastOf } from '#activities/pdf/words/lists.ts';

/** A rule in pixels: `at` is its position across its direction, `from` and `to` its extent along it. */
export type PictureRuling = { at: number; from: number; to: number; thickness: number };
export type PictureRulings = { horizontals: PictureRuling[]; verticals: PictureRuling[] };

/** Rules are longer than letter strokes and thinner than cell backgrounds. */
const lengthMinPt = 22;
/** Minimum length of a cell's side, a short piece between two perpendicular rules. */
const sideLengthMinPt = 7;
const thicknessMaxPt = 3.5;
/** Maximum gap that noise and thresholding leave in a rule. */
const holeMaxPt = 0.8;
/** Maximum distance between the end of a side and the rule it meets. */
const touchPt = 2.5;
/**
 * Maximum share of a rule along which other ink may touch it. The headline of a Bengali word is no rule, because
 * letters hang from all of it.
 */
const touchedShareMax = 0.12;
/**
 * Distance beyond a rule's edge at which to look for other ink. Scanned edges are ragged, so the edge itself is
 * skipped.
 */
const besidePt = 0.6;
/** Width of a rule's ragged edge, which is removed with it. */
const edgePt = 0.5;
/** Limit on the number of runs; a page of squared paper has a few thousand. */
const runsMax = 60_000;

/** Ink along a line of pixels, from `from` up to but excluding `to`. */
type Run = { line: number; from: number; to: number };

/** Access to pixels along rows or columns, so that both are processed by the same code. */
type Lines = { count: number; length: number; at: (line: number, place: number) => number };

const rowsOf = ({ width, height, ink }: InkPicture): Lines => ({
  count: height,
  length: width,
  at: (line, place) => ink[line * width + place] ?? 0,
});
const columnsOf = ({ width, height, ink }: InkPicture): Lines => ({
  count: width,
  length: height,
  at: (line, place) => ink[place * width + line] ?? 0,
});

/** Returns the runs that are long enough. Holes in a run are bridged up to `holeMax` pixels. */
function runsOf({ count, length, at }: Lines, lengthMin: number, holeMax: number): Run[] {
  const runs: Run[] = [];
  for (let line = 0; line < count && runs.length < runsMax; line++) {
    let from = -1;
    let last = -1;
    const close = (): void => {
      if (from >= 0 && last + 1 - from >= lengthMin) runs.push({ line, from, to: last + 1 });
      from = -1;
    };
    for (let place = 0; place < length; place++) {
      if (at(line, place) === 0) continue;
      if (from >= 0 && place - last - 1 > holeMax) close();
      if (from < 0) from = place;
      last = place;
    }
    close();
  }
  return runs;
}

type Strip = { first: number; last: number; from: number; to: number; runs: Run[] };

/** Joins overlapping runs on neighbouring lines into strips. */
function stripsOf(runs: readonly Run[]): Strip[] {
  const done: Strip[] = [];
  let open: Strip[] = [];
  for (const run of runs) {
    const near: Strip[] = [];
    for (const strip of open) (strip.last >= run.line - 1 ? near : done).push(strip);
    open = near;
    const strip = near.find(({ runs: own }) => {
      const above = lastOf(own);
      return above.from < run.to && run.from < above.to && above.line < run.line;
    });
    if (!strip) {
      open.push({ first: run.line, last: run.line, from: run.from, to: run.to, runs: [run] });
      continue;
    }
    strip.last = run.line;
    strip.from = Math.min(strip.from, run.from);
    strip.to = Math.max(strip.to, run.to);
    strip.runs.push(run);
  }
  return [...done, ...open];
}

const rulingOf = ({ first, last, from, to }: Strip): PictureRuling => ({
  at: (first + last + 1) / 2,
  from,
  to,
  thickness: last + 1 - first,
});

/** Returns the edges of a dark background, which bound cells. With the thickness 0, no ink is removed for them. */
const edgesOf = ({ first, last, runs }: Strip): PictureRuling[] =>
  [
    { at: first, run: firstOf(runs) },
    { at: last + 1, run: lastOf(runs) },
  ].map(({ at, run: { from, to } }) => ({ at, from, to, thickness: 0 }));

/** Returns the share of the strip along which there is ink beside it, on the side with more ink. */
function touchedShare({ first, last, from, to }: Strip, { count, at }: Lines, beside: number): number {
  // The ends are skipped, because there a rule meets others.
  const [start, end] = [from + 2 * beside, to - 2 * beside];
  const shareOn = (line: number): number => {
    if (line < 0 || line >= count || end <= start) return 0;
    let touched = 0;
    for (let place = start; place < end; place++) touched += at(line, place);
    return touched / (end - start);
  };
  return Math.max(shareOn(first - beside), shareOn(last + beside));
}

/** Whether both ends of the strip lie on perpendicular rules. */
function isSide(strip: Strip, across: readonly PictureRuling[], touch: number): boolean {
  const middle = (strip.first + strip.last) / 2;
  const meets = (end: number): boolean =>
    across.some(
      ({ at, from, to }) => Math.abs(at - end) <= touch && middle >= from - touch && middle <= to + touch,
    );
  return meets(strip.from) && meets(strip.to);
}

/** Returns the rules in pixels. Strips of ink from which letters hang are not rules. */
export function pictureRulings(picture: InkPicture, pixelsPerPt: number): PictureRulings {
  const px = (pt: number): number => pt * pixelsPerPt;
  const isThin = ({ first, last }: Strip): boolean => last + 1 - first <= px(thicknessMaxPt);
  const beside = Math.max(2, Math.round(px(besidePt)));
  const isBare = (strip: Strip, lines: Lines): boolean =>
    touchedShare(strip, lines, beside) <= touchedShareMax;
  const [rows, columns] = [rowsOf(picture), columnsOf(picture)];
  const horizontals = stripsOf(runsOf(rows, px(lengthMinPt), px(holeMaxPt))).flatMap((strip) => {
    if (!isThin(strip)) return edgesOf(strip);
    return isBare(strip, rows) ? [rulingOf(strip)] : [];
  });
  const verticals = stripsOf(runsOf(columns, px(sideLengthMinPt), px(holeMaxPt)))
    .filter((strip) => isThin(strip) && isBare(strip, columns))
    .filter((strip) => strip.to - strip.from >= px(lengthMinPt) || isSide(strip, horizontals, px(touchPt)))
    .map(rulingOf);
  return { horizontals, verticals };
}

/** Whether the rule is drawn as a line, unlike the edge of a background. */
const isDrawn = ({ thickness }: PictureRuling): boolean => thickness > 0;

/** Removes the rules from the ink, so that none is read as a letter. */
export function withoutRulings(
  { width, height, ink }: InkPicture,
  { horizontals, verticals }: PictureRulings,
  pixelsPerPt: number,
): InkPicture {
  const clean = ink.slice();
  const edge = edgePt * pixelsPerPt;
  const wipe = (x0: number, y0: number, x1: number, y1: number): void => {
    const from = Math.max(0, Math.floor(x0));
    const to = Math.min(width, Math.ceil(x1));
    for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, Math.ceil(y1)); y++)
      if (to > from) clean.fill(0, y * width + from, y * width + to);
  };
  for (const { at, from, to, thickness } of horizontals.filter(isDrawn))
    wipe(from - edge, at - thickness / 2 - edge, to + edge, at + thickness / 2 + edge);
  for (const { at, from, to, thickness } of verticals)
    wipe(at - thickness / 2 - edge, from - edge, at + thickness / 2 + edge, to + edge);
  return { width, height, ink: clean };
}
