/** The messages between the client and the worker that reads a PDF. */

export type ToPdf =
  | { kind: 'open'; wasm: ArrayBuffer; bytes: ArrayBuffer; memoryBytesMax: number }
  | { kind: 'draw'; page: number; widthPx: number; areaMax: number; textCharsMax: number };

type DrawnPdfPage = {
  kind: 'drawn';
  width: number;
  height: number;
  pixels: ArrayBuffer;
  /** The page's text, for screen readers. */
  text: string;
};
export type FromPdf =
  | { kind: 'opened'; pageCount: number }
  | { kind: 'locked' }
  | { kind: 'broken' }
  | DrawnPdfPage;
