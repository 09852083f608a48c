/** The public part of the PDF benchmark beside the project: its documents, their pages, and the scorer. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Engine } from '#activities/pdf/reading/engine.ts';
import { openPdf, type PdfDocument } from '#activities/pdf/reading/pdfium.ts';

const beside = fileURLToPath(new URL('../../../../shared/pdf-bench/', import.meta.url));
/** `PDF_BENCH` names the benchmark's folder for a checkout that it does not lie beside. */
const benchmark = process.env['PDF_BENCH'] ?? beside;
const publicPart = path.join(benchmark, 'public');
/** Documents of kinds that were read wrong, without those that are pictures. */
const moreSets = ['orders', 'random', 'stacked', 'redrawn', 'fonts'];

/** The names of the documents; null, with a message, if the benchmark is not there. */
export function publicPdfs(): string[] | null {
  if (existsSync(publicPart)) {
    const names = readdirSync(publicPart).filter((name) => name.endsWith('.pdf'));
    return names.sort();
  }
  console.log('SKIPPED: the PDF benchmark is not beside the project (../shared/pdf-bench/public).');
  return null;
}

export type PdfSet = { name: string; folder: string; files: string[] };

/** The public part and the further sets that are there; each has its truth beside its documents. */
export function pdfSets(): PdfSet[] {
  return [publicPart, ...moreSets.map(inSecondPart)].flatMap(setIn);
}

/** The pictures of pages, and texts that are not what is seen, which only OCR reads, if they are there. */
export const scannedSets = (): PdfSet[] => ['scans', 'fonts'].map(inSecondPart).flatMap(setIn);

const inSecondPart = (name: string): string => path.join(benchmark, 'public2', name);

function setIn(folder: string): PdfSet[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  return [{ name: path.basename(folder), folder, files: files.sort() }];
}

export const pathOfPdf = (name: string): string => path.join(publicPart, name);

export const predictionName = (name: string): string => name.replace(/pdf$/, 'json');

export function openPdfFile(engine: Engine, file: string): PdfDocument {
  const opened = openPdf(engine, readFileSync(file));
  if (opened.kind === 'refused') throw new Error(`${file}: ${opened.code}`);
  return opened.document;
}

export const openPublicPdf = (engine: Engine, name: string): PdfDocument =>
  openPdfFile(engine, pathOfPdf(name));

const summary = z.object({
  rel_f1: z.number(),
  cell_f1: z.number(),
  perfect: z.number(),
  det_r: z.number(),
  det_p: z.number(),
  joined_f1: z.number().optional(),
});
const scorerAnswer = z.object({ summary: z.record(z.string(), summary) });
type Summaries = Record<string, z.infer<typeof summary>>;

const judgedTables = z.array(z.tuple([z.number(), z.boolean()]));
const calibration = fileURLToPath(new URL('./calibration.py', import.meta.url));

/** Returns the confidence of each predicted table of a set, and whether it is perfect; none without Python. */
export function judgedPdfs({ folder }: PdfSet, predictions: string): [number, boolean][] {
  const run = spawnSync('python3', [calibration, benchmark, folder, predictions], { encoding: 'utf8' });
  return run.status === 0 ? judgedTables.parse(JSON.parse(run.stdout)) : [];
}

/** Scores by subset for what was predicted for these documents in `folder`; undefined if Python is not installed. */
export function scorePdfs(
  names: readonly string[],
  folder: string,
  truths: string = publicPart,
): Summaries | undefined {
  const work = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-truth-'));
  try {
    // The scorer counts every document in its ground truth, so only these are linked.
    for (const name of names.map(predictionName)) symlinkSync(path.join(truths, name), path.join(work, name));
    const result = path.join(work, 'result.txt');
    const scorer = path.join(benchmark, 'score.py');
    const run = spawnSync('python3', [scorer, work, folder, '--json', result], { stdio: 'ignore' });
    if (run.status !== 0) return undefined;
    return scorerAnswer.parse(JSON.parse(readFileSync(result, 'utf8'))).summary;
  } finally {
    rmSync(work, { recursive: true });
  }
}
