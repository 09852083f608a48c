/**
 * Table extraction compared with tabula, camelot and img2table on the same documents in the same run: CPU time per page,
 * and quality.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadEngine, type Engine } from '#activities/pdf/reading/engine.ts';
import { closePdfPool, convertPdf } from '#activities/pdf/reading/pool.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { report } from '../measure.ts';
import { openPdfFile, pdfSets, predictionName, scorePdfs, type PdfSet } from './corpus.ts';
import { hasJava, installPeer, startPeer, type PeerName } from './peer-program.ts';

/** Takes every fourth document of a set; `DOCS=all` takes all of them. `SETS=orders,random` chooses other sets. */
const SAMPLE_STEP = 4;
const DEFAULT_SET = 'public';
/** Java compiles what it runs often; after this many rounds of the sample it is close to its final speed. */
const WARM_UP_ROUNDS = 3;
const RATIO_WANTED = 5;
const SECONDS_PER_PAGE_MAX = 0.03;

/** The names of the scorer's figures. */
const figures = ['rel_f1', 'cell_f1', 'perfect', 'det_r', 'det_p'] as const;

type Document = { name: string; file: string; pages: number };
type Reading = { cpuSeconds: number; prediction: string };
type Program = {
  name: string;
  /** Without `isScored`, only the time is measured. */
  read: (document: Document, isScored: boolean) => Promise<Reading>;
  close: () => Promise<void>;
};

export async function benchPdfPeers(): Promise<void> {
  const names = (process.env['SETS'] ?? DEFAULT_SET).split(',');
  const sets = pdfSets().filter(({ name }) => names.includes(name));
  if (sets.length === 0) {
    console.log(`SKIPPED: the PDF benchmark beside the project has none of the sets ${names.join(', ')}.`);
    return;
  }
  const engine = await loadEngine(512 * MIB);
  const programs = [ours, ...(await peers())];
  try {
    for (const set of sets) await compareOn(set, documentsOf(engine, set), programs);
  } finally {
    for (const program of programs) await program.close();
  }
}

function documentsOf(engine: Engine, { folder, files }: PdfSet): Document[] {
  return files.map((name) => {
    const file = path.join(folder, name);
    const document = openPdfFile(engine, file);
    document.close();
    return { name, file, pages: document.pageCount };
  });
}

async function compareOn(set: PdfSet, all: Document[], programs: readonly Program[]): Promise<void> {
  const sample = all.filter((_, index) => index % SAMPLE_STEP === 0);
  const chosen = process.env['DOCS'] === 'all' ? all : sample;
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-pdf-peers-'));
  try {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
      for (const document of sample) for (const program of programs) await program.read(document, false);
    const seconds = await measure(programs, chosen, folder);
    print(set, programs, chosen, { seconds, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One document after the other, so that each is processed by one thread of the pool. */
const ours: Program = {
  name: 'chalan',
  read: async ({ name, file }) => {
    const bytes = readFileSync(file);
    const started = process.cpuUsage();
    const converted = await convertPdf(bytes, { fileName: name });
    const { user, system } = process.cpuUsage(started);
    const prediction = converted.kind === 'tables' ? converted.json : JSON.stringify({ tables: [] });
    return { cpuSeconds: (user + system) / 1e6, prediction };
  },
  close: closePdfPool,
};

const titles: Record<PeerName, string> = {
  tabula: 'tabula 1.0.5 auto',
  camelot: 'camelot 2.0 hybrid',
  img2table: 'img2table 2.0',
};

/** The programs that can be installed here; missing ones are reported. */
async function peers(): Promise<Program[]> {
  const programs: Program[] = [];
  for (const name of ['tabula', 'camelot', 'img2table'] as const) {
    if (name === 'tabula' && !(await hasJava())) {
      console.log('SKIPPED: tabula, there is no Java.');
      continue;
    }
    const python = await installPeer(name).catch((error: unknown) => {
      console.log(`SKIPPED: ${name}, its Python can't be had: ${String(error)}`);
      return null;
    });
    if (python !== null) programs.push(peer(python, name, titles[name]));
  }
  return programs;
}

function peer(python: string, name: PeerName, title: string): Program {
  const program = startPeer(python, name);
  return {
    name: title,
    read: async (document, isScored) => {
      const order = { path: document.file, pages: document.pages, isScored };
      const { cpuSeconds, tables, failure } = await program.ask(order);
      if (failure !== '') console.log(`${title} failed on ${document.name}: ${failure}`);
      return { cpuSeconds, prediction: JSON.stringify({ tables }) };
    },
    close: program.stop,
  };
}

/**
 * CPU seconds of each program; they take turns at every document, so that other load on the machine affects all of
 * them.
 */
async function measure(
  programs: readonly Program[],
  documents: readonly Document[],
  folder: string,
): Promise<Map<Program, number>> {
  const seconds = new Map<Program, number>();
  for (const program of programs) mkdirSync(path.join(folder, program.name));
  for (const document of documents) {
    for (const program of programs) {
      const { cpuSeconds, prediction } = await program.read(document, true);
      seconds.set(program, (seconds.get(program) ?? 0) + cpuSeconds);
      writeFileSync(path.join(folder, program.name, predictionName(document.name)), prediction);
    }
  }
  return seconds;
}

function print(
  set: PdfSet,
  programs: readonly Program[],
  documents: readonly Document[],
  { seconds, folder }: { seconds: ReadonlyMap<Program, number>; folder: string },
): void {
  const pages = documents.reduce((sum, document) => sum + document.pages, 0);
  const perPage = (program: Program): number => (seconds.get(program) ?? Number.NaN) / pages;
  console.log(`set ${set.name}: ${documents.length} PDFs, ${pages} pages, warm, one thread each`);
  const names = documents.map(({ name }) => name);
  for (const program of programs) {
    const scores = scorePdfs(names, path.join(folder, program.name), set.folder)?.['ALL'];
    const quality = scores
      ? figures.map((figure) => `${figure} ${scores[figure].toFixed(3)}`).join('  ')
      : 'not scored (python3 is missing)';
    console.log(`  ${program.name.padEnd(20)} ${quality}  CPU s per page ${perPage(program).toFixed(4)}`);
  }
  const our = perPage(ours);
  for (const program of programs.filter((one) => one !== ours)) {
    report(`CPU s per page beside ${program.name} (wanted: ratio at least ${RATIO_WANTED})`, {
      chalan: our.toFixed(4),
      theirs: perPage(program).toFixed(4),
      ratio: perPage(program) / our,
    });
  }
  report('CPU s per page', { chalan: our.toFixed(4), wanted: `at most ${SECONDS_PER_PAGE_MAX}` });
}
