/** Scores every set of the benchmark, and shows how often tables of a confidence are right in every cell. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/limits.ts';
import { jsonOf } from '#activities/pdf/output/json.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { judgedPdfs, openPdfFile, pdfSets, predictionName, scorePdfs, type PdfSet } from './corpus.ts';

/** What the sets' scores are to reach, and the best peer's. */
const goals: Record<string, { goal: number; peer: number }> = {
  public: { goal: 0.993, peer: 0.806 },
  orders: { goal: 0.97, peer: 0.701 },
  random: { goal: 0.98, peer: 0.815 },
  stacked: { goal: 0.97, peer: 0.651 },
  redrawn: { goal: 0.92, peer: 0.704 },
};
const bands = [0.95, 0.9, 0.8, 0.6, 0];
/** Of the tables that are said to be as certain as the first band, at least this share is to be right. */
const rightShareGoal = 0.97;

function predictSet(engine: Engine, { folder, files }: PdfSet, predictions: string): void {
  for (const file of files) {
    const document = openPdfFile(engine, path.join(folder, file));
    const numbers = Array.from({ length: document.pageCount }, (_, index) => index + 1);
    const extraction = extractTables(numbers.map((number) => document.readPage(number)));
    document.close();
    writeFileSync(path.join(predictions, predictionName(file)), jsonOf(file, extraction));
  }
}

function showCurve(judged: readonly (readonly [number, boolean])[]): void {
  console.log('confidence   tables  right in every cell');
  let upper = Infinity;
  for (const lower of bands) {
    const inBand = judged.filter(([confidence]) => confidence >= lower && confidence < upper);
    const right = inBand.filter(([, isRight]) => isRight).length;
    const share = inBand.length > 0 ? (right / inBand.length).toFixed(3) : '-';
    const goal = upper === Infinity ? `  (goal ${rightShareGoal})` : '';
    console.log(`  from ${lower.toFixed(2)} ${String(inBand.length).padStart(8)}  ${share}${goal}`);
    upper = lower;
  }
}

/** Prints the score of each set, and the curve over all of them. */
export async function benchPdfSets(): Promise<void> {
  const engine = await loadEngine(512 * MIB);
  const judged: [number, boolean][] = [];
  for (const set of pdfSets()) {
    const predictions = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-set-'));
    predictSet(engine, set, predictions);
    const all = scorePdfs(set.files, predictions, set.folder)?.['ALL'];
    judged.push(...judgedPdfs(set, predictions));
    rmSync(predictions, { recursive: true });
    if (!all) continue;
    const { goal, peer } = goals[set.name] ?? {};
    const beside = goal === undefined ? '' : `  (goal ${goal}, best peer ${peer})`;
    console.log(
      `set ${set.name.padEnd(10)} rel_f1 ${all.rel_f1.toFixed(3)}  perfect ${all.perfect.toFixed(2)}${beside}`,
    );
  }
  showCurve(judged);
}
