/** The page of a receipt, read as text. PDF text has no reliable blanks, so both sides are compared without them. */
import { expect } from 'vitest';
import { loadEngine } from '#activities/pdf/reading/engine.ts';
import { openPdf } from '#activities/pdf/reading/pdfium.ts';

const MEMORY_MAX = 512 * 1024 * 1024;

export const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

/** Returns the glyphs of a PDF's only page, its text without blanks, and its size. */
export async function readReceipt(bytes: Uint8Array) {
  const opened = openPdf(await loadEngine(MEMORY_MAX), bytes);
  if (opened.kind === 'refused') throw new Error(opened.code);
  expect(opened.document.pageCount).toBe(1);
  const page = opened.document.readPage(1);
  opened.document.close();
  if (!page) throw new Error('The page is broken.');
  const text = page.glyphs.map((glyph) => glyph.text).join('');
  return { text: withoutBlanks(text), width: page.width, height: page.height, glyphs: page.glyphs };
}
