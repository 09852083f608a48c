/** The audit of filings finds what a portal stored and no job reports, also while other jobs wait for a person. */
import { expect, it } from 'vitest';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { findService } from '#services/catalogue.ts';
import type { RestingJob } from '#tests/harness/resting-jobs.ts';
import type { JournalEntry } from '#tests/sandbox/framework/store.ts';
import { filingProblems } from './audit.ts';

const service = findService('exp-issue') ?? expect.fail('The service exists.');

/** Only what the audit reads. */
const jobOf = (state: string, rows: Partial<JobRow>[]): RestingJob =>
  ({ service, job: { state }, rows }) as unknown as RestingJob;
const filed = (portalReference: string): Partial<JobRow> => ({ outcome: 'SUCCESS', portalReference });
const open: Partial<JobRow> = { outcome: 'CONFIRMING', portalReference: null };
const stackWith = (...keys: string[]) => ({
  journal: () =>
    Promise.resolve(
      keys.map((key): JournalEntry => ({ at: '', portal: 'bb-exp', kind: 'commit', user: 'padma', key })),
    ),
});

it('a filing that each job reports is no problem', async () => {
  const jobs = [jobOf('completed', [filed('1')]), jobOf('completed', [filed('2')])];
  expect(await filingProblems(stackWith('a', 'b'), jobs)).toEqual([]);
});

it('a filing that the portal stored twice is a problem', async () => {
  const jobs = [jobOf('completed', [filed('1'), filed('2')])];
  expect(await filingProblems(stackWith('a', 'a'), jobs)).toEqual(['bb-exp: a was filed twice']);
});

it('a reported filing that the portal does not have is a problem', async () => {
  const jobs = [jobOf('completed', [filed('1'), filed('2')])];
  expect(await filingProblems(stackWith('a'), jobs)).toHaveLength(1);
});

it('the filing of a row that waits for a person is no problem', async () => {
  const jobs = [jobOf('completed', [filed('1')]), jobOf('processing', [open])];
  expect(await filingProblems(stackWith('a', 'b'), jobs)).toEqual([]);
});

it('a filing that no row reports is a problem also while another job waits for a person', async () => {
  const jobs = [jobOf('completed', [filed('1')]), jobOf('processing', [open])];
  expect(await filingProblems(stackWith('a', 'b', 'c'), jobs)).toHaveLength(1);
});
