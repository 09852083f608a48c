/** Provides the calls of a live page. */
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { addressOf, call } from '#web/lib/client.ts';

/** The question that the page belongs to. */
export type LiveRef = { jobId: string; challengeId: string };

export const takeControl = (params: LiveRef, takeOver: boolean): Promise<string> =>
  call('POST /api/jobs/:jobId/challenges/:challengeId/control', { params, body: { takeOver } }).then(
    ({ control }) => control,
  );

export const liveAddress = (params: LiveRef, control: string): string =>
  addressOf('GET /api/jobs/:jobId/challenges/:challengeId/live', params, { control });

/** `number` is the number of the call, by which the server recognises one that is repeated. */
export const sendInputs = (params: LiveRef, control: string, number: number, inputs: LiveInput[]) =>
  call('POST /api/jobs/:jobId/challenges/:challengeId/inputs', { params, body: { control, number, inputs } });
