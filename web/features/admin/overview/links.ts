/** Provides the addresses of the lists that show what a figure of the overview counts. */
import type { Failures } from '#contracts/calls/overview-answers.ts';
import { noPortal, type SpecialJob } from '#contracts/jobs/admin-job-rules.ts';
import type { ShownState } from '#contracts/jobs/shown-state.ts';
import { paths } from '#web/paths.ts';

/** How the counts of a portal's jobs are called by the list's filters. */
const filterOf = {
  running: { shown: 'running' },
  queued: { state: 'queued' },
  parked: { state: 'parked' },
} as const;
export type JobsNow = keyof typeof filterOf;

/** `portal` is null for services that need none. */
export const jobsOn = (portal: string | null, now: JobsNow): string =>
  paths.adminTab('jobs', {
    ...filterOf[now],
    portal: portal ?? noPortal,
    ...(portal === null ? { practice: 'no' } : {}),
  });

export const allJobs = (now: JobsNow): string => paths.adminTab('jobs', { ...filterOf[now], practice: 'no' });

export const specialJobs = (special: SpecialJob): string =>
  paths.adminTab('jobs', { special, practice: 'no' });

export const endedJobs = ({ since }: Pick<Failures, 'since'>, shown?: ShownState, error?: string): string =>
  paths.adminTab('jobs', { shown, error, ended: since, practice: 'no' });

export const oneJob = (job: string): string => paths.adminTab('jobs', { job });

export const decisions = paths.systemPage('payments', { state: 'decision' });
export const payments = paths.systemPage('payments');
export const portals = paths.systemPage('portals');
export const approvals = paths.adminTab('approvals');
export const newMessages = paths.adminTab('messages', { status: 'new' });
export const customer = (email: string): string => paths.adminTab('users', { search: email });
