/** Scores every set of the benchmark, and shows how often tables of a confidence are right in every cell. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { jsonOf } from '#activities/pdf/output/json.ts';
import { extractTables } from '#activities/pdf/tables/extract.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import {
  judgedPdfs,
  openPdfFile,
  pdfSets,
  predictionName,
  scannedSets,
  scorePdfs,
  type PdfSet,
} from './corpus.ts';
import { tedsOf } from './teds-score.ts';

/** What the sets' scores are to reach, and the best peer's. */
const goals: Record<string, { goal: number; peer: number }> = {
  public: { goal: 0.993, peer: 0.806 },
  orders: { goal: 0.97, peer: 0.701 },
  random: { goal: 0.98, peer: 0.815 },
  stacked: { goal: 0.97, peer: 0.651 },
  redrawn: { goal: 0.92, peer: 0.704 },
};
/** What rel_f1 is to reach on scans of a kind; null without a goal. */
const scanGoals: Record<string, number | null> = {
  '150': 0.93,
  skew3: null,
  rot90: null,
  stamp: 0.85,
  photo: 0.7,
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

type Predict = (set: PdfSet, predictions: string) => Promise<void> | void;

/** Prints the score of each kind of scans; a file's name ends with its kind. */
function showKinds({ files, folder }: PdfSet, predictions: string): void {
  for (const [kind, goal] of Object.entries(scanGoals)) {
    const own = files.filter((file) => file.endsWith(`-${kind}.pdf`));
    const all = own.length > 0 ? scorePdfs(own, predictions, folder)?.['ALL'] : undefined;
    const beside = goal === null ? '' : `  (goal ${goal})`;
    if (all)
      console.log(`  ${kind.padEnd(8)} ${own.length} documents  rel_f1 ${all.rel_f1.toFixed(3)}${beside}`);
  }
}

/** Prints the score of a set, and returns the confidence of each table and whether it is perfect. */
async function scoreSet(
  set: PdfSet,
  predict: Predict,
  showMore: (set: PdfSet, predictions: string) => void = () => undefined,
): Promise<[number, boolean][]> {
  const predictions = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-set-'));
  try {
    await predict(set, predictions);
    const all = scorePdfs(set.files, predictions, set.folder)?.['ALL'];
    if (!all) return [];
    const { goal, peer } = goals[set.name] ?? {};
    const beside = goal === undefined ? '' : `  (rel_f1: goal ${goal}, best peer ${peer})`;
    const similar = tedsOf(set, predictions);
    const figures = [
      `rel_f1 ${all.rel_f1.toFixed(3)}  perfect ${all.perfect.toFixed(2)}`,
      `TEDS ${similar.teds.toFixed(3)}  TEDS-S ${similar.structure.toFixed(3)}`,
    ];
    console.log(`set ${set.name.padEnd(10)} ${figures.join('  ')}${beside}`);
    showMore(set, predictions);
    return judgedPdfs(set, predictions);
  } finally {
    rmSync(predictions, { recursive: true });
  }
}

/** Prints the score of each set, and the curve over all of them. */
export async function benchPdfSets(): Promise<void> {
  const engine = await loadEngine(512 * MIB);
  const judged: [number, boolean][] = [];
  for (const set of pdfSets())
    judged.push(...(await scoreSet(set, (...given) => predictSet(engine, ...given))));
  showCurve(judged);
}

/** Converts pictures of pages as a customer's are, by OCR: minutes, as each is read for several seconds. */
async function predictScans({ folder, files }: PdfSet, predictions: string): Promise<void> {
  for (const file of files) {
    const converted = await convertPdf(readFileSync(path.join(folder, file)), { fileName: file });
    const answer = converted.kind === 'tables' ? converted.json : JSON.stringify({ tables: [] });
    writeFileSync(path.join(predictions, predictionName(file)), answer);
  }
}

/** Prints the score of what is read by OCR, and those of the kinds of scans. */
export async function benchPdfScans(): Promise<void> {
  for (const set of scannedSets()) await scoreSet(set, predictScans, showKinds);
  await closePdfPool();
}
