/** Turns in which files are read, with work of a test before each: much can happen while a file waits. */
import { createReadingTurns } from '#api/domain/jobs/reading-turns.ts';

/** Returns turns for everybody at once; `before` runs when a turn has come, and before its file is read. */
export function readingAfter(before: () => Promise<unknown>): ReturnType<typeof createReadingTurns> {
  const turns = createReadingTurns({
    atOnceMax: 10,
    bytesAtOnceMax: Number.MAX_SAFE_INTEGER,
    waitingMax: 10,
    waitingPerCustomerMax: 10,
  });
  return (turn, work) =>
    turns(turn, async () => {
      await before();
      return work();
    });
}
