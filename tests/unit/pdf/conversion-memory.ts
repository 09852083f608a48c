/** Converts PDFs in a process of their own, and measures how much memory the last one adds. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import { KIB, MIB } from '#contracts/byte-sizes.ts';

type Measured = { kind: string; code?: string; pages?: number; grownMib: number };

const thisFile = fileURLToPath(import.meta.url);
const peakMib = (): number => (process.resourceUsage().maxRSS * KIB) / MIB;

async function measure(usualFile: string, file: string): Promise<void> {
  // The usual file loads everything that any file needs.
  await convertPdf(readFileSync(usualFile), { fileName: 'usual.pdf' });
  const beforeMib = peakMib();
  const converted = await convertPdf(readFileSync(file), { fileName: 'measured.pdf' });
  const grownMib = peakMib() - beforeMib;
  await closePdfPool();
  const { kind } = converted;
  const outcome = kind === 'tables' ? { kind, pages: converted.pages } : { kind, code: converted.code };
  console.log(JSON.stringify({ ...outcome, grownMib } satisfies Measured));
}

/** Returns the outcome of a conversion and the growth of its process beyond what a usual file needs. */
export function measuredConversion(usual: Uint8Array, measured: Uint8Array): Measured {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-'));
  const files = [path.join(folder, 'usual.pdf'), path.join(folder, 'measured.pdf')] as const;
  writeFileSync(files[0], usual);
  writeFileSync(files[1], measured);
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', thisFile, ...files], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const line = stdout.trim().split('\n').at(-1);
  if (!line) throw new Error(`The process ended without an answer: ${stderr}`);
  return JSON.parse(line) as Measured;
}

const [, script, usualFile, file] = process.argv;
if (script === thisFile && usualFile && file) await measure(usualFile, file);
