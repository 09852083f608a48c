/** What a page of the client and the worker that reads a PDF say to each other. */

export type ToPdf =
  | { kind: 'open'; wasm: ArrayBuffer; bytes: ArrayBuffer; memoryBytesMax: number }
  | { kind: 'draw'; page: number; widthPx: number; areaMax: number; textCharsMax: number };

type DrawnPdfPage = {
  kind: 'drawn';
  width: number;
  height: number;
  pixels: ArrayBuffer;
  /** What is written on the page, for those who do not see it. */
  text: string;
};
export type FromPdf =
  | { kind: 'opened'; pageCount: number }
  | { kind: 'locked' }
  | { kind: 'broken' }
  | DrawnPdfPage;
