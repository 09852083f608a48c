/** Scores the table extraction on the public PDF benchmark: quality, CPU time per page and per conversion. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEngine, type Engine } from '#activities/pdf/engine.ts';
import { extractTables } from '#activities/pdf/extract.ts';
import { jsonOf } from '#activities/pdf/json.ts';
import { openPdf, type PdfDocument } from '#activities/pdf/pdfium.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/pool.ts';
import { MIB } from '#contracts/limits.ts';

const benchmark = fileURLToPath(new URL('../../../shared/pdf-bench/', import.meta.url));
const publicPart = path.join(benchmark, 'public');
/** What the first prototype of the same algorithm reached on the public part. */
const prototype = { relF1: 0.944, cpuSecondsPerPage: 0.0155 };
const conversions = 40;

function* pagesOf({ pageCount, readPage }: PdfDocument) {
  for (let number = 1; number <= pageCount; number++) yield readPage(number);
}

/** Writes the tables of one PDF as the scorer reads them; answers its number of pages. */
function predict(engine: Engine, file: string, folder: string): number {
  const opened = openPdf(engine, readFileSync(path.join(publicPart, file)));
  if (opened.kind === 'refused') throw new Error(`${file}: ${opened.code}`);
  const { document } = opened;
  const extraction = extractTables(pagesOf(document));
  document.close();
  writeFileSync(path.join(folder, file.replace(/pdf$/, 'json')), jsonOf(file, extraction));
  return document.pageCount;
}

/** The best that any other program reached on a part, in any of its modes: figures of the benchmark's README. */
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

type Summary = { rel_f1: number; cell_f1: number; perfect: number; det_p: number; joined_f1?: number };

function score(folder: string): Record<string, Summary> | undefined {
  const result = path.join(folder, 'score-result.txt');
  const scorer = path.join(benchmark, 'score.py');
  const run = spawnSync('python3', [scorer, publicPart, folder, '--json', result], { encoding: 'utf8' });
  if (run.status !== 0) return undefined;
  return (JSON.parse(readFileSync(result, 'utf8')) as { summary: Record<string, Summary> }).summary;
}

/** CPU of all threads for one conversion of a one-page PDF, workbook and CSV included. */
async function cpuMsPerConversion(file: string): Promise<number> {
  const bytes = readFileSync(path.join(publicPart, file));
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
  if (!existsSync(publicPart)) {
    console.log('SKIPPED: the PDF benchmark is not beside the project (../shared/pdf-bench/public).');
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-'));
  const files = readdirSync(publicPart)
    .filter((file) => file.endsWith('.pdf'))
    .sort();
  const engine = await loadEngine(512 * MIB);
  for (const file of files.slice(0, 5)) predict(engine, file, folder);
  const started = process.cpuUsage();
  const pages = files.reduce((total, file) => total + predict(engine, file, folder), 0);
  const { user, system } = process.cpuUsage(started);
  const cpuSecondsPerPage = (user + system) / 1e6 / pages;
  const scores = score(folder);
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
