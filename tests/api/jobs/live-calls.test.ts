/** Calls with a customer's inputs on a live page that are repeated because their answer was lost. */
import { beforeEach, describe, expect, test } from 'vitest';
import { takeLiveWork } from '#api/domain/jobs/live-pages.ts';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from './kept-jobs.ts';

const QUESTION_MS = 600_000;
const click: LiveInput = { act: 'click', x: 1, y: 2 };
const code: LiveInput = { act: 'type', text: '482913' };

const app = await startTestApp();
const { db } = app.deps;
let customer: Account;
let place: string;
let challengeId: string;

beforeEach(async () => {
  customer = await app.signUpAndVerify();
  const parked = { state: 'parked', errorCode: null, finishedAt: null, outcomes: [null] };
  const jobId = await keptJob(db, customer, parked);
  const expiresAt = new Date(Date.now() + QUESTION_MS);
  const question = { jobId, userId: customer.id, kind: 'live', prompt: quote('Solve it.'), expiresAt };
  challengeId = (await db.jobChallenge.create({ data: question })).id;
  place = `/api/jobs/${jobId}/challenges/${challengeId}`;
});

async function control(takeOver = false): Promise<string> {
  const answer = await app.post(`${place}/control`, { takeOver }, customer.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return String(answer.body['control']);
}

async function send(held: string, number: number | null, inputs: LiveInput[]): Promise<void> {
  const body = { control: held, inputs, ...(number === null ? {} : { number }) };
  const answer = await app.post(`${place}/inputs`, body, customer.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

const taken = async (): Promise<LiveInput[]> =>
  (await takeLiveWork(app.deps, { id: challengeId, userId: customer.id })).inputs;

describe('a call with inputs', () => {
  test('a call that is repeated is carried out once, whether the page has taken it already or not', async () => {
    const held = await control();
    await send(held, 1, [code]);
    await send(held, 1, [code]);
    expect(await taken()).toEqual([code]);
    await send(held, 1, [code]);
    expect(await taken()).toEqual([]);
    await send(held, 2, [code]);
    await send(held, 3, [click]);
    await send(held, 2, [code]);
    expect(await taken()).toEqual([code, click]);
  });

  test('the calls of a window that takes control are counted from the start', async () => {
    await send(await control(), 5, [code]);
    await send(await control(true), 1, [click]);
    expect(await taken()).toEqual([code, click]);
  });

  test('calls without a number, as of a page that was opened before an upgrade, are all carried out', async () => {
    const held = await control();
    await send(held, null, [click]);
    await send(held, null, [click]);
    expect(await taken()).toEqual([click, click]);
  });
});
