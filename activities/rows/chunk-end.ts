/** The ways in which the work on a chunk of rows can end, as the workflow receives them. */
import type { RowCounts, StopSubject } from '#workflows/messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';

/** How a chunk ended. `rows` are the job's counts afterwards. */
export type ChunkEnd =
  | { end: 'paused' | 'place lost' | 'cancelled'; rows: RowCounts }
  /** `queue` is the task queue of the worker that keeps the job's session; absent if none does. */
  | { end: 'more'; rows: RowCounts; queue?: string }
  /** `isEnded` means that the credits are settled and the result files written. */
  | { end: 'finished'; isEnded?: boolean; rows: RowCounts }
  /** Only filings with a lost answer are open; the first of them is due for a look-up in `lookInMs`. */
  | { end: 'confirming'; lookInMs: number; waitingRows: number; rows: RowCounts }
  | { end: 'portal down'; message: Message; rows: RowCounts; workedRows: number }
  | { end: 'stopped'; code: RowOutcome; message: Message; rows: RowCounts }
  /** `about` is absent if the chunk failed as a whole. */
  | { end: 'stuck'; message: Message; about?: StopSubject; rows?: RowCounts };
