/** How a job has ended, as the icon of its notification shows it. */
import { expect, it } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import type { Notice } from '#contracts/messaging/notices.ts';
import { jobEndOf } from '#web/features/messaging/notice-text.ts';

const job = { service: 'EXP Search', file: 'exps.csv' };

it.each([
  ['done', { kind: 'job_completed', values: { ...job, done: 3, rows: 3 } }],
  ['done', { kind: 'job_completed', values: { ...job, done: 2, rows: 3, notFound: 1 } }],
  ['partly', { kind: 'job_completed', values: { ...job, done: 1, rows: 3, notFound: 1 } }],
  ['failed', { kind: 'job_completed', values: { ...job, done: 0, rows: 3 } }],
  [
    'partly',
    { kind: 'job_failed', values: { ...job, reason: quote('The portal is down.'), done: 1, rows: 3 } },
  ],
  ['failed', { kind: 'job_failed', values: { ...job, reason: quote('The portal is down.') } }],
  [null, { kind: 'login_managed', values: { portal: 'EPB' } }],
] as [string | null, Notice][])('a job that ended %s is shown so in its notification', (end, notice) => {
  expect(jobEndOf(notice)).toBe(end);
});
