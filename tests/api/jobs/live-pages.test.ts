/**
 * A CAPTCHA of a third party, which only a person's hands can pass: the job's customer gets the portal's page live, and
 * the job goes on or ends as it does with other questions.
 */
import { createAdaptorServer } from '@hono/node-server';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encryptedPayloads } from '#api/adapters/temporal-payloads.ts';
import { createApp } from '#api/app.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { askQuestion } from '#api/domain/jobs/challenges.ts';
import { deleteLivePages } from '#api/domain/jobs/live-pages.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { LiveFrameEvent, LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import type { Answer } from '#tests/harness/app.ts';
import { historyTexts } from '#tests/harness/history-texts.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { solvingInputs } from '#tests/harness/live-page.ts';
import { keptJob } from './kept-jobs.ts';
import { quote } from '#contracts/messages/message.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

/** Long enough for a test to work on a busy machine, short enough to wait for its end. */
const CHALLENGE_WAIT_MS = 25_000;
const COST_CREDITS = 1.5;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  ...sandbox.siteVariables('customs'),
  CHALLENGE_WAIT_MS: String(CHALLENGE_WAIT_MS),
});
const { db } = app.deps;
const server = createAdaptorServer({ fetch: createApp(app.deps).fetch });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => sandbox.setFault({ portal: 'customs', kind: 'captcha-widget', times: -1 }));
afterEach(() => sandbox.clearFaults());

type Parked = { job: JobDetail; place: string };

async function parked(customer: Customer): Promise<Parked> {
  const { jobId } = await customer.started({
    serviceId: 'custom-tracking',
    file: new File(['office_code,be_serial,be_number,be_year\n301,C,796229,2026'], 'bills.csv'),
    totalCredits: COST_CREDITS,
    key: randomUUID(),
  });
  return questionOf(customer, jobId);
}

async function questionOf(customer: Customer, jobId: string, before = ''): Promise<Parked> {
  const asked = async () => (await customer.job(jobId)).waiting?.challenge?.id ?? before;
  await until('the question', async () => (await asked()) !== before);
  const job = await customer.job(jobId);
  return { job, place: `/api/jobs/${jobId}/challenges/${job.waiting?.challenge?.id}` };
}

const control = (by: Customer, place: string, takeOver = false): Promise<Answer> =>
  app.post(`${place}/control`, { takeOver }, by.cookie);
async function controlled(by: Customer, place: string): Promise<string> {
  const answer = await control(by, place);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return String(answer.body['control']);
}
const send = (by: Customer, place: string, held: string, inputs: readonly unknown[]): Promise<Answer> =>
  app.post(`${place}/inputs`, { control: held, inputs }, by.cookie);

/** Watches the page; `frames` are the pictures so far. */
async function watch(by: Customer, place: string, held: string) {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${place}/live?control=${held}`, {
    headers: { cookie: by.cookie },
    signal: stop.signal,
  });
  const frames: LiveFrameEvent[] = [];
  let end = '';
  const reading = (async () => {
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        if (name === 'frame') frames.push(JSON.parse(data) as LiveFrameEvent);
        if (name === 'end') end = data;
      }
    }
  })().catch(() => undefined);
  return {
    status: response.status,
    frames,
    end: () => end,
    leave: async () => {
      stop.abort();
      await reading;
    },
  };
}

/** A page that waits for its customer, whose worker does not take anything. */
async function planted(customer: Customer): Promise<string> {
  const running = { state: 'parked', errorCode: null, finishedAt: null, outcomes: [null] };
  const jobId = await keptJob(db, customer, running);
  const expiresAt = new Date(Date.now() + 600_000);
  const question = { jobId, userId: customer.id, kind: 'live', prompt: quote('Solve it.'), expiresAt };
  const { id } = await db.jobChallenge.create({ data: question });
  return `/api/jobs/${jobId}/challenges/${id}`;
}
afterEach(() => db.jobChallenge.deleteMany({ where: { state: 'open' } }));

/** What is stored of live pages. */
const kept = async () => ({ pages: await db.livePage.count(), inputs: await db.livePageInput.count() });
const nothing = { pages: 0, inputs: 0 };

describe('a CAPTCHA of a third party', () => {
  test('the customer works on the live page, the job continues by itself, and nothing of the page is kept', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    expect(job).toMatchObject({
      state: 'parked',
      waiting: { challenge: { kind: 'live', hasPicture: false } },
    });
    const held = await controlled(ana, place);
    const seen = await watch(ana, place, held);
    await until('a picture', () => seen.frames.length > 0);
    expect(seen.frames[0]).toMatchObject({ widthPx: 1280, heightPx: 900 });
    expect((await send(ana, place, held, solvingInputs)).status).toBe(200);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
    await until('the end to be told', () => seen.end() === 'over');
    expect(seen.frames.length).toBeGreaterThan(1);
    await seen.leave();
    expect(await ana.credits()).toEqual({ available: 100 - COST_CREDITS, held: 0 });
    expect(await kept()).toEqual(nothing);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('what a customer does on a live page is not in the history of its job', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    const secret = `secret-${randomUUID()}`;
    await send(ana, place, held, [{ act: 'type', text: secret }, { act: 'give-up' }]);
    await ana.ended(job.jobId);
    const history = await app.deps.temporal.workflow
      .getHandle(`job/custom-tracking/${job.jobId}`)
      .fetchHistory();
    const recorded = await historyTexts(history, encryptedPayloads(app.deps.vault.masters));
    // A field of the workflow's input proves that payloads are searched.
    expect(recorded).toContain('rowsPerChunk');
    expect(recorded).not.toContain(secret);
    expect(recorded).not.toContain(held);
  });

  test('a customer who gives up ends the job, which returns every credit', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    await send(ana, place, held, [{ act: 'give-up' }]);
    expect(await ana.ended(job.jobId)).toMatchObject({
      status: 'failed',
      errorCode: 'HUMAN_REQUIRED',
      errorMessage: expect.stringMatching(/given up/),
      creditsUsed: 0,
    });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await kept()).toEqual(nothing);
  });

  test('a customer who presses "done" too early sees a message, and the page stays open', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    await send(ana, place, held, [{ act: 'done' }]);
    await until('the refusal', async () => (await db.livePage.findFirst())?.refusals === 1);
    expect((await ana.job(job.jobId)).state).toBe('parked');
    await send(ana, place, held, [...solvingInputs, { act: 'done' }]);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed' });
  });

  test('a customer who does not open the page is reminded once; then the job ends and returns every credit', async () => {
    const ana = await newCustomer(app);
    const { job } = await parked(ana);
    expect(await ana.ended(job.jobId)).toMatchObject({
      status: 'failed',
      errorCode: 'HUMAN_REQUIRED',
      errorMessage: expect.stringMatching(/^Nobody answered in time/),
      creditsUsed: 0,
    });
    const notices = (await ana.get(`/api/notifications/${ana.id}`)).body['data'] as { title: string }[];
    const titles = notices.map(({ title }) => title);
    expect(titles.filter((title) => title === 'The portal asks for a person')).toHaveLength(1);
    expect(titles.filter((title) => title === 'The portal still waits for you')).toHaveLength(1);
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await kept()).toEqual(nothing);
  });

  test('a job that is cancelled while its page is in use ends at once and keeps nothing of the page', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    await ana.cancel(job.jobId);
    expect(await ana.ended(job.jobId)).toMatchObject({ state: 'cancelled', creditsUsed: 0 });
    expect(await send(ana, place, held, [{ act: 'done' }])).toMatchObject({
      status: 409,
      body: { code: 'CHALLENGE_OVER' },
    });
    expect(await kept()).toEqual(nothing);
  });

  test('a session that the portal has ended meanwhile leads to another page for the customer', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    await sandbox.setFault({ portal: 'customs', kind: 'session-drop', route: 'status' });
    await send(ana, place, await controlled(ana, place), solvingInputs);
    const again = await questionOf(ana, job.jobId, job.waiting?.challenge?.id);
    await send(ana, again.place, await controlled(ana, again.place), solvingInputs);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed', rowsSucceeded: 1 });
  });
});

test('a step whose question another worker has replaced does not show the job as running', async () => {
  const ana = await newCustomer(app);
  const { job } = await parked(ana);
  const { jobId } = job;
  const asked = {
    kind: 'live',
    prompt: quote('Solve it.'),
    pictureKey: null,
    serviceName: 'Tracking',
  } as const;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + CHALLENGE_WAIT_MS);
  await askQuestion(app.deps, { ...asked, id: randomUUID(), jobId, userId: ana.id, now, expiresAt });
  await ana.cancel(jobId);
  await ana.ended(jobId);
  expect(await db.jobEvent.count({ where: { jobId, kind: 'running' } })).toBe(1);
});

describe('control of a live page', () => {
  test('a live page exists for its owner only [live-page-of-its-owner]', async () => {
    const [ana, eve, admin] = await Promise.all([
      newCustomer(app),
      newCustomer(app),
      newCustomer(app, { isAdmin: true }),
    ]);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    for (const stranger of [eve, admin]) {
      expect((await control(stranger, place, true)).status).toBe(404);
      expect((await send(stranger, place, held, [{ act: 'done' }])).status).toBe(404);
      expect((await stranger.get(`${place}/live?control=${held}`)).status).toBe(404);
    }
    // Not under a job of their own either.
    const own = await parked(eve);
    const mixed = place.replace(job.jobId, own.job.jobId);
    expect((await control(eve, mixed, true)).status).toBe(409);
    expect((await send(eve, mixed, held, [{ act: 'done' }])).status).toBe(409);
    expect((await eve.get(`${mixed}/live?control=${held}`)).text).not.toContain('frame');
    await Promise.all([ana.cancel(job.jobId), eve.cancel(own.job.jobId)]);
    await Promise.all([ana.ended(job.jobId), eve.ended(own.job.jobId)]);
  });

  test('one window at a time has control, and another one takes it only on request [one-window-in-control]', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const held = await controlled(ana, place);
    const seen = await watch(ana, place, held);
    await until('a picture', () => seen.frames.length > 0);
    expect(await control(ana, place)).toMatchObject({ status: 409, body: { code: 'LIVE_PAGE_TAKEN' } });
    const taken = await control(ana, place, true);
    expect(taken.status).toBe(200);
    expect(await send(ana, place, held, [{ act: 'done' }])).toMatchObject({
      status: 409,
      body: { code: 'LIVE_PAGE_TAKEN' },
    });
    await until('the first window to be told', () => seen.end() === 'taken');
    await seen.leave();
    expect((await send(ana, place, String(taken.body['control']), [{ act: 'give-up' }])).status).toBe(200);
    await ana.ended(job.jobId);
  });

  test('a customer who closes the window and comes back sees the page again', async () => {
    const ana = await newCustomer(app);
    const { job, place } = await parked(ana);
    const first = await watch(ana, place, await controlled(ana, place));
    await until('a picture', () => first.frames.length > 0);
    await first.leave();
    const unwatched = async () => (await db.livePage.findFirst())?.frame === null;
    await until('the picture to be deleted', unwatched);
    const held = await controlled(ana, place);
    const again = await watch(ana, place, held);
    await until('a picture again', () => again.frames.length > 0);
    await send(ana, place, held, solvingInputs);
    expect(await ana.ended(job.jobId)).toMatchObject({ status: 'completed' });
    await again.leave();
  });

  test('inputs that are too many, too large or of another kind are refused [live-inputs-are-bounded]', async () => {
    const ana = await newCustomer(app);
    const place = await planted(ana);
    const held = await controlled(ana, place);
    const click: LiveInput = { act: 'click', x: 1, y: 1 };
    const refused: unknown[][] = [
      [],
      Array.from({ length: limits.liveInputsPerCallMax + 1 }, () => click),
      [{ act: 'type', text: 'x'.repeat(limits.liveTextLengthMax + 1) }],
      [{ act: 'click', x: limits.livePagePixelsMax + 1, y: 1 }],
      [{ act: 'click', x: -1, y: 1 }],
      [{ act: 'key', key: 'F12' }],
      [{ act: 'key', key: 'Control+L' }],
      [{ act: 'open', url: 'http://example.com' }],
      [{ act: 'drag', path: Array.from({ length: limits.liveDragPointsMax + 1 }, () => ({ x: 1, y: 1 })) }],
    ];
    for (const inputs of refused)
      expect((await send(ana, place, held, inputs)).status, JSON.stringify(inputs).slice(0, 80)).toBe(400);
    expect((await send(ana, place, randomUUID(), [click])).status).toBe(409);
    expect((await send(ana, place, 'no-id', [click])).status).toBe(400);
    // Nobody takes what was sent, so that the queue fills; also by calls at the same time.
    const calls = Array.from({ length: limits.liveCallsWaitingMax + 3 }, () =>
      send(ana, place, held, [click]),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(limits.liveCallsWaitingMax).fill(200), 429, 429, 429]);
  });

  test('what a customer types is encrypted while it waits for the page', async () => {
    const ana = await newCustomer(app);
    const place = await planted(ana);
    await send(ana, place, await controlled(ana, place), [{ act: 'type', text: 'a-secret-code' }]);
    const [waiting] = await db.livePageInput.findMany();
    expect(waiting?.sealed).toMatch(/^D1\./);
    expect(waiting?.sealed).not.toContain('a-secret-code');
  });

  test('calls of another site do not reach a live page [live-page-csrf]', async () => {
    const ana = await newCustomer(app);
    const place = await planted(ana);
    const held = await controlled(ana, place);
    for (const [call, json] of [
      ['control', { takeOver: true }],
      ['inputs', { control: held, inputs: [{ act: 'give-up' }] }],
    ] as const)
      expect(
        await app.request(`${place}/${call}`, {
          json,
          cookie: ana.cookie,
          headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        }),
      ).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } });
    expect(await db.livePageInput.count()).toBe(0);
  });

  test('a text does not answer a live page, and housekeeping deletes pages that were left', async () => {
    const ana = await newCustomer(app);
    const place = await planted(ana);
    await controlled(ana, place);
    expect(await app.post(place, { answer: 'Done' }, ana.cookie)).toMatchObject({ status: 409 });
    await deleteLivePages(db, new Date());
    expect((await kept()).pages).toBe(1);
    await deleteLivePages(db, new Date(Date.now() + 700_000));
    expect(await kept()).toEqual(nothing);
  });
});
