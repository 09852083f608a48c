/** Reads sheets in worker threads, with limits on memory, time and concurrency. */
import { on, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { uploadMessages } from '#contracts/jobs/upload-messages.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';
import type { Caps, Notes, SheetMessage } from './line-collector.mjs';
import type { Source } from './sheet-thread.mjs';
import { unreadable } from './unreadable.ts';
import { protectedWorkbook } from './workbook.ts';

export type Lines = Extract<SheetMessage, { end: 'read' }>;
type LastMessage = Exclude<SheetMessage, { end: 'not yet' }>;

/** The notes on lines that are not read from a workbook. */
export const noNotes: Notes = {
  delimiter: null,
  hidden: [],
  rounded: [],
  fewerDecimals: [],
  dates: new Map(),
  is1904: false,
  alikeSheets: [],
};

const caps: Caps = {
  rowsMax: limits.rowsPerJobMax,
  linesMax: limits.sheetLinesMax,
  columnsMax: limits.columnsMax,
  cellCharactersMax: limits.cellCharactersMax,
};

const runLimited = createSemaphore({
  atOnceMax: limits.sheetReadersMax,
  waitingMax: limits.sheetReadersWaitingMax,
});

/** Idle threads, reused because starting one takes far longer than reading most sheets. */
const idle: SheetThread[] = [];
type SheetThread = { worker: Worker; reads: number };
/** A thread is replaced after this many reads, to free memory that the library retains. */
const READS_PER_THREAD_MAX = 500;

/** Returns the sheet's lines, heading first, without blank ones. `open` is called when a thread is available. */
export async function readLines(open: () => Promise<Source>): Promise<Lines> {
  return runLimited(async () => {
    const source = await open();
    return linesOf(await readOn(idle.pop() ?? startThread(), source));
  });
}

function startThread(): SheetThread {
  const worker = new Worker(new URL('./sheet-thread.mjs', import.meta.url), {
    // The thread needs no loader, and code that reads untrusted files must not see secrets.
    execArgv: [],
    env: {},
    // The library's output about broken files is discarded.
    stdout: true,
    stderr: true,
    workerData: caps,
    resourceLimits: { maxOldGenerationSizeMb: limits.sheetReadHeapMibMax },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const thread = { worker, reads: 0 };
  // An error during a read is handled where its answer is awaited.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
  });
  return thread;
}

/** A thread that fails or takes too long is terminated. */
async function readOn(thread: SheetThread, source: Source): Promise<LastMessage> {
  const { worker } = thread;
  const over = new AbortController();
  const overtime = AbortSignal.timeout(limits.sheetReadMsMax);
  const signal = AbortSignal.any([over.signal, overtime]);
  try {
    worker.ref();
    // Also rejects on the thread's error event.
    const answer = lastMessage(worker, signal);
    const exit = once(worker, 'exit', { signal }).then(() => Promise.reject(damaged()));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(source, ownMemoryOf(source));
    const message = await Promise.race([answer, exit]);
    keep(thread);
    return message;
  } catch (error) {
    // The next sheet starts only after the memory of this one is released.
    await worker.terminate();
    throw overtime.aborted ? tooSlow() : threadError(error);
  } finally {
    over.abort();
  }
}

/** The lines arrive in parts. Returns the last message with all lines. */
async function lastMessage(worker: Worker, signal: AbortSignal): Promise<LastMessage> {
  const lines: string[][] = [];
  for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<[SheetMessage]>) {
    if (message.end === 'not yet') lines.push(...message.lines);
    else return message.end === 'read' ? { ...message, lines: [...lines, ...message.lines] } : message;
  }
  throw damaged();
}

/** Large parts are transferred to the thread. Small ones share their buffer with others and are copied. */
function ownMemoryOf(source: Source): ArrayBuffer[] {
  if (source.kind !== 'xlsx') return [];
  return source.parts.flatMap(({ bytes: { buffer, byteLength } }) =>
    byteLength > limits.bytesHandedOverMin && buffer instanceof ArrayBuffer ? [buffer] : [],
  );
}

function keep(thread: SheetThread): void {
  const { worker } = thread;
  thread.reads += 1;
  if (thread.reads >= READS_PER_THREAD_MAX) {
    void worker.terminate();
    return;
  }
  // An idle thread must not keep the process alive.
  worker.unref();
  idle.push(thread);
}

const tooSlow = (): Error => unreadable(uploadMessages.readTooLong());

function threadError(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return unreadable(uploadMessages.readTooLarge(), error);
}

function linesOf(message: LastMessage): Lines {
  switch (message.end) {
    case 'read':
      return message;
    case 'protected':
      throw protectedWorkbook();
    case 'damaged':
      throw damaged();
    case 'open quote':
      throw unreadable(uploadMessages.openQuote({ line: message.line }));
    case 'too many columns':
      throw unreadable(uploadMessages.tooManyColumns({ most: limits.columnsMax }));
    case 'too many lines':
      throw unreadable(uploadMessages.tooManyBlankLines());
    case 'too many rows':
      throw tooManyRows();
  }
}

const damaged = (): Error => unreadable(uploadMessages.damagedSheet());

function tooManyRows(): Error {
  const most = limits.rowsPerJobMax.toLocaleString('en');
  return refusal('TOO_MANY_ROWS', uploadMessages.tooManyRows({ most }));
}
