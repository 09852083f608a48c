/** Reads a sheet in a thread of its own, with caps on its memory, its time and how many run at once. */
import { Worker } from 'node:worker_threads';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';
import { createTurns } from '../turns.ts';
import type { Caps, SheetMessage, Source } from './sheet-thread.mjs';
import { unreadable } from './unreadable.ts';
import { protectedWorkbook } from './workbook.ts';

export type Lines = Extract<SheetMessage, { end: 'read' }>;

const caps: Caps = {
  rowsMax: limits.rowsPerJobMax,
  linesMax: limits.sheetLinesMax,
  columnsMax: limits.columnsMax,
  cellCharactersMax: limits.cellCharactersMax,
};

const inTurn = createTurns({
  atOnceMax: limits.sheetReadersMax,
  waitingMax: limits.sheetReadersWaitingMax,
});

/** The sheet's lines, the heading first, without blank ones. */
export async function readLines(source: Source): Promise<Lines> {
  return inTurn(async () => linesOf(await runThread(source)));
}

function runThread(source: Source): Promise<SheetMessage> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./sheet-thread.mjs', import.meta.url), {
      // The thread needs no loader, and what reads strangers' files needs no secrets.
      execArgv: [],
      env: {},
      // What the reader thinks of a broken file interests nobody.
      stdout: true,
      stderr: true,
      workerData: { source, caps },
      resourceLimits: { maxOldGenerationSizeMb: limits.sheetReadHeapMibMax },
    });
    thread.stdout.resume();
    thread.stderr.resume();
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      void thread.terminate();
      settle();
    };
    const timer = setTimeout(
      () =>
        finish(() =>
          reject(
            unreadable(
              say('The file takes too long to read. Save it again with only the rows that are needed.'),
            ),
          ),
        ),
      limits.sheetReadMsMax,
    );
    thread.once('message', (message: SheetMessage) => finish(() => resolve(message)));
    thread.on('error', (error) => finish(() => reject(threadError(error))));
    thread.once('exit', () => finish(() => reject(damaged())));
  });
}

function threadError(error: NodeJS.ErrnoException): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return unreadable(
    say('The file needs too much memory to read. Save it again with only the rows that are needed.'),
    error,
  );
}

function linesOf(message: SheetMessage): Lines {
  switch (message.end) {
    case 'read':
      return message;
    case 'protected':
      throw protectedWorkbook();
    case 'damaged':
      throw damaged();
    case 'open quote':
      throw unreadable(
        say(
          'A quotation mark in line {#line} of the file is not closed or stands in the wrong place. Correct it, or save the sheet as .xlsx.',
          { line: message.line },
        ),
      );
    case 'too many columns':
      throw unreadable(
        say('The sheet has more than {#most} columns. Keep only the columns of the sample file.', {
          most: limits.columnsMax,
        }),
      );
    case 'too many lines':
      throw unreadable(
        say('The file has far too many blank lines. Save it again with only the rows that are needed.'),
      );
    case 'too many rows':
      throw tooManyRows();
  }
}

const damaged = (): Error =>
  unreadable(say('The sheet is damaged and cannot be read. Open it in Excel, save it again, and upload it.'));

function tooManyRows(): Error {
  const most = limits.rowsPerJobMax.toLocaleString('en');
  return new DomainError('TOO_MANY_ROWS', {
    message: say('The file has more than {#most} rows. Split it into files of at most {#most} rows each.', {
      most,
    }),
  });
}
