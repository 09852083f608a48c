/** Derives what the overview shows from its figures. */
import type { Failures } from '#contracts/calls/overview-answers.ts';
import { formatNumber, formatPercent } from '#web/lib/numbers.ts';
import { wordsNow } from '#web/lib/words.ts';
import { overviewWords } from './words.ts';

/** The number of ended jobs, or how many of the latest ones were counted. */
export function endedText({ ended, isMore }: Failures): string {
  const jobs = formatNumber(ended);
  return isMore ? wordsNow(overviewWords).atLeast(jobs) : jobs;
}

export type Share = {
  code: Failures['outcomes'][number]['code'];
  jobs: number;
  percent: number;
  text: string;
};

/** Returns each outcome with its share of the failed jobs whose outcomes were counted. */
export function sharesOf({ outcomes, considered }: Failures): Share[] {
  return outcomes.map(({ code, jobs }) => {
    const percent = considered > 0 ? (jobs / considered) * 100 : 0;
    return { code, jobs, percent, text: formatPercent(percent) };
  });
}
