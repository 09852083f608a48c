/** A page as PDFium returns it: in its own coordinates (points, y growing upwards), before any rotation. */
import type { Box } from '#activities/pdf/words/geometry.ts';

export type Glyph = Box & {
  text: string;
  /** Writing direction in quarter turns, 0 to 3, as PDFium counts them. */
  quarterTurns: number;
  /** True if a space separates this character from the previous one. */
  afterSpace: boolean;
  /** True if PDFium found no reliable Unicode value for the character. */
  unmapped: boolean;
  /** True if the font draws another letter than `text`. */
  isMisnamed?: boolean;
};

/** A straight line from (x0, y0) to (x1, y1). */
export type Segment = { x0: number; y0: number; x1: number; y1: number };

export type RawPage = {
  number: number;
  /** Size before `rotation` is applied. */
  width: number;
  height: number;
  /** The lower left corner of the visible area. */
  left: number;
  bottom: number;
  /** /Rotate of the page in clockwise quarter turns, 0 to 3. */
  rotation: number;
  glyphs: Glyph[];
  /** The letters of watermarks, which are not among the glyphs. */
  watermark?: string;
  /** Strokes, edges of stroked rectangles, and filled rectangles as thin as a line. */
  segments: Segment[];
  /** Filled rectangles that are not lines: backgrounds of cells and rows. */
  fills: Box[];
  /** Bounding boxes of pieces of curves and slopes. */
  slants: Box[];
  /** Boxes of the pictures that are large enough to hold text. */
  pictures: Box[];
  /** Boxes whose words were recognised from a picture; missing if there are none. */
  recognised?: Box[];
  /** True if the file was damaged, so that pages may be missing. */
  isRecovered?: boolean;
  /** True if the page has more lines than are read. */
  isCut?: boolean;
  /** Number of drawn paths. */
  shapes: number;
};
