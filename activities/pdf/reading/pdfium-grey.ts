/** Renders one page in grey, rotated by any angle, for character recognition. */
import type { Engine } from './engine.ts';
import type { GreyPicture } from '#activities/pdf/scans/picture.ts';

export type GreyView = {
  /** Size of the page in points after its own /Rotate. */
  width: number;
  height: number;
  pixelsPerPt: number;
  /** Clockwise quarter turns in addition to /Rotate. */
  quarterTurns: number;
  /** Additional clockwise rotation in radians. */
  angle: number;
};

const grey = 1;
const white = 0xffffffff;
/** The flag FPDF_ANNOT, which includes annotations. */
const renderFlags = 0x01;
const matrixFloats = 6;

/** Returns the matrix from page points to pixels, rotating about the centre. */
function matrixOf(view: GreyView, picture: { width: number; height: number }): number[] {
  const turned = view.angle + (view.quarterTurns * Math.PI) / 2;
  const cos = Math.cos(turned) * view.pixelsPerPt;
  const sin = Math.sin(turned) * view.pixelsPerPt;
  const x = picture.width / 2 - (cos * view.width - sin * view.height) / 2;
  const y = picture.height / 2 - (sin * view.width + cos * view.height) / 2;
  return [cos, sin, -sin, cos, x, y];
}

/** Returns the picture. Throws RangeError if it does not fit into the engine's memory. */
export function drawGrey({ pdfium, heap, buffer }: Engine, page: number, view: GreyView): GreyPicture {
  const isSideways = view.quarterTurns % 2 === 1;
  const pixels = (pt: number): number => Math.max(1, Math.round(pt * view.pixelsPerPt));
  const width = pixels(isSideways ? view.height : view.width);
  const height = pixels(isSideways ? view.width : view.height);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, grey, 0, 0);
  if (bitmap === 0) throw new RangeError('The page needs more memory to be drawn than it may take.');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    const floats = [...matrixOf(view, { width, height }), 0, 0, width, height];
    heap.HEAPF32.set(floats, buffer >> 2);
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, buffer, buffer + matrixFloats * 4, renderFlags);
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const pixelsOf = new Uint8Array(width * height);
    for (let y = 0; y < height; y++)
      pixelsOf.set(heap.HEAPU8.subarray(from + y * stride, from + y * stride + width), y * width);
    return { width, height, grey: pixelsOf };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}
