/**
 * Detects hairlines that are lighter than ink: straight lines along which the picture is darker than on both sides.
 */
import type { GreyPicture, InkPicture } from './picture.ts';
import type { PictureRuling, PictureRulings } from './picture-rulings.ts';

const lengthMinPt = 22;
/** A hairline is at most this thick. */
const thicknessMaxPt = 1.6;
/** Distance at which the paper beside a hairline is compared with it. */
const besidePt = 1.4;
/** Minimum grey levels by which a hairline is darker than both sides, in means over this length along it. */
const contrastMin = 9;
const meanPt = 1.2;
/** Along a hairline, at least this share of every window of this length is dark. Print is dark only in places. */
const windowPt = 14;
const coverMin = 0.78;
/**
 * The tops and bottoms of figures are darker than both sides too, but strokes of ink hang from them. At these distances
 * from a hairline, at most this share is ink.
 */
const hangingPt = [0.8, 1.5];
const hangingShareMax = 0.15;
/** A hairline this close to a rule that was found as ink is the same rule. */
const samePt = 2.2;
/** Maximum distance at which a hairline's end is moved to the rule that it meets. */
const snapPt = 7;

/** Access to pixels along rows or columns, so that both are searched by the same code. */
type Way = { lines: number; length: number; at: (line: number, place: number) => number };

/** Returns for each pixel the mean of the pixels within `reach` along the line. */
function meansAlong({ lines, length, at }: Way, reach: number): Uint8Array {
  const means = new Uint8Array(lines * length);
  for (let line = 0; line < lines; line++) {
    let total = 0;
    for (let place = -reach; place < length; place++) {
      if (place + reach < length) total += at(line, place + reach);
      if (place - reach - 1 >= 0) total -= at(line, place - reach - 1);
      if (place < 0) continue;
      const count = Math.min(length - 1, place + reach) - Math.max(0, place - reach) + 1;
      means[line * length + place] = total / count;
    }
  }
  return means;
}

/** A dark part of a line of pixels; `depth` is by how much it is darker than both sides on average. */
type Stretch = { line: number; from: number; to: number; depth: number };

/** All lengths are in pixels. */
type Sizes = { beside: number; window: number; lengthMin: number };

/** Returns by how much each pixel of a line is darker than those beside it on both sides. */
function depthsOf(means: Uint8Array, { length }: Way, line: number, beside: number): Int16Array {
  const depths = new Int16Array(length);
  const [own, above, below] = [line * length, (line - beside) * length, (line + beside) * length];
  for (let place = 0; place < length; place++)
    depths[place] =
      Math.min(means[above + place] ?? 0, means[below + place] ?? 0) - (means[own + place] ?? 0);
  return depths;
}

/** Returns the stretches of one line of pixels that are darker than both sides. */
function stretchesOf(
  means: Uint8Array,
  way: Way,
  line: number,
  { beside, window, lengthMin }: Sizes,
): Stretch[] {
  const { lines, length } = way;
  if (line < beside || line >= lines - beside) return [];
  const depths = depthsOf(means, way, line, beside);
  const found: Stretch[] = [];
  let covered = 0;
  let open: { from: number; depth: number; count: number } | undefined;
  let last = -1;
  const isDark = (place: number): boolean => (depths[place] ?? 0) >= contrastMin;
  for (let place = 0; place < length + window; place++) {
    if (place < length && isDark(place)) covered += 1;
    if (place >= window && isDark(place - window)) covered -= 1;
    // The window ends at `place`.
    const isCovered = place >= window - 1 && place < length && covered >= coverMin * window;
    if (isCovered) {
      open ??= { from: place - window + 1, depth: 0, count: 0 };
      open.depth += depths[place] ?? 0;
      open.count += 1;
      last = place;
    } else if (open) {
      let [from, to] = [open.from, last];
      while (from < to && !isDark(from)) from += 1;
      while (to > from && !isDark(to)) to -= 1;
      if (to + 1 - from >= lengthMin) found.push({ line, from, to: to + 1, depth: open.depth / open.count });
      open = undefined;
    }
  }
  return found;
}

/** Joins stretches on neighbouring lines of pixels into rules. Those that become too thick are dropped. */
function joined(stretches: readonly Stretch[], thicknessMax: number): PictureRuling[] {
  type Group = { first: number; last: number; from: number; to: number; best: Stretch };
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const stretch of stretches) {
    open = open.filter(({ last }) => last >= stretch.line - 1);
    const group = open.find(({ from, to }) => from < stretch.to && stretch.from < to);
    if (!group) {
      const { line, from, to } = stretch;
      const made = { first: line, last: line, from, to, best: stretch };
      groups.push(made);
      open.push(made);
      continue;
    }
    group.last = stretch.line;
    group.from = Math.min(group.from, stretch.from);
    group.to = Math.max(group.to, stretch.to);
    if (stretch.depth > group.best.depth) group.best = stretch;
  }
  return groups
    .filter(({ first, last }) => last + 1 - first <= thicknessMax)
    .map(({ first, last, from, to, best }) => ({
      at: best.line + 0.5,
      from,
      to,
      thickness: last + 1 - first,
    }));
}

function rulesAlong(way: Way, pixelsPerPt: number): PictureRuling[] {
  const px = (pt: number): number => Math.max(1, Math.round(pt * pixelsPerPt));
  const means = meansAlong(way, px(meanPt));
  const sizes = { beside: px(besidePt), window: px(windowPt), lengthMin: px(lengthMinPt) };
  const stretches: Stretch[] = [];
  for (let line = 0; line < way.lines; line++) stretches.push(...stretchesOf(means, way, line, sizes));
  return joined(stretches, px(thicknessMaxPt + besidePt));
}

/** Moves the ends of a rule to the perpendicular rules nearby, because it may be too light to be seen up to them. */
function snapped(rule: PictureRuling, across: readonly PictureRuling[], reach: number): PictureRuling {
  const meets = across.filter(({ from, to }) => rule.at >= from - reach && rule.at <= to + reach);
  const nearest = (end: number): number =>
    meets.reduce((best, { at }) => (Math.abs(at - end) <= Math.abs(best - end) ? at : best), end + reach + 1);
  const end = (at: number): number => (Math.abs(nearest(at) - at) <= reach ? nearest(at) : at);
  return { ...rule, from: end(rule.from), to: end(rule.to) };
}

/** Whether hardly any ink hangs from the rule, on either side. */
function isBare({ at, from, to }: PictureRuling, ink: Way, pixelsPerPt: number): boolean {
  return hangingPt
    .flatMap((pt) => [-pt * pixelsPerPt, pt * pixelsPerPt])
    .every((distance) => {
      const line = Math.round(at + distance);
      let count = 0;
      for (let place = from; place < to; place++) count += ink.at(line, place);
      return count <= hangingShareMax * (to - from);
    });
}

/** Whether known rules cover less than half of the rule. */
function isNew(rule: PictureRuling, known: readonly PictureRuling[], pixelsPerPt: number): boolean {
  const same = known.filter(({ at }) => Math.abs(at - rule.at) <= samePt * pixelsPerPt);
  const shared = same.reduce(
    (total, { from, to }) => total + Math.max(0, Math.min(to, rule.to) - Math.max(from, rule.from)),
    0,
  );
  return shared < 0.5 * (rule.to - rule.from);
}

/** Returns the rulings, all in pixels, with the hairlines that they lack. */
export function withFaintRules(
  { width, height, grey }: GreyPicture,
  { ink }: InkPicture,
  { horizontals, verticals }: PictureRulings,
  pixelsPerPt: number,
): PictureRulings {
  const px = (pt: number): number => pt * pixelsPerPt;
  const rows: Way = { lines: height, length: width, at: (line, place) => grey[line * width + place] ?? 0 };
  const columns: Way = { lines: width, length: height, at: (line, place) => grey[place * width + line] ?? 0 };
  const inkRows: Way = { ...rows, at: (line, place) => ink[line * width + place] ?? 0 };
  const inkColumns: Way = { ...columns, at: (line, place) => ink[place * width + line] ?? 0 };
  const newVerticals = rulesAlong(columns, pixelsPerPt).filter(
    (rule) => isNew(rule, verticals, pixelsPerPt) && isBare(rule, inkColumns, pixelsPerPt),
  );
  const newHorizontals = rulesAlong(rows, pixelsPerPt).filter(
    (rule) => isNew(rule, horizontals, pixelsPerPt) && isBare(rule, inkRows, pixelsPerPt),
  );
  const allVerticals = [...verticals, ...newVerticals];
  const allHorizontals = [...horizontals, ...newHorizontals];
  return {
    horizontals: [...horizontals, ...newHorizontals.map((rule) => snapped(rule, allVerticals, px(snapPt)))],
    verticals: [...verticals, ...newVerticals.map((rule) => snapped(rule, allHorizontals, px(snapPt)))],
  };
}
