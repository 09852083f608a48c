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

/**
 * Describes what happened to the rows of a job that went through all of them; a look-up that found none has its own
 * sentence.
 */
export function englishRows({ done, rows, notFound = 0 }: EndedRows): string {
  if (notFound < rows)
    return `${englishCounts({ done, rows, notFound })}${others(rows - done - notFound, 'failed')}`;
  return rows === 1
    ? 'The row was looked up; it was not found'
    : `All ${rows} rows were looked up; none was found`;
}

/** Counts the answered rows of a job. */
const englishCounts = ({ done, rows, notFound = 0 }: EndedRows): string =>
  `${done} of ${rows} ${rows === 1 ? 'row' : 'rows'} done${others(notFound, 'not found')}`;

const others = (count: number, outcome: string): string => (count > 0 ? `, ${count} ${outcome}` : '');

/** Begins the notice of a job that stopped early. Nothing is said if no row was answered. */
export const englishStopped = ({ done = 0, rows = 0, notFound = 0 }: Partial<EndedRows>): string =>
  done + notFound > 0 ? `${englishCounts({ done, rows, notFound })}. ` : '';

export const bengaliNumber = (value: number): string => value.toLocaleString('bn-BD');
export const bengaliDecimals = (value: number): string =>
  value.toLocaleString('bn-BD', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function bengaliRows({ done, rows, notFound = 0 }: EndedRows): string {
  if (notFound < rows)
    return `${bengaliCounts({ done, rows, notFound })}${bengaliOthers(rows - done - notFound, 'ব্যর্থ')}`;
  return rows === 1 ? 'সারিটি খোঁজা হয়েছে; পাওয়া যায়নি' : `${bengaliNumber(rows)}টি সারিই খোঁজা হয়েছে; একটিও পাওয়া যায়নি`;
}

const bengaliCounts = ({ done, rows, notFound = 0 }: EndedRows): string =>
  `${bengaliNumber(rows)}টি সারির মধ্যে ${bengaliNumber(done)}টি হয়েছে${bengaliOthers(notFound, 'পাওয়া যায়নি')}`;

const bengaliOthers = (count: number, outcome: string): string =>
  count > 0 ? `, ${bengaliNumber(count)}টি ${outcome}` : '';

export const bengaliStopped = ({ done = 0, rows = 0, notFound = 0 }: Partial<EndedRows>): string =>
  done + notFound > 0 ? `${bengaliCounts({ done, rows, notFound })}। ` : '';
