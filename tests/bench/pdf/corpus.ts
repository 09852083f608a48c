/** The public part of the PDF benchmark beside the project: its documents, their pages, and the scorer. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Engine } from '#activities/pdf/reading/engine.ts';
import { openPdf, type PdfDocument } from '#activities/pdf/reading/pdfium.ts';

const benchmark = fileURLToPath(new URL('../../../../shared/pdf-bench/', import.meta.url));
const publicPart = path.join(benchmark, 'public');

/** The names of the documents; null, with a message, if the benchmark is not there. */
export function publicPdfs(): string[] | null {
  if (existsSync(publicPart)) {
    const names = readdirSync(publicPart).filter((name) => name.endsWith('.pdf'));
    return names.sort();
  }
  console.log('SKIPPED: the PDF benchmark is not beside the project (../shared/pdf-bench/public).');
  return null;
}

export const pathOfPdf = (name: string): string => path.join(publicPart, name);

export const predictionName = (name: string): string => name.replace(/pdf$/, 'json');

export function openPublicPdf(engine: Engine, name: string): PdfDocument {
  const opened = openPdf(engine, readFileSync(pathOfPdf(name)));
  if (opened.kind === 'refused') throw new Error(`${name}: ${opened.code}`);
  return opened.document;
}

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

/** Scores by subset for what was predicted for these documents in `folder`; undefined if Python is not installed. */
export function scorePdfs(names: readonly string[], folder: string): Summaries | undefined {
  const work = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-truth-'));
  try {
    // The scorer counts every document in its ground truth, so only these are linked.
    for (const name of names.map(predictionName)) symlinkSync(pathOfPdf(name), path.join(work, name));
    const result = path.join(work, 'result.txt');
    const scorer = path.join(benchmark, 'score.py');
    const run = spawnSync('python3', [scorer, work, folder, '--json', result], { stdio: 'ignore' });
    if (run.status !== 0) return undefined;
    return scorerAnswer.parse(JSON.parse(readFileSync(result, 'utf8'))).summary;
  } finally {
    rmSync(work, { recursive: true });
  }
}
