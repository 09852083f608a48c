/** Words for how a job has ended and what happened to its rows, in both languages, for notifications. */
import { shownStateOf } from '#contracts/jobs/shown-state.ts';

/** `notFound`: how many of the rows a look-up did not find. */
type EndedRows = { done: number; rows: number; notFound?: number };

export type JobEnd = 'done' | 'partly' | 'failed';

/** Returns how a job has ended that went through all of its rows. */
export function completedEnd({ done, rows, notFound = 0 }: EndedRows): JobEnd {
  const shown = shownStateOf({
    state: 'completed',
    rowsTotal: rows,
    rowsSucceeded: done,
    rowsNotFound: notFound,
  });
  if (shown === 'partly_done') return 'partly';
  return shown === 'failed' ? 'failed' : 'done';
}

/** Returns how a job has ended that stopped early. Both numbers are absent in notices of earlier versions. */
export const stoppedEnd = ({ done = 0, notFound = 0 }: Partial<EndedRows>): JobEnd =>
  done + notFound > 0 ? 'partly' : 'failed';

export const englishEnds: Record<JobEnd, string> = {
  done: 'Automation complete',
  partly: 'Automation partly done',
  failed: 'Automation failed',
};
export const bengaliEnds: Record<JobEnd, string> = {
  done: 'কাজ শেষ হয়েছে',
  partly: 'কাজের একাংশ হয়েছে',
  failed: 'কাজ ব্যর্থ হয়েছে',
};

/** Describes what happened to the rows of a job, with a sentence of its own for a look-up that found none. */
export function englishRows({ done, rows, notFound = 0 }: EndedRows): string {
  const named = rows === 1 ? 'row' : 'rows';
  if (notFound === 0) return `${done} of ${rows} ${named} done`;
  if (notFound < rows) return `${done} of ${rows} rows done, ${notFound} not found`;
  return rows === 1
    ? 'The row was looked up; it was not found'
    : `All ${rows} rows were looked up; none was found`;
}

export const bengaliNumber = (value: number): string => value.toLocaleString('bn-BD');
export const bengaliDecimals = (value: number): string =>
  value.toLocaleString('bn-BD', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function bengaliRows({ done, rows, notFound = 0 }: EndedRows): string {
  const [all, found, missing] = [rows, done, notFound].map(bengaliNumber);
  if (notFound === 0) return `${all}টি সারির মধ্যে ${found}টি হয়েছে`;
  if (notFound < rows) return `${all}টি সারির মধ্যে ${found}টি হয়েছে, ${missing}টি পাওয়া যায়নি`;
  return rows === 1 ? 'সারিটি খোঁজা হয়েছে; পাওয়া যায়নি' : `${all}টি সারিই খোঁজা হয়েছে; একটিও পাওয়া যায়নি`;
}
