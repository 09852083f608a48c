/** Opens PDFs and reads their pages. */
import type { Engine } from './engine.ts';
import { withFieldValues, type FieldValue } from './field-text.ts';
import { openForm } from './form-fields.ts';
import { copyWithoutLock } from './pdfium-copy.ts';
import { readDrawing } from './pdfium-paths.ts';
import { drawPage, type PageView } from './pdfium-picture.ts';
import { readGlyphs } from './pdfium-text.ts';
import { isRecovered } from './recovery-mark.ts';
import type { Bitmap } from '#activities/pdf/output/png.ts';
import { readablePictures } from './pictures.ts';
import type { RawPage } from './raw-page.ts';

export type PdfDocument = {
  pageCount: number;
  /** Whether it is an XFA form, whose contents PDFium does not show. */
  isXfa: boolean;
  /** Reads one page, counted from 1; undefined when it is broken. */
  readPage: (number: number) => RawPage | undefined;
  /** Renders one page, rotated by the given clockwise quarter turns in addition to its own /Rotate. */
  drawPage: (number: number, view: PageView) => Bitmap | undefined;
  /** Returns the document as a file that opens without a password; undefined if it cannot be written. */
  copyWithoutLock: () => Uint8Array | undefined;
  close: () => void;
};

export type OpenedPdf =
  | { kind: 'opened'; document: PdfDocument }
  | { kind: 'refused'; code: 'PASSWORD_REQUIRED' | 'CORRUPT' };

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY: a missing password or key. */
const lockedErrors = new Set([4, 5]);

/** FORMTYPE_XFA_FULL and FORMTYPE_XFA_FOREGROUND. */
const xfaForms = new Set([2, 3]);
/** FPDF_ANNOT_WIDGET and FLAT_NORMALDISPLAY. */
const widget = 20;
const normalDisplay = 0;
const annotationsMax = 2_000;

function hasFields({ pdfium }: Engine, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), annotationsMax);
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    const isField = annotation !== 0 && pdfium.FPDFAnnot_GetSubtype(annotation) === widget;
    if (annotation !== 0) pdfium.FPDFPage_CloseAnnot(annotation);
    if (isField) return true;
  }
  return false;
}

/**
 * Makes the fields of a form part of the page's own contents, for which the page must be loaded again. Returns the
 * values that the fields' appearances do not show.
 */
function flattenFields(engine: Engine, page: number, values: () => readonly FieldValue[]) {
  if (!hasFields(engine, page)) return [];
  const undrawn = values();
  engine.pdfium.FPDFPage_Flatten(page, normalDisplay);
  return undrawn;
}

function readRawPage(engine: Engine, page: number, number: number, values: readonly FieldValue[]): RawPage {
  const { pdfium, buffer, float } = engine;
  const rotation = pdfium.FPDFPage_GetRotation(page) & 3;
  const seenWidth = pdfium.FPDF_GetPageWidthF(page);
  const seenHeight = pdfium.FPDF_GetPageHeightF(page);
  const [width, height] = rotation % 2 === 1 ? [seenHeight, seenWidth] : [seenWidth, seenHeight];
  pdfium.FPDF_GetPageBoundingBox(page, buffer);
  const left = float(0);
  const bottom = float(3);
  const { segments, fills, slants, pictures, shapes, isCut } = readDrawing(engine, page);
  const { glyphs, watermark } = readGlyphs(engine, page);
  return {
    number,
    width,
    height,
    left,
    bottom,
    rotation,
    glyphs: withFieldValues(glyphs, values),
    watermark,
    segments,
    fills,
    slants,
    pictures: readablePictures(pictures, { x0: left, y0: bottom, x1: left + width, y1: bottom + height }),
    shapes,
    ...(isCut ? { isCut } : {}),
  };
}

/** Whether the document asks viewers to draw its fields again. An entry in a compressed object is not found. */
function areFieldsRedrawn(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = file.indexOf('/NeedAppearances');
  return at >= 0 && /^\/NeedAppearances\s+true/.test(file.toString('latin1', at, at + 40));
}

/** PDFium's handle of an open document, and the address of the copy of the file that it reads. */
type Loaded = { handle: number; pointer: number };

function loadDocument({ pdfium, heap }: Engine, bytes: Uint8Array, password: string): Loaded | OpenedPdf {
  const pointer = heap._malloc(Math.max(1, bytes.length));
  if (pointer === 0) return { kind: 'refused', code: 'CORRUPT' };
  heap.HEAPU8.set(bytes, pointer);
  const handle = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, password);
  if (handle !== 0) return { handle, pointer };
  const error = pdfium.FPDF_GetLastError();
  heap._free(pointer);
  return { kind: 'refused', code: lockedErrors.has(error) ? 'PASSWORD_REQUIRED' : 'CORRUPT' };
}

/** Returns the result of `use` on a page, counted from 1; undefined if the page cannot be loaded. */
function withPage<T>(
  { pdfium }: Engine,
  { handle }: Loaded,
  number: number,
  use: (page: number) => T,
): T | undefined {
  const page = pdfium.FPDF_LoadPage(handle, number - 1);
  if (page === 0) return undefined;
  try {
    return use(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

function documentOf(engine: Engine, loaded: Loaded, bytes: Uint8Array): PdfDocument {
  const { pdfium, heap } = engine;
  const { handle, pointer } = loaded;
  const form = openForm(engine, handle, areFieldsRedrawn(bytes));
  const recovered = isRecovered(bytes) ? { isRecovered: true } : {};
  return {
    pageCount: pdfium.FPDF_GetPageCount(handle),
    isXfa: xfaForms.has(pdfium.FPDF_GetFormType(handle)),
    readPage: (number) => {
      const values = withPage(engine, loaded, number, (page) =>
        flattenFields(engine, page, () => form.valuesOn(page, number)),
      );
      return withPage(engine, loaded, number, (page) => ({
        ...readRawPage(engine, page, number, values ?? []),
        ...recovered,
      }));
    },
    drawPage: (number, view) => withPage(engine, loaded, number, (page) => drawPage(engine, page, view)),
    copyWithoutLock: () => copyWithoutLock(engine, handle),
    close: () => {
      form.close();
      pdfium.FPDF_CloseDocument(handle);
      heap._free(pointer);
    },
  };
}

/** Opens a PDF, or returns why it cannot be opened: PASSWORD_REQUIRED (also for a wrong password) or CORRUPT. */
export function openPdf(engine: Engine, bytes: Uint8Array, password = ''): OpenedPdf {
  const loaded = loadDocument(engine, bytes, password);
  return 'kind' in loaded ? loaded : { kind: 'opened', document: documentOf(engine, loaded, bytes) };
}
