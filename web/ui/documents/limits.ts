/** Limits for documents in the dialog; larger files are offered for download only. */

export const bounds = {
  fileBytesMax: 20 * 1024 * 1024,
  /** Pixels of a picture, by its header, before it is decoded. */
  pictureAreaMax: 40_000_000,
  /** Pixels of a drawn page. */
  drawnAreaMax: 8_000_000,
  pdfMemoryBytesMax: 384 * 1024 * 1024,
  /** A PDF is abandoned if opening it or drawing a page takes longer. */
  workMsMax: 20_000,
  pageTextCharsMax: 20_000,
} as const;

/** Widths of a page relative to the window. */
export const zooms = [1, 1.5, 2, 3] as const;

/** Returns the next larger or smaller zoom, or the same at either end. */
export function zoomBeside(zoom: number, step: 1 | -1): number {
  const at = zooms.findIndex((each) => each === zoom);
  return zooms[Math.max(0, at) + step] ?? zoom;
}

/** Returns the width in pixels at which a page of this shape stays within the bound. */
export function widthWithin(widthPx: number, heightByWidth: number): number {
  const widest = Math.sqrt(bounds.drawnAreaMax / Math.max(heightByWidth, Number.MIN_VALUE));
  return Math.max(1, Math.floor(Math.min(widthPx, widest)));
}
