/** Flattens a photo of a page: finds the sheet on a dark table and undoes the perspective. */
import { median, type Box } from '#activities/pdf/words/geometry.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import { evenLight } from './light.ts';
import { splitOf, histogramOf, type GreyPicture } from './picture.ts';
import { projected, shrunk, type Projection } from './resample.ts';

/** Resolution at which the sheet's edges are looked for. */
const edgeDpi = 100;
const pointsPerInch = 72;
/** Minimum and maximum share of the picture that the table around the sheet covers. */
const tableShareMin = 0.03;
const tableShareMax = 0.6;
/** Minimum difference between the sheet and the table. */
const contrastMin = 40;
/** Share of an edge that is ignored at each of its ends, because the corners of paper are round or bent. */
const endShare = 0.08;
/** Points farther from an edge than this share of the picture do not belong to the edge. */
const strayShare = 0.03;
const edgePointsMin = 20;
/** A sheet whose corners are all closer to the picture's corners than this share of its size is not distorted. */
const flatShare = 0.006;

type Point = { x: number; y: number };
/** Clockwise from the upper left. */
type Corners = readonly [Point, Point, Point, Point];
/** The points for which ax + by + c = 0, where a² + b² = 1. */
type Line = { a: number; b: number; c: number };

/** Throws if there are fewer than four. */
const cornersFrom = (points: readonly Point[]): Corners => [
  itemAt(points, 0),
  itemAt(points, 1),
  itemAt(points, 2),
  itemAt(points, 3),
];

/** Marks the dark pixels that are connected with the picture's border. */
function tableOf({ width, height, grey }: GreyPicture, threshold: number): Uint8Array {
  const table = new Uint8Array(grey.length);
  const open: number[] = [];
  const visit = (index: number): void => {
    if (table[index] === 1 || (grey[index] ?? 0) > threshold) return;
    table[index] = 1;
    open.push(index);
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const x = index % width;
    if (x > 0) visit(index - 1);
    if (x < width - 1) visit(index + 1);
    if (index >= width) visit(index - width);
    if (index < width * (height - 1)) visit(index + width);
  }
  return table;
}

/** Returns the sheet's corners clockwise from the upper left: the pixels farthest in each diagonal direction. */
function cornersOf(table: Uint8Array, width: number): Point[] {
  const rates = [
    ({ x, y }: Point) => -x - y,
    ({ x, y }: Point) => x - y,
    ({ x, y }: Point) => x + y,
    ({ x, y }: Point) => y - x,
  ];
  const best = rates.map(() => ({ rate: -Infinity, point: { x: 0, y: 0 } }));
  for (const [index, isTable] of table.entries()) {
    if (isTable === 1) continue;
    const point = { x: index % width, y: Math.floor(index / width) };
    for (const [corner, rate] of rates.entries()) {
      const value = rate(point);
      if (value > itemAt(best, corner).rate) best[corner] = { rate: value, point };
    }
  }
  return best.map(({ point }) => point);
}

const lineThrough = (from: Point, to: Point): Line => {
  const length = Math.max(1e-9, Math.hypot(to.x - from.x, to.y - from.y));
  const [a, b] = [(to.y - from.y) / length, (from.x - to.x) / length];
  return { a, b, c: -(a * from.x + b * from.y) };
};

const distance = ({ a, b, c }: Line, { x, y }: Point): number => a * x + b * y + c;

/** Fits a line to the points of an edge, without points whose distance from the rough line is unusual. */
function fitted(points: readonly Point[], rough: Line): Line {
  const offset = median(points.map((point) => distance(rough, point)));
  const near = points.filter((point) => Math.abs(distance(rough, point) - offset) < 3);
  const count = near.length;
  if (count < edgePointsMin) return rough;
  const meanX = near.reduce((total, { x }) => total + x, 0) / count;
  const meanY = near.reduce((total, { y }) => total + y, 0) / count;
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of near) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
    yy += (y - meanY) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [a, b] = [-Math.sin(angle), Math.cos(angle)];
  return { a, b, c: -(a * meanX + b * meanY) };
}

/** Returns the points where sheet and table meet, near the straight line from one corner to the next. */
function edgePoints(table: Uint8Array, { width, height }: Size, from: Point, to: Point): Point[] {
  const isUpright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  const reach = Math.round(strayShare * Math.max(width, height));
  const points: Point[] = [];
  const isTable = (x: number, y: number): boolean => table[y * width + x] === 1;
  const length = isUpright ? Math.abs(to.y - from.y) : Math.abs(to.x - from.x);
  for (let step = Math.ceil(endShare * length); step < (1 - endShare) * length; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / length);
    const y = Math.round(from.y + ((to.y - from.y) * step) / length);
    for (let shift = -reach; shift < reach; shift++) {
      const [ax, ay] = isUpright ? [x + shift, y] : [x, y + shift];
      const [bx, by] = isUpright ? [ax + 1, ay] : [ax, ay + 1];
      if (ax < 0 || ay < 0 || bx >= width || by >= height) continue;
      if (isTable(ax, ay) !== isTable(bx, by)) points.push({ x: (ax + bx) / 2, y: (ay + by) / 2 });
    }
  }
  return points;
}

/** Returns the point in which the lines cross; undefined if they are parallel. */
function crossing(first: Line, second: Line): Point | undefined {
  const scale = first.a * second.b - second.a * first.b;
  if (Math.abs(scale) < 1e-6) return undefined;
  return {
    x: (first.b * second.c - second.b * first.c) / scale,
    y: (second.a * first.c - first.a * second.c) / scale,
  };
}

type Size = { width: number; height: number };

/** Returns the sheet's corners; undefined if the picture is not a photo of a sheet. */
function sheetOf(picture: GreyPicture): Corners | undefined {
  const { threshold, contrast } = splitOf(histogramOf(picture));
  if (contrast < contrastMin) return undefined;
  const table = tableOf(picture, threshold);
  const share = table.reduce((total, value) => total + value, 0) / table.length;
  if (share < tableShareMin || share > tableShareMax) return undefined;
  const corners = cornersOf(table, picture.width);
  const sides = corners.map((from, index) => {
    const to = itemAt(corners, (index + 1) % corners.length);
    return fitted(edgePoints(table, picture, from, to), lineThrough(from, to));
  });
  const exact = sides.map((side, index) => crossing(itemAt(sides, (index + 3) % 4), side));
  const found = exact.filter((point) => point !== undefined);
  const slack = strayShare * Math.max(picture.width, picture.height);
  const isSure = found.every((point, index) => {
    const rough = itemAt(corners, index);
    return Math.hypot(point.x - rough.x, point.y - rough.y) < 2 * slack;
  });
  return found.length === corners.length && isSure ? cornersFrom(found) : undefined;
}

/** Returns the projection from a rectangle to four corners. */
function projectionOf({ x0: left, y0: top, x1: right, y1: bottom }: Box, corners: Corners): Projection {
  const [p0, p1, p2, p3] = corners;
  // The unit square's projection (Heckbert, "Fundamentals of texture mapping", 1989), then the rectangle's scale.
  const [dx1, dy1] = [p1.x - p2.x, p1.y - p2.y];
  const [dx2, dy2] = [p3.x - p2.x, p3.y - p2.y];
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const scale = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / scale;
  const h = (dx1 * sy - sx * dy1) / scale;
  const unit = [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
    1,
  ];
  const [width, height] = [right - left, bottom - top];
  const row = (from: number): [number, number, number] => {
    const [a, b, c] = [itemAt(unit, from) / width, itemAt(unit, from + 1) / height, itemAt(unit, from + 2)];
    return [a, b, c - a * left - b * top];
  };
  return [...row(0), ...row(3), ...row(6)];
}

/** Whether the sheet's corners are those of the picture, as on a scan. */
function fillsPicture(corners: Corners, { width, height }: Size): boolean {
  const ends = cornersFrom([
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]);
  const distances = corners.map(({ x, y }, index) => {
    const end = itemAt(ends, index);
    return Math.hypot(x - end.x, y - end.y);
  });
  return Math.max(...distances) < flatShare * Math.max(width, height);
}

/** Returns the upright rectangle within the picture that is closest to the sheet. */
function boxOf([leftTop, rightTop, rightBottom, leftBottom]: Corners, { width, height }: Size): Box {
  return {
    x0: Math.max(0, (leftTop.x + leftBottom.x) / 2),
    y0: Math.max(0, (leftTop.y + rightTop.y) / 2),
    x1: Math.min(width, (rightTop.x + rightBottom.x) / 2),
    y1: Math.min(height, (leftBottom.y + rightBottom.y) / 2),
  };
}

/**
 * Returns the flattened page if the picture is a photo of a sheet; otherwise the picture as it is. The sheet stays
 * where it is on the picture, so that its words are found near the place at which they are seen.
 */
export function flattened(picture: GreyPicture, pixelsPerPt: number): GreyPicture {
  const factor = Math.max(1, Math.round((pixelsPerPt * pointsPerInch) / edgeDpi));
  const found = sheetOf(shrunk(picture, factor));
  if (!found) return picture;
  const corners = cornersFrom(
    found.map(({ x, y }) => ({ x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5 })),
  );
  if (fillsPicture(corners, picture)) return picture;
  const { width, height } = picture;
  const box = boxOf(corners, picture);
  const flat = projected(picture, { width, height }, projectionOf(box, corners));
  return onlySheet(flat, box, pixelsPerPt);
}

/** Returns the picture of the evenly lit sheet, with white where the table was. */
function onlySheet({ width, height, grey }: GreyPicture, box: Box, pixelsPerPt: number): GreyPicture {
  const [left, top, right, bottom] = [
    Math.round(box.x0),
    Math.round(box.y0),
    Math.round(box.x1),
    Math.round(box.y1),
  ];
  const size = { width: Math.min(width, right) - left, height: Math.min(height, bottom) - top };
  const sheet = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * width + left;
    sheet.set(grey.subarray(from, from + size.width), y * size.width);
  }
  const lit = evenLight({ ...size, grey: sheet }, pixelsPerPt);
  const made = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < size.height; y++)
    made.set(lit.grey.subarray(y * size.width, (y + 1) * size.width), (top + y) * width + left);
  return { width, height, grey: made };
}
