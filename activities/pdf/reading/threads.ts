/** Reads PDFs in worker threads: untrusted input can hang or crash a thread, and must never stop the process. */
import { Worker } from 'node:worker_threads';
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
import type { PdfConversion, PdfDrawing, PdfReading } from './document.ts';
import type { LayoutAnswer, LayoutRequest } from './layout-work.ts';
import type { Recognition, ScanRequest } from '#activities/pdf/scans/recognition.ts';
import type { RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { messageOf } from '#activities/thread-answers.ts';
import { problem, type PdfProblem } from './problems.ts';
import type { PdfUnlocking } from './unlock.ts';
import type { WorkerAnswer, WorkerMessage, WorkerOptions, WorkerRequest } from './worker.ts';

export type PoolOptions = WorkerOptions & {
  threadsMax: number;
  waitingMax: number;
  /** Maximum JavaScript heap of a thread, excluding PDFium, in MiB. */
  heapMibMax: number;
  startLimitMs: number;
};

type ReadOptions = { fileName: string; timeLimitMs: number; signal?: AbortSignal };

export type PdfPool = {
  convert: (
    bytes: Uint8Array,
    options: ReadOptions & { recognised?: RecognisedPage[]; kept?: KeptLayout[] },
  ) => Promise<PdfConversion>;
  recognise: (bytes: Uint8Array, options: ReadOptions & { scan: ScanRequest }) => Promise<Recognition>;
  readText: (bytes: Uint8Array, options: ReadOptions) => Promise<PdfReading>;
  draw: (bytes: Uint8Array, options: ReadOptions) => Promise<PdfDrawing>;
  unlock: (bytes: Uint8Array, options: ReadOptions & { password: string }) => Promise<PdfUnlocking>;
  workLayout: (bytes: Uint8Array, options: ReadOptions & { layout: LayoutRequest }) => Promise<LayoutAnswer>;
  close: () => Promise<void>;
};

type Task = Pick<ReadOptions, 'timeLimitMs' | 'signal'> & {
  request: WorkerRequest;
  settle: (run: Promise<WorkerAnswer>) => void;
};

function startThread({ wasmBytesMax, wasmBytesKept, heapMibMax }: PoolOptions): Worker {
  const workerData: WorkerOptions = { wasmBytesMax, wasmBytesKept };
  const thread = new Worker(new URL('./worker-start.mjs', import.meta.url), {
    execArgv: [],
    // The recogniser's messages on stderr are discarded; errors arrive as events.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax },
    workerData,
  });
  thread.stderr.resume();
  return thread;
}

/** Returns the thread's next message; rejects when the thread exits, on timeout, or when the caller aborts. */
async function nextMessage(
  thread: Worker,
  timeLimitMs: number,
  signal?: AbortSignal,
): Promise<WorkerMessage> {
  const overtime = AbortSignal.timeout(timeLimitMs);
  try {
    return await messageOf<WorkerMessage>(thread, 'PDF', [overtime, ...(signal ? [signal] : [])]);
  } catch (error) {
    signal?.throwIfAborted();
    throw overtime.aborted ? new ThreadTimeout() : error;
  }
}

class ThreadTimeout extends Error {
  override name = 'ThreadTimeout';
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

type Threads = {
  /** Returns an idle thread, or starts one and waits until it is ready. */
  take: (signal?: AbortSignal) => Promise<Worker>;
  /** Keeps a thread for the next task, unless the threads are closed. */
  giveBack: (thread: Worker) => Promise<void>;
  discard: (thread: Worker) => Promise<void>;
  close: () => Promise<void>;
};

/** Keeps account of the threads. One that dies, while idle or at work, is never handed out again. */
function createThreads(options: PoolOptions): Threads {
  const idle: Worker[] = [];
  const threads = new Set<Worker>();
  let isClosed = false;

  const forget = (thread: Worker): void => {
    threads.delete(thread);
    const index = idle.indexOf(thread);
    if (index >= 0) idle.splice(index, 1);
  };

  const discard = async (thread: Worker): Promise<void> => {
    forget(thread);
    await thread.terminate();
  };

  return {
    take: async (signal) => {
      const warm = idle.pop();
      if (warm) return warm;
      const thread = startThread(options);
      threads.add(thread);
      thread.once('exit', () => forget(thread));
      // A thread may also fail between two tasks, when no task listens for errors.
      thread.on('error', () => forget(thread));
      try {
        await nextMessage(thread, options.startLimitMs, signal);
        return thread;
      } catch (error) {
        await discard(thread);
        throw error;
      }
    },
    giveBack: async (thread) => {
      if (isClosed) return discard(thread);
      thread.unref();
      idle.push(thread);
    },
    discard,
    close: async () => {
      isClosed = true;
      await Promise.all([...threads].map(discard));
    },
  };
}

/** Gives a task to a thread, and returns its answer; a problem if it takes too long or too much memory. */
async function runTask(threads: Threads, { request, timeLimitMs, signal }: Task): Promise<WorkerAnswer> {
  signal?.throwIfAborted();
  const thread = await threads.take(signal);
  thread.ref();
  const bytes = new Uint8Array(request.bytes);
  const answer = nextMessage(thread, timeLimitMs, signal);
  thread.postMessage({ ...request, bytes } satisfies WorkerRequest, [bytes.buffer]);
  try {
    const message = await answer;
    if (message.kind !== 'done') throw new Error('The PDF thread answered out of turn.');
    await (message.isSpent ? threads.discard(thread) : threads.giveBack(thread));
    return message.result;
  } catch (error) {
    await threads.discard(thread);
    if (error instanceof ThreadTimeout) return problem('TOO_SLOW');
    if (isOutOfMemory(error)) return problem('TOO_LARGE');
    throw error;
  }
}

/**
 * Creates the pool. Threads start at the first use; one that hangs or exceeds its memory is terminated and replaced.
 */
export function createPdfPool(options: PoolOptions): PdfPool {
  const threads = createThreads(options);
  const waiting: Task[] = [];
  let isClosed = false;
  let running = 0;

  const startWaiting = (): void => {
    while (running < options.threadsMax) {
      const task = waiting.shift();
      if (!task) return;
      running += 1;
      const ended = runTask(threads, task).finally(() => {
        running -= 1;
        startWaiting();
      });
      task.settle(ended);
    }
  };

  const ask = async (task: Omit<Task, 'settle'>): Promise<WorkerAnswer> => {
    task.signal?.throwIfAborted();
    if (isClosed) throw new Error('The PDF pool is closed.');
    if (waiting.length >= options.waitingMax) throw new Error('Too many PDFs are waiting to be read.');
    return new Promise((resolve) => {
      waiting.push({ ...task, settle: resolve });
      startWaiting();
    });
  };

  const read = async <K extends WorkerRequest['want']>(
    want: K,
    bytes: Uint8Array,
    { timeLimitMs, signal, ...given }: ReadOptions & Omit<WorkerRequest, 'bytes' | 'want'>,
  ): Promise<Extract<WorkerAnswer, { kind: K }> | PdfProblem> => {
    const request = { ...given, bytes, want };
    const answer = await ask({ timeLimitMs, request, ...(signal ? { signal } : {}) });
    if (answer.kind === 'problem' || isOfKind(answer, want)) return answer;
    throw new Error(`The PDF thread answered with ${answer.kind} where ${want} was asked for.`);
  };

  return {
    convert: (bytes, readOptions) => read('tables', bytes, readOptions),
    readText: (bytes, readOptions) => read('text', bytes, readOptions),
    draw: (bytes, readOptions) => read('pictures', bytes, readOptions),
    recognise: (bytes, readOptions) => read('recognised', bytes, readOptions),
    unlock: (bytes, readOptions) => read('unlocked', bytes, readOptions),
    workLayout: (bytes, readOptions) => read('layout', bytes, readOptions),
    close: async () => {
      isClosed = true;
      await threads.close();
    },
  };
}

function isOfKind<K extends WorkerAnswer['kind']>(
  answer: WorkerAnswer,
  kind: K,
): answer is Extract<WorkerAnswer, { kind: K }> {
  return answer.kind === kind;
}
