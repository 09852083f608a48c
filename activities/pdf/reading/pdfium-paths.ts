/** Reads the lines and pictures drawn on a page through PDFium, including those inside form objects. */
import type { Engine } from './engine.ts';
import { enclosing, heightOf, widthOf, type Box } from '#activities/pdf/words/geometry.ts';
import type { Segment } from './raw-page.ts';
import { firstOf, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** Affine matrix [a b c d e f] as PDF writes it. */
type Matrix = readonly [number, number, number, number, number, number];
type Point = { x: number; y: number };
/** `straight` says of each point whether a straight line leads to it. */
type Subpath = { points: Point[]; straight: boolean[]; closed: boolean };
/** What is drawn on a page, in its own coordinates; `RawPage` describes the parts. */
export type Drawing = {
  segments: Segment[];
  fills: Box[];
  slants: Box[];
  pictures: Box[];
  shapes: number;
  /** Whether there is more on the page than was read. */
  isCut: boolean;
};

const objectType = { path: 2, image: 3, form: 5 } as const;
const segmentType = { line: 0, move: 2 } as const;

/** Limits against drawings made to exhaust the reader; maps and vector photos reach them too. */
const objectsPerPageMax = 20_000;
const pathSegmentsMax = 4_000;
const segmentsPerPageMax = 60_000;
const formDepthMax = 12;

/** A filled rectangle thinner than this is a line, if it is also long enough. */
const lineThicknessMaxPt = 3.2;
const lineLengthMinPt = 3;
/** Maximum distance of a filled rectangle's points from the sides of its box. */
const sidePt = 0.5;
/** Smaller slants are ignored as rounded corners and the like. */
const slantMinPt = 1.5;
/** Colour components above this count as white, as in cells painted over to hide something. */
const whiteMin = 250;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

const apply = (m: Matrix, x: number, y: number): Point => ({
  x: x * m[0] + y * m[2] + m[4],
  y: x * m[1] + y * m[3] + m[5],
});

function matrixOf({ calls, buffer, float }: Engine, object: number): Matrix {
  if (!calls.FPDFPageObj_GetMatrix(object, buffer)) return identity;
  return [float(0), float(1), float(2), float(3), float(4), float(5)];
}

function isWhite({ calls, buffer, int }: Engine, object: number): boolean {
  calls.FPDFPageObj_GetFillColor(object, buffer, buffer + 4, buffer + 8, buffer + 12);
  return int(0) > whiteMin && int(1) > whiteMin && int(2) > whiteMin;
}

function subpathsOf({ calls, buffer, float }: Engine, path: number, matrix: Matrix): Subpath[] {
  const count = calls.FPDFPath_CountSegments(path);
  if (count > pathSegmentsMax) return [];
  let subpath: Subpath = { points: [], straight: [], closed: false };
  const subpaths = [subpath];
  for (let index = 0; index < count; index++) {
    const segment = calls.FPDFPath_GetPathSegment(path, index);
    const type = calls.FPDFPathSegment_GetType(segment);
    calls.FPDFPathSegment_GetPoint(segment, buffer, buffer + 4);
    if (type === segmentType.move && subpath.points.length > 0) {
      subpath = { points: [], straight: [], closed: false };
      subpaths.push(subpath);
    }
    subpath.points.push(apply(matrix, float(0), float(1)));
    subpath.straight.push(type === segmentType.line);
    if (calls.FPDFPathSegment_GetClose(segment)) subpath.closed = true;
  }
  return subpaths.filter(({ points }) => points.length >= 2);
}

const segmentBetween = (a: Point, b: Point): Segment => ({ x0: a.x, y0: a.y, x1: b.x, y1: b.y });

function strokedSegments({ points, straight, closed }: Subpath): Segment[] {
  const segments = neighbours(points).flatMap(([from, to], index) =>
    straight[index + 1] ? [segmentBetween(from, to)] : [],
  );
  return closed ? [...segments, segmentBetween(lastOf(points), firstOf(points))] : segments;
}

function boxOf({ points }: Subpath): Box {
  return enclosing(points.map(({ x, y }) => ({ x0: x, x1: x, y0: y, y1: y })));
}

/** Returns a thin filled rectangle as a line; none if it is too thick or too short. */
function thinFill(subpath: Subpath): Segment[] {
  const { x0, x1, y0, y1 } = boxOf(subpath);
  const isThin = (size: number): boolean => size < lineThicknessMaxPt;
  const isLong = (size: number): boolean => size > lineLengthMinPt;
  if (isThin(y1 - y0) && isLong(x1 - x0)) return [{ x0, x1, y0: (y0 + y1) / 2, y1: (y0 + y1) / 2 }];
  if (isThin(x1 - x0) && isLong(y1 - y0)) return [{ x0: (x0 + x1) / 2, x1: (x0 + x1) / 2, y0, y1 }];
  return [];
}

/** Returns the pieces that are neither horizontal nor vertical: curves and slopes, as in charts and maps. */
function slantsOf({ points }: Subpath): Box[] {
  return neighbours(points).flatMap((ends) => {
    const box = enclosing(ends.map(({ x, y }) => ({ x0: x, x1: x, y0: y, y1: y })));
    return widthOf(box) > slantMinPt && heightOf(box) > slantMinPt ? [box] : [];
  });
}

/** Whether the path is the background of a cell or row: a filled rectangle that is not a line. */
function isBackground(subpath: Subpath): boolean {
  const box = boxOf(subpath);
  const isRectangular = subpath.points.every(
    ({ x, y }) =>
      (x - box.x0 < sidePt || box.x1 - x < sidePt) && (y - box.y0 < sidePt || box.y1 - y < sidePt),
  );
  return isRectangular && widthOf(box) >= lineThicknessMaxPt && heightOf(box) >= lineThicknessMaxPt;
}

function readPath(engine: Engine, path: number, matrix: Matrix, drawing: Drawing): void {
  engine.calls.FPDFPath_GetDrawMode(path, engine.buffer, engine.buffer + 4);
  const isFilled = engine.int(0) !== 0;
  const isStroked = engine.int(1) !== 0;
  if (!isFilled && !isStroked) return;
  const isHidden = isFilled && isWhite(engine, path);
  if (!isStroked && isHidden) return;
  if (engine.calls.FPDFPath_CountSegments(path) > pathSegmentsMax) drawing.isCut = true;
  const subpaths = subpathsOf(engine, path, multiply(matrixOf(engine, path), matrix));
  for (const subpath of subpaths) {
    for (const segment of (isStroked ? strokedSegments : thinFill)(subpath)) drawing.segments.push(segment);
    if (isFilled && !isHidden && isBackground(subpath)) drawing.fills.push(boxOf(subpath));
    if (isStroked) drawing.slants.push(...slantsOf(subpath));
  }
}

/** Returns a picture's box. A picture is the unit square transformed by its matrix. */
function pictureBoxOf(matrix: Matrix): Box {
  const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
  return enclosing(corners.map(({ x, y }) => ({ x0: x, x1: x, y0: y, y1: y })));
}

/**
 * Returns lines, filled areas and pictures. A page with too many objects is read only in part.
 *
 * @param page PDFium's handle
 */
export function readDrawing(engine: Engine, page: number): Drawing {
  const { pdfium, calls } = engine;
  const drawing: Drawing = { segments: [], fills: [], slants: [], pictures: [], shapes: 0, isCut: false };
  let objectsLeft = objectsPerPageMax;
  const visit = (object: number, matrix: Matrix, depth: number): void => {
    if (objectsLeft <= 0 || drawing.segments.length + drawing.slants.length > segmentsPerPageMax) {
      drawing.isCut = true;
      return;
    }
    objectsLeft -= 1;
    const type = calls.FPDFPageObj_GetType(object);
    if (type === objectType.path) {
      drawing.shapes += 1;
      readPath(engine, object, matrix, drawing);
    } else if (type === objectType.image) {
      drawing.pictures.push(pictureBoxOf(multiply(matrixOf(engine, object), matrix)));
    } else if (type === objectType.form && depth < formDepthMax) {
      const inner = multiply(matrixOf(engine, object), matrix);
      const count = Math.min(pdfium.FPDFFormObj_CountObjects(object), objectsLeft);
      for (let index = 0; index < count; index++)
        visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1);
    }
  };
  const all = pdfium.FPDFPage_CountObjects(page);
  const count = Math.min(all, objectsPerPageMax);
  if (all > count) drawing.isCut = true;
  for (let index = 0; index < count; index++) visit(pdfium.FPDFPage_GetObject(page, index), identity, 0);
  return drawing;
}
