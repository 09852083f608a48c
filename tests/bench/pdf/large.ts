/** Converts a PDF with the most pages and bytes that a customer may upload, in a separate process: time and memory. */
import { english } from '#contracts/messages/render.ts';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { convertPdf, closePdfPool } from '#activities/pdf/reading/pool.ts';
import { KIB, MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';

const rowsPerPage = 50;
const columns = [
  { title: 'No', x: 50, textOf: (item: number) => `${item}` },
  { title: 'Description', x: 130, textOf: (item: number) => `Cotton shirt, style ${item}` },
  { title: 'Carton', x: 330, textOf: (item: number) => `C-${item}` },
  { title: 'Pieces', x: 410, textOf: (item: number) => `${item * 12}` },
  { title: 'Value', x: 480, textOf: (item: number) => `${item}.50` },
];
const rowPt = 14;
const topPt = 780;
const timeMaxSeconds = 60;
const memoryMaxMib = 700;

/** A table over all pages; the rest of the size is an unused stream, in place of pictures. */
async function largestPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < limits.pdfPagesMax; number++) {
    const page = pdf.addPage([595, 842]);
    for (let row = 0; row < rowsPerPage; row++) {
      const item = number * rowsPerPage + row;
      for (const { title, x, textOf } of columns)
        page.drawText(row === 0 ? title : textOf(item), { x, y: topPt - row * rowPt, size: 9, font });
    }
    const bytes = Math.floor((limits.uploadBytesMax * 0.9) / limits.pdfPagesMax);
    page.node.set(PDFName.of('PieceInfo'), pdf.context.register(pdf.context.stream(randomBytes(bytes))));
  }
  return pdf.save({ useObjectStreams: false });
}

async function convertLargest(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const started = performance.now();
  const converted = await convertPdf(bytes, { fileName: 'largest.pdf' });
  const seconds = (performance.now() - started) / 1_000;
  await closePdfPool();
  if (converted.kind === 'problem') throw new Error(english(converted.message));
  const rows = converted.tables.reduce((total, table) => total + table.rows.length, 0);
  const size = `${converted.pages} pages, ${Math.round(bytes.length / MIB)} MiB`;
  const peakMib = Math.round((process.resourceUsage().maxRSS * KIB) / MIB);
  console.log(`${size}: ${converted.tables.length} table, ${rows} rows`);
  console.log(`seconds           ${seconds.toFixed(1)} (at most ${timeMaxSeconds})`);
  console.log(`MiB at the peak   ${peakMib} (at most ${memoryMaxMib})`);
}

const thisFile = fileURLToPath(import.meta.url);

/** Converts in a separate process, so that nothing else counts as memory. */
export async function benchLargePdf(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-'));
  const file = path.join(folder, 'largest.pdf');
  writeFileSync(file, await largestPdf());
  spawnSync(process.execPath, ['--import', 'tsx', thisFile, file], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
}

const [, script, given] = process.argv;
if (script === thisFile && given) await convertLargest(given);
