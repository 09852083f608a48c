/** A page as PDFium gives it: in the page's own coordinates, y growing upwards, before any rotation. */
import type { Box } from '#activities/pdf/words/geometry.ts';

export type Glyph = Box & {
  text: string;
  /** Direction of the writing in quarter turns, 0 to 3, as PDFium counts them. */
  quarterTurns: number;
  /** A space stands between this character and the one before it. */
  afterSpace: boolean;
  /** PDFium found no trustworthy Unicode value for it. */
  unmapped: boolean;
};

export type Segment = { x0: number; y0: number; x1: number; y1: number };

export type RawPage = {
  number: number;
  /** Size before `rotation` is applied. */
  width: number;
  height: number;
  left: number;
  bottom: number;
  /** /Rotate of the page in quarter turns clockwise, 0 to 3. */
  rotation: number;
  glyphs: Glyph[];
  /** Strokes, edges of stroked rectangles and filled rectangles as thin as a line. */
  segments: Segment[];
  /** Filled rectangles that are no lines: grounds of cells and rows. */
  fills: Box[];
  /** Pieces of curves and slopes. */
  slants: Box[];
  /** Share of the page that its largest picture covers. */
  pictureShare: number;
  /** Number of drawn paths. */
  shapes: number;
};
