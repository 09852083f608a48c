/** Reads, through PDFium, the values of form fields whose appearance does not show them; viewers draw those values. */
import type { Engine } from './engine.ts';
import type { FieldValue } from './field-text.ts';
import type { Box } from '#activities/pdf/words/geometry.ts';

/** FPDF_ANNOT_WIDGET and FPDF_ANNOT_APPEARANCEMODE_NORMAL. */
const widget = 20;
const normal = 0;
/** FPDF_FORMFIELD_…: the kinds of fields that have a value to show. */
const kinds = { checkBox: 2, radioButton: 3, comboBox: 4, listBox: 5, text: 6 };
/** Flags of the PDF specification: Hidden and NoView of an annotation, Multiline and Password of a text field. */
const unseenFlags = 0x02 | 0x20;
const multilineFlag = 1 << 12;
const passwordFlag = 1 << 13;
const fieldsPerPageMax = 2_000;
const textBytesMax = 1 << 20;
const optionsMax = 1_000;
/** Operators that draw text or another drawing. An appearance without any of them is empty. */
const showsSomething = /T[jJ]\b|['"]\s*(?:\n|$)|\bDo\b/;

const checkMark = '\u2714';
const radioMark = '\u25CF';

/** The fields of an open document. */
export type FormFields = {
  /** Returns the values on a page, and makes PDFium draw them. The second call for a page returns the same values. */
  valuesOn: (page: number, pageNumber: number) => readonly FieldValue[];
  close: () => void;
};

/**
 * Returns the UTF-16 text that a call of PDFium writes to a buffer; undefined if it is too long. Such a call returns
 * the number of bytes that it needs, including the closing zero.
 */
function wideText({ heap }: Engine, write: (buffer: number, bytes: number) => number): string | undefined {
  const bytes = write(0, 0);
  if (bytes <= 2) return '';
  const buffer = bytes > textBytesMax ? 0 : heap._malloc(bytes);
  if (buffer === 0) return undefined;
  write(buffer, bytes);
  const text = Buffer.from(heap.HEAPU8.slice(buffer, buffer + bytes - 2)).toString('utf16le');
  heap._free(buffer);
  return text;
}

const stringOf = (engine: Engine, annotation: number, key: string): string =>
  wideText(engine, (buffer, bytes) =>
    engine.pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, bytes),
  ) ?? '';

/** Whether the field's appearance does not show its value. */
function isUndrawn(engine: Engine, annotation: number): boolean {
  if (!engine.pdfium.EPDFAnnot_HasAppearanceStream(annotation, normal)) return true;
  const drawn = wideText(engine, (buffer, bytes) =>
    engine.pdfium.FPDFAnnot_GetAP(annotation, normal, buffer, bytes),
  );
  return drawn !== undefined && !showsSomething.test(drawn);
}

/** Returns the labels of the chosen entries of a list. */
function chosenLabels(engine: Engine, form: number, annotation: number): string[] {
  const { pdfium } = engine;
  const count = Math.min(pdfium.FPDFAnnot_GetOptionCount(form, annotation), optionsMax);
  const labels: string[] = [];
  for (let index = 0; index < count; index++) {
    if (!pdfium.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue;
    const label = wideText(engine, (buffer, bytes) =>
      pdfium.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, bytes),
    );
    if (label) labels.push(label);
  }
  return labels;
}

/** Returns what a viewer shows in a field: of a list, only the chosen entries. */
function shownText(engine: Engine, form: number, annotation: number, kind: number): string {
  const value = (): string =>
    wideText(engine, (buffer, bytes) =>
      engine.pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes),
    ) ?? '';
  switch (kind) {
    case kinds.text:
      return value();
    case kinds.comboBox:
      return chosenLabels(engine, form, annotation)[0] ?? value();
    case kinds.listBox:
      return chosenLabels(engine, form, annotation).join('\n') || value();
    case kinds.checkBox:
    case kinds.radioButton: {
      const state = stringOf(engine, annotation, 'AS') || stringOf(engine, annotation, 'V');
      const mark = kind === kinds.checkBox ? checkMark : radioMark;
      return state === '' || state === 'Off' ? '' : mark;
    }
    default:
      return '';
  }
}

const hasLines = (kind: number, flags: number): boolean =>
  kind === kinds.listBox || (kind === kinds.text && (flags & multilineFlag) !== 0);

type Form = {
  /** Returns PDFium's handle, and creates it for the first field that needs it; 0 if that fails. */
  handle: () => number;
  /** Whether viewers draw all fields again from their values. */
  isRedrawn: boolean;
};

function boxOf({ pdfium, buffer, float }: Engine, annotation: number): Box | undefined {
  if (!pdfium.FPDFAnnot_GetRect(annotation, buffer)) return undefined;
  const [left, top, right, bottom] = [float(0), float(1), float(2), float(3)];
  return {
    x0: Math.min(left, right),
    x1: Math.max(left, right),
    y0: Math.min(top, bottom),
    y1: Math.max(top, bottom),
  };
}

function valueOf(engine: Engine, annotation: number, { handle, isRedrawn }: Form): FieldValue | undefined {
  const { pdfium, buffer, float } = engine;
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== widget) return undefined;
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) !== 0) return undefined;
  const isMissing = isUndrawn(engine, annotation);
  const form = isMissing || isRedrawn ? handle() : 0;
  if (form === 0) return undefined;
  const kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  const isButton = kind === kinds.checkBox || kind === kinds.radioButton;
  // The mark of a button is part of the appearance for its state, which viewers do not draw again.
  if (isButton && !isMissing) return undefined;
  const flags = pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation);
  if (kind === kinds.text && (flags & passwordFlag) !== 0) return undefined;
  const text = shownText(engine, form, annotation, kind).trim();
  const box = boxOf(engine, annotation);
  if (text === '' || !box) return undefined;
  const fontSize = pdfium.FPDFAnnot_GetFontSize(form, annotation, buffer) ? float(0) : 0;
  const quadding = pdfium.FPDFAnnot_GetNumberValue(annotation, 'Q', buffer) ? float(0) : 0;
  return {
    box,
    text,
    fontSize,
    isMultiline: hasLines(kind, flags),
    alignment: isButton ? 1 : quadding,
  };
}

/** Returns the values of the undrawn fields of a page, and makes PDFium draw them as far as their fonts allow. */
function undrawnValues(engine: Engine, page: number, form: Form): FieldValue[] {
  const { pdfium } = engine;
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), fieldsPerPageMax);
  const values: FieldValue[] = [];
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const value = valueOf(engine, annotation, form);
    if (value) {
      values.push(value);
      pdfium.EPDFAnnot_GenerateFormFieldAP(annotation);
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return values;
}

/**
 * Opens the form of a document.
 *
 * @param document PDFium's handle
 * @param isRedrawn whether the document asks viewers to draw its fields again from their values (NeedAppearances)
 */
export function openForm(engine: Engine, document: number, isRedrawn: boolean): FormFields {
  const { pdfium } = engine;
  const known = new Map<number, readonly FieldValue[]>();
  let opened: { info: number; form: number } | undefined;
  const handle = (): number => {
    if (!opened) {
      const info = pdfium.PDFiumExt_OpenFormFillInfo();
      opened = { info, form: info === 0 ? 0 : pdfium.PDFiumExt_InitFormFillEnvironment(document, info) };
    }
    return opened.form;
  };
  return {
    valuesOn: (page, pageNumber) => {
      const seen = known.get(pageNumber);
      if (seen) return seen;
      const values = undrawnValues(engine, page, { handle, isRedrawn });
      known.set(pageNumber, values);
      return values;
    },
    close: () => {
      if (!opened) return;
      if (opened.form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(opened.form);
      if (opened.info !== 0) pdfium.PDFiumExt_CloseFormFillInfo(opened.info);
      opened = undefined;
    },
  };
}
