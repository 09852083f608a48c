/** Renders one page to pixels through PDFium. */
import type { Engine } from './engine.ts';
import type { Bitmap } from '#activities/pdf/output/png.ts';

/** Maximum number of pixels; larger pages are rendered at a smaller scale. */
const pixelsMax = 4_000_000;
const white = 0xffffffff;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. The latter puts red first, as in PNG. */
const renderFlags = 0x01 | 0x10;

export type PageView = {
  /** Visible size in points. */
  width: number;
  height: number;
  /** Clockwise quarter turns in addition to the page's own /Rotate. */
  turn: number;
  pixelsPerPt: number;
};

/** Returns the scale at which a page of this size stays within the limit. */
export function scaleWithin(width: number, height: number, pixelsPerPt: number, areaMax = pixelsMax): number {
  return Math.min(pixelsPerPt, Math.sqrt(areaMax / Math.max(1, width * height)));
}

/**
 * Renders a page on white.
 *
 * @param page PDFium's handle
 * @throws RangeError if the pixels do not fit into the engine's memory
 */
export function drawPage({ pdfium, heap }: Engine, page: number, view: PageView): Bitmap {
  const width = Math.max(1, Math.round(view.width * view.pixelsPerPt));
  const height = Math.max(1, Math.round(view.height * view.pixelsPerPt));
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new RangeError('The page needs more memory to be drawn than it may take.');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, view.turn, renderFlags);
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
    return { width, height, rgbx: heap.HEAPU8.slice(from, from + width * height * 4) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
