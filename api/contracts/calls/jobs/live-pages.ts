/** Calls about a portal's page that a customer works on live; only the job's owner, in a browser, makes them. */
import { z } from 'zod';
import { challengeParam } from '#contracts/jobs/jobs.ts';
import { liveControlBody, liveInputsBody, liveViewQuery } from '#contracts/jobs/live-pages.ts';
import { group, type CallTable } from '../call.ts';

const job = group('Jobs');
const shared = { access: 'verified', params: challengeParam } as const;

export const livePageCalls = {
  'POST /api/jobs/:jobId/challenges/:challengeId/control': job(
    'Take control of the live page that a job waits for. One window at a time has it.',
    {
      ...shared,
      limit: 'liveControlPerUser',
      body: liveControlBody,
      answer: z.object({ control: z.uuid() }),
      errors: ['CHALLENGE_OVER', 'LIVE_PAGE_TAKEN', 'TOO_MANY_REQUESTS'],
    },
  ),
  'GET /api/jobs/:jobId/challenges/:challengeId/live': job(
    'Watch the live page: server-sent events named "state", "frame" with a picture, and "end".',
    {
      ...shared,
      query: liveViewQuery,
      file: 'text/event-stream',
      errors: ['TOO_MANY_REQUESTS'],
    },
  ),
  'POST /api/jobs/:jobId/challenges/:challengeId/inputs': job(
    'Click, type, scroll and press keys on the live page, or end the work on it.',
    {
      ...shared,
      limit: 'liveInputsPerUser',
      body: liveInputsBody,
      answer: z.object({}),
      errors: ['CHALLENGE_OVER', 'LIVE_PAGE_TAKEN', 'TOO_MANY_REQUESTS'],
    },
  ),
} satisfies CallTable;
