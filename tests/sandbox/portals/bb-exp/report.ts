/** The printed EXP form as a real PDF; drawn once per EXP and kept. */
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import { expFields, expNumber } from './fields.ts';
import type { Exp } from './seed.ts';

const CACHE_MAX = 2_000;
const A4: [number, number] = [595, 842];
const LINE = 14;
const cache = new Map<string, Uint8Array>();

export async function expForm(exp: Exp): Promise<Uint8Array> {
  const key = JSON.stringify(exp);
  const drawn = cache.get(key);
  if (drawn) return drawn;
  const bytes = await drawForm(exp);
  const oldest = cache.keys().next().value;
  if (oldest !== undefined && cache.size >= CACHE_MAX) cache.delete(oldest);
  cache.set(key, bytes);
  return bytes;
}

async function drawForm(exp: Exp): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  // The day of the EXP instead of the current time, so that the same form has the same bytes in every run.
  document.setCreationDate(new Date(exp.expDate));
  document.setModificationDate(new Date(exp.expDate));
  document.setTitle(`EXP ${expNumber(exp)}`);
  const plain = document.embedStandardFont(StandardFonts.Helvetica);
  const bold = document.embedStandardFont(StandardFonts.HelveticaBold);
  const page = document.addPage(A4);
  page.drawText('SANDBOX', { x: 40, y: 806, size: 10, font: bold, color: rgb(0.48, 0.12, 0.36) });
  page.drawText('EXP FORM', { x: 40, y: 780, size: 18, font: bold });
  page.drawText('Invented data. Not a document of any bank.', { x: 40, y: 764, size: 9, font: plain });
  let y = 736;
  for (const [label, value] of expFields(exp)) {
    page.drawText(label, { x: 40, y, size: 9, font: plain });
    page.drawText(value, { x: 200, y, size: 9, font: bold });
    y -= LINE;
  }
  return document.save({ useObjectStreams: false });
}
