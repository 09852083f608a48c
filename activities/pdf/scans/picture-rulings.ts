/** The rules of a scanned table: long thin runs of ink, along rows and along columns of pixels. */
import type { InkPicture } from './picture.ts';

/** A rule in pixels: `at` across its direction, `from` and `to` along it. */
type PictureRuling = { at: number; from: number; to: number; thickness: number };
export type PictureRulings = { horizontals: PictureRuling[]; verticals: PictureRuling[] };

/** Rules are longer than strokes of letters, and thinner than grounds of cells. */
const lengthMinPt = 22;
/** Between two rules across it, a short piece is the side of a cell. */
const sideLengthMinPt = 7;
const thicknessMaxPt = 3.5;
/** Holes that dirt and thresholds leave in a rule. */
const holeMaxPt = 0.8;
/** How far the end of a side may be from the rule that it meets. */
const touchPt = 2.5;
/** Share of a rule along which other ink may touch it. From the line over Bengali words, letters hang all along. */
const touchedShareMax = 0.12;
/** So far beyond the edge of a rule is other ink looked for: the edge itself is ragged. */
const besidePt = 0.6;
/** The ragged edge of a rule, taken away with it. */
const edgePt = 0.5;
/** A page of squared paper has some thousands. */
const runsMax = 60_000;

type Run = { line: number; from: number; to: number };

/** Pixels along rows or along columns, so that both are looked at in the same way. */
type Lines = { count: number; length: number; at: (line: number, place: number) => number };

const rowsOf = ({ width, height, ink }: InkPicture): Lines => ({
  count: height,
  length: width,
  at: (line, place) => ink[line * width + place]!,
});
const columnsOf = ({ width, height, ink }: InkPicture): Lines => ({
  count: width,
  length: height,
  at: (line, place) => ink[place * width + line]!,
});

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

/** Runs on neighbouring lines that overlap are one strip; what is too thick is a ground or a picture. */
function stripsOf(runs: readonly Run[]): Strip[] {
  const done: Strip[] = [];
  let open: Strip[] = [];
  for (const run of runs) {
    const near: Strip[] = [];
    for (const strip of open) (strip.last >= run.line - 1 ? near : done).push(strip);
    open = near;
    const strip = near.find(
      ({ runs: own }) =>
        own.at(-1)!.from < run.to && run.from < own.at(-1)!.to && own.at(-1)!.line < run.line,
    );
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

/** A dark ground bounds cells by its edges; there is nothing of it to take away. */
const edgesOf = ({ first, last, runs }: Strip): PictureRuling[] =>
  [
    { at: first, run: runs[0]! },
    { at: last + 1, run: runs.at(-1)! },
  ].map(({ at, run: { from, to } }) => ({ at, from, to, thickness: 0 }));

/** Share of the strip along which there is ink beside it, on the side where there is more. */
function touchedShare({ first, last, from, to }: Strip, { count, at }: Lines, beside: number): number {
  // At its ends a rule meets others.
  const [start, end] = [from + 2 * beside, to - 2 * beside];
  const shareOn = (line: number): number => {
    if (line < 0 || line >= count || end <= start) return 0;
    let touched = 0;
    for (let place = start; place < end; place++) touched += at(line, place);
    return touched / (end - start);
  };
  return Math.max(shareOn(first - beside), shareOn(last + beside));
}

/** Both ends of a side lie on rules across it. */
function isSide(strip: Strip, across: readonly PictureRuling[], touch: number): boolean {
  const middle = (strip.first + strip.last) / 2;
  const meets = (end: number): boolean =>
    across.some(
      ({ at, from, to }) => Math.abs(at - end) <= touch && middle >= from - touch && middle <= to + touch,
    );
  return meets(strip.from) && meets(strip.to);
}

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

/** The edges of grounds are no lines. */
const isDrawn = ({ thickness }: PictureRuling): boolean => thickness > 0;

/** The ink without rules, so that none of them is read as a letter. */
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
