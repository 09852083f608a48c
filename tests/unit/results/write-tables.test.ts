/** The tables of large jobs are written beside the other work of their process, one job's at a time. */
import type { Worker } from 'node:worker_threads';
import * as xlsx from '@e965/xlsx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tableFiles, type TablesOf } from '#activities/results/table-files.ts';
import type { ResultRow } from '#activities/results/types.ts';
import { writeTables } from '#activities/results/write-tables.ts';
import { jobResult, resultRow } from './jobs.ts';

const PART_ROWS = 200;
const LARGE_ROWS = 1_500;
const LINES_PER_ROW = 4;
/** Writing without a thread lets other work run between the workbook and its compression only. */
const TURNS_MIN = 100;

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    container: `MSKU${index}`,
    weight: index,
    place: 'চট্টগ্রাম',
  }));
const rowsOf = (count: number, linesPerRow = 0): ResultRow[] =>
  Array.from({ length: count }, (_, index) =>
    resultRow(index + 1, {
      outcome: index % 2 === 0 ? 'SUCCESS' : 'NOT_FOUND',
      values: { exp_no: `EXP ${index}`, fob_value: index },
      sheets: linesPerRow > 0 ? { Containers: lines(linesPerRow) } : {},
    }),
  );
const { rows: _, ...facts } = jobResult([], {
  outputSheets: { Containers: ['container', 'weight', 'place'] },
});
const job: TablesOf = { ...facts, zipFiles: null, headers: ['Inv No', 'quantity'], costPerRow: 100 };

async function* inParts(rows: ResultRow[]): AsyncGenerator<ResultRow[]> {
  for (let first = 0; first < rows.length; first += PART_ROWS) yield rows.slice(first, first + PART_ROWS);
}

const largeRows = rowsOf(LARGE_ROWS, LINES_PER_ROW);
const writeLarge = () => writeTables(inParts(largeRows), job);

/** The threads that the process has started, and those of them that run. */
const threads = { started: 0, running: 0, runningMax: 0 };
function noteThread(thread: Worker): void {
  threads.started += 1;
  threads.running += 1;
  threads.runningMax = Math.max(threads.running, threads.runningMax);
  thread.once('exit', () => {
    threads.running -= 1;
  });
}
beforeEach(() => {
  Object.assign(threads, { started: 0, running: 0, runningMax: 0 });
  process.on('worker', noteThread);
});
afterEach(() => {
  process.off('worker', noteThread);
});

/** How often other work of the process had its turn until `work` was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const next = (): void => {
    turns += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work.finally(() => {
    isDone = true;
  });
  return turns;
}

const sheetsOf = (workbook: Uint8Array): unknown[] => {
  const { Sheets } = xlsx.read(workbook);
  return Object.entries(Sheets).map(([name, sheet]) => [name, xlsx.utils.sheet_to_json(sheet)]);
};

describe('the tables of a job', () => {
  test('the tables of a large job leave their process free for its other work', async () => {
    expect(await turnsDuring(writeLarge())).toBeGreaterThan(TURNS_MIN);
  });

  test('the tables of a large job say the same as those that are written without a thread', async () => {
    const [large, plain] = await Promise.all([writeLarge(), tableFiles(job, largeRows)]);
    expect(threads.started).toBe(1);
    expect(Buffer.from(large.csv).equals(plain.csv)).toBe(true);
    expect(Buffer.from(large.failedRows!).equals(plain.failedRows!)).toBe(true);
    expect(sheetsOf(large.workbook)).toEqual(sheetsOf(plain.workbook));
  });

  test('the tables of two large jobs are written one after the other', async () => {
    await Promise.all([writeLarge(), writeLarge()]);
    expect(threads).toMatchObject({ started: 2, runningMax: 1 });
  });

  test('the tables of a small job do not wait for the start of a thread', async () => {
    const { csv, failedRows } = await writeTables(inParts(rowsOf(20)), job);
    expect(threads.started).toBe(0);
    expect(csv.byteLength).toBeGreaterThan(failedRows!.byteLength);
  });

  test('tables that need more memory than their thread may have fail, and the next ones are written', async () => {
    const heapMibMax = 8;
    await expect(writeTables(inParts(largeRows), job, { heapMibMax })).rejects.toThrow(/memory/);
    expect((await writeLarge()).workbook.byteLength).toBeGreaterThan(0);
  });

  test('rows that cannot be read end the thread that waits for them', async () => {
    async function* broken(): AsyncGenerator<ResultRow[]> {
      yield largeRows;
      throw new Error('The database does not answer.');
    }
    await expect(writeTables(broken(), job)).rejects.toThrow('The database does not answer.');
    expect(threads).toMatchObject({ started: 1, running: 0 });
  });
});
