/** Scores the table extraction on the public PDF benchmark: quality, CPU time per page and per conversion. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { jsonOf } from '#activities/pdf/output/json.ts';
import type { PdfDocument } from '#activities/pdf/reading/pdfium.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { openPublicPdf, pathOfPdf, predictionName, publicPdfs, scorePdfs } from './corpus.ts';

/** What the first prototype of the same algorithm reached on the public part. */
const prototype = { relF1: 0.944, cpuSecondsPerPage: 0.0155 };
const conversions = 40;

function* pagesOf({ pageCount, readPage }: PdfDocument) {
  for (let number = 1; number <= pageCount; number++) yield readPage(number);
}

/** Writes the tables of one PDF in the scorer's format; returns its number of pages. */
function predict(engine: Engine, file: string, folder: string): number {
  const document = openPublicPdf(engine, file);
  const extraction = extractTables(pagesOf(document));
  document.close();
  writeFileSync(path.join(folder, predictionName(file)), jsonOf(file, extraction));
  return document.pageCount;
}

/** The best result of any other program on a part, in any of its modes, from the benchmark's README. */
const bestPeer: Record<string, { relF1: number; name: string }> = {
  'icdar-eu': { relF1: 0.788, name: 'camelot hybrid' },
  'icdar-us': { relF1: 0.712, name: 'camelot hybrid' },
  field: { relF1: 0.914, name: 'camelot hybrid' },
  'trade-ruled': { relF1: 0.963, name: 'opendataloader' },
  'trade-unruled': { relF1: 0.917, name: 'camelot stream' },
  'trade-hard': { relF1: 0.905, name: 'camelot hybrid' },
  bengali: { relF1: 0.71, name: 'PyMuPDF text' },
  ALL: { relF1: 0.806, name: 'camelot hybrid' },
};

/** CPU time of all threads for one conversion of a one-page PDF, workbook and CSV included. */
async function cpuMsPerConversion(file: string): Promise<number> {
  const bytes = readFileSync(pathOfPdf(file));
  const convert = () => convertPdf(bytes, { fileName: file });
  const warmUp = Array.from({ length: conversions }, convert);
  await Promise.all(warmUp);
  const started = process.cpuUsage();
  await Promise.all(Array.from({ length: conversions }, convert));
  const { user, system } = process.cpuUsage(started);
  await closePdfPool();
  return (user + system) / 1_000 / conversions;
}

export async function benchPdf(): Promise<void> {
  const files = publicPdfs();
  if (!files) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-'));
  const engine = await loadEngine(512 * MIB);
  for (const file of files.slice(0, 5)) predict(engine, file, folder);
  const started = process.cpuUsage();
  const pages = files.reduce((total, file) => total + predict(engine, file, folder), 0);
  const { user, system } = process.cpuUsage(started);
  const cpuSecondsPerPage = (user + system) / 1e6 / pages;
  const scores = scorePdfs(files, folder);
  rmSync(folder, { recursive: true });
  console.log(`${files.length} PDFs, ${pages} pages`);
  for (const [subset, { rel_f1, cell_f1, perfect, det_p, joined_f1 }] of Object.entries(scores ?? {})) {
    const joined = joined_f1 === undefined ? '' : `  joined ${joined_f1.toFixed(3)}`;
    const figures = `rel_f1 ${rel_f1.toFixed(3)}  cell_f1 ${cell_f1.toFixed(3)}  perfect ${perfect.toFixed(2)}  det_p ${det_p.toFixed(2)}`;
    const peer = bestPeer[subset];
    const beside = peer ? `  (best peer ${peer.relF1}, ${peer.name})` : '';
    console.log(`  ${subset.padEnd(14)} ${figures}${joined}${beside}`);
  }
  const all = scores?.['ALL']?.rel_f1.toFixed(3) ?? 'not scored (python3 is missing)';
  console.log(`rel_f1            ${all} (prototype ${prototype.relF1})`);
  console.log(`CPU s per page    ${cpuSecondsPerPage.toFixed(4)} (prototype ${prototype.cpuSecondsPerPage})`);
  const conversion = (await cpuMsPerConversion('trade-ruled-01.pdf')).toFixed(1);
  console.log(`CPU ms/conversion ${conversion} (one page, warm threads)`);
}
