/**
 * The administrators' overview: each figure is true, is the number of records that its list finds, and costs a bounded
 * part of the database.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AdminJobsAnswer } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { AdminPaymentsAnswer } from '#contracts/calls/payments-answers.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';

/** Failed jobs whose outcomes are counted at most. */
const CONSIDERED_MAX = 500;

const app = await startTestApp();
const { db } = app.deps;
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
const open = { finishedAt: null, expiresAt: null, errorCode: null, outcomes: [null] };

let ana: Account;
let admin: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE jobs, payment_open_ends, approval_requests, contact_messages, webhooks CASCADE`;
  await db.$executeRaw`ALTER TABLE reservations DISABLE TRIGGER USER`;
  await db.$executeRaw`DELETE FROM reservations`;
  await db.$executeRaw`ALTER TABLE reservations ENABLE TRIGGER USER`;
  await db.portalState.deleteMany();
});

const overview = async (): Promise<Overview> => {
  const answer = await app.get('/api/admin/overview', admin.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body['overview'] as Overview;
};
const found = async (query: Record<string, string>): Promise<string[]> => {
  const answer = await app.get(`/api/admin/jobs?${new URLSearchParams(query).toString()}`, admin.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return (answer.body as unknown as AdminJobsAnswer).jobs.map(({ id }) => id).toSorted();
};
const jobsOf = ({ portals }: Overview, portal: string) =>
  portals.find((entry) => entry.portal === portal)?.jobs;

type Waiting = {
  state: string;
  portal: string | null;
  hours: number;
  amount?: bigint;
  kind?: string;
  isPractice?: boolean;
};

/** An open job with a reservation of its age. */
async function openJob(given: Waiting): Promise<string> {
  const { state, portal, hours, kind, isPractice = false, amount = isPractice ? 0n : 100n } = given;
  const id = await keptJob(db, ana, { ...open, state, portal, isPractice });
  const waiting = kind ? { kind, since: ago(1).toISOString(), message: 'Text' } : undefined;
  if (waiting) await db.job.update({ where: { id }, data: { waiting } });
  await db.reservation.create({
    data: { jobId: id, attempt: 1, userId: ana.id, amount, createdAt: ago(hours) },
  });
  return id;
}

/** A payment about which administrators must decide. */
async function undecided(kind: string, amount: bigint): Promise<string> {
  const order = await db.purchaseOrder.create({
    data: { userId: ana.id, invoice: randomUUID(), amount, credits: 1n, creditsPerBdtHundredths: 200 },
  });
  const { id } = await db.paymentAttempt.create({
    data: {
      orderId: order.id,
      userId: ana.id,
      invoice: randomUUID(),
      amount,
      credits: 1n,
      resultToken: randomUUID(),
    },
  });
  await db.paymentOpenEnd.create({ data: { attemptId: id, kind, amount } });
  return id;
}

describe('the overview', () => {
  test('the overview is for administrators only', async () => {
    expect(await app.get('/api/admin/overview', ana.cookie)).toMatchObject({ status: 403 });
    expect(await app.get('/api/admin/overview')).toMatchObject({ status: 401 });
  });

  test('the overview of an empty platform has only zeros', async () => {
    const empty = await overview();
    expect(empty).toMatchObject({
      withoutPortal: { running: 0, queued: 0, parked: 0 },
      longestWaiting: [],
      money: { reserved: 0, reservedJobs: 0, decisions: 0, purchases: 0, refunds: 0, decisionsBdt: 0 },
      forPeople: { rows: 0, jobs: 0, challenges: 0, approvals: 0, messages: 0 },
      failures: { ended: 0, isMore: false, failed: 0, partlyDone: 0, considered: 0, outcomes: [] },
      webhooks: { failing: 0, givenUp: 0, longest: [] },
    });
    expect(Date.parse(empty.asOf)).toBeLessThanOrEqual(Date.now());
  });

  test('the jobs at the desk of each further bank are counted, even after it has none', async () => {
    const place = placeOfBank('delta-bank');
    await db.bank.create({
      data: {
        key: 'delta-bank',
        place,
        nameEn: 'Delta Bank',
        nameBn: 'ডেল্টা ব্যাংক',
        hasDesk: true,
        createdBy: admin.id,
      },
    });
    const parked = await openJob({ state: 'parked', portal: place, hours: 1 });
    const desk = { place, nameEn: 'Delta Bank', jobs: { running: 0, queued: 0, parked: 1 } };
    expect((await overview()).desks).toMatchObject([desk]);
    expect(await found({ state: 'parked', portal: place })).toEqual([parked]);
    await db.bank.updateMany({ data: { hasDesk: false } });
    expect((await overview()).desks).toMatchObject([desk]);
    await db.job.update({ where: { id: parked }, data: { state: 'failed', finishedAt: new Date() } });
    expect((await overview()).desks).toEqual([]);
    await db.bank.deleteMany({ where: { key: 'delta-bank' } });
  });

  test('the jobs on each portal are counted by what they do, without practice runs', async () => {
    const running = await openJob({ state: 'running', portal: 'cpa', hours: 1 });
    const collecting = await openJob({ state: 'collecting', portal: 'cpa', hours: 1 });
    const queued = await openJob({ state: 'queued', portal: 'cpa', hours: 1 });
    const parked = await openJob({ state: 'parked', portal: null, hours: 1 });
    await openJob({ state: 'queued', portal: null, hours: 1, isPractice: true });
    await keptJob(db, ana, { ...open, state: 'draft' });
    const now = await overview();
    expect(jobsOf(now, 'cpa')).toEqual({ running: 2, queued: 1, parked: 0 });
    expect(now.withoutPortal).toEqual({ running: 0, queued: 0, parked: 1 });
    expect(await found({ shown: 'running', portal: 'cpa' })).toEqual([running, collecting].toSorted());
    expect(await found({ state: 'queued', portal: 'cpa' })).toEqual([queued]);
    expect(await found({ state: 'parked', portal: 'none', practice: 'no' })).toEqual([parked]);
  });

  test('a portal that is down or paused is shown with the time since when', async () => {
    const since = ago(3);
    await db.portalState.create({ data: { portal: 'cpa', status: 'down', since, detail: 'No answer' } });
    await db.portalState.create({
      data: { portal: 'bb-exp', pausedAt: since, pauseReason: 'Rebuilt tonight', pausedBy: admin.id },
    });
    const { portals } = await overview();
    const of = (portal: string) => portals.find((entry) => entry.portal === portal);
    expect(of('cpa')).toMatchObject({ state: 'down', since: since.toISOString(), detail: 'No answer' });
    expect(of('bb-exp')).toMatchObject({ state: 'paused', since: since.toISOString() });
  });

  test('the jobs that have waited longest are listed first, by when their credits were reserved', async () => {
    const waiting = [
      await openJob({ state: 'queued', portal: 'cpa', hours: 9 }),
      await openJob({ state: 'parked', portal: 'bb-exp', hours: 8, kind: 'portal_down' }),
      await openJob({ state: 'queued', portal: 'cpa', hours: 7 }),
    ];
    await openJob({ state: 'running', portal: 'cpa', hours: 10 });
    await openJob({ state: 'queued', portal: 'practice:cpa', hours: 11, isPractice: true });
    // A job that runs again has an old reservation too, which is settled.
    const again = await keptJob(db, ana, {
      ...open,
      state: 'queued',
      attempt: 2,
      createdAt: ago(100),
    });
    const ofAgain = { jobId: again, userId: ana.id, amount: 100n };
    await db.reservation.create({
      data: { ...ofAgain, attempt: 1, released: 100n, createdAt: ago(100), settledAt: ago(99) },
    });
    await db.reservation.create({ data: { ...ofAgain, attempt: 2, createdAt: ago(1) } });
    const { longestWaiting } = await overview();
    expect(longestWaiting.map(({ id }) => id)).toEqual([...waiting, again]);
    expect(longestWaiting[1]).toMatchObject({
      state: 'parked',
      portal: 'bb-exp',
      customer: { id: ana.id, email: ana.email },
    });
  });

  test('the credits that are held are those of open reservations, and the list finds their jobs', async () => {
    const holding = [
      await openJob({ state: 'queued', portal: 'cpa', hours: 1, amount: 1_050n }),
      await openJob({ state: 'running', portal: 'cpa', hours: 1, amount: 200n }),
    ];
    await openJob({ state: 'running', portal: 'cpa', hours: 1, amount: 0n });
    const settled = await keptJob(db, ana);
    await db.reservation.create({
      data: { jobId: settled, attempt: 1, userId: ana.id, amount: 900n, captured: 900n, settledAt: ago(0) },
    });
    expect((await overview()).money).toMatchObject({ reserved: 12.5, reservedJobs: 2 });
    expect(await found({ special: 'holding_credits' })).toEqual(holding.toSorted());
  });

  test('payments that wait for a decision are counted once each, with what they are about', async () => {
    const held = await undecided('held', 50_000n);
    const unknown = await undecided('payment_unknown', 10_000n);
    const refund = await undecided('refund_unknown', 2_500n);
    await db.paymentOpenEnd.create({
      data: { attemptId: refund, kind: 'refund_twin', subject: 'TRX1', amount: 2_500n },
    });
    const closed = await undecided('send_back', 99_900n);
    await db.paymentOpenEnd.updateMany({ where: { attemptId: closed }, data: { closedAt: ago(0) } });
    expect((await overview()).money).toMatchObject({
      decisions: 3,
      purchases: 2,
      refunds: 1,
      decisionsBdt: 650,
    });
    const { body } = await app.get('/api/admin/payments?state=decision', admin.cookie);
    const { payments } = body as unknown as AdminPaymentsAnswer;
    expect(payments.map(({ id }) => id).toSorted()).toEqual([held, unknown, refund].toSorted());
  });

  test('rows, jobs, requests and messages that wait for a person are counted', async () => {
    const aside = await keptJob(db, ana, { ...open, state: 'running', outcomes: [null, null, null] });
    await db.jobRow.updateMany({
      where: { jobId: aside, rowNumber: { in: [1, 2] } },
      data: { aside: 'person' },
    });
    const stuck = await openJob({ state: 'parked', portal: 'cpa', hours: 1, kind: 'person' });
    const asked = await openJob({ state: 'parked', portal: 'cpa', hours: 1, kind: 'challenge' });
    await openJob({ state: 'parked', portal: 'cpa', hours: 1, kind: 'portal_down' });
    const request = { change: {}, subject: 'user/1', reason: '', requestedBy: admin.id, requestedAt: ago(1) };
    await db.approvalRequest.createMany({
      data: [
        { ...request, key: 'open', expiresAt: ago(-1) },
        { ...request, key: 'over', expiresAt: ago(0.5) },
        {
          ...request,
          key: 'confirmed',
          expiresAt: ago(-1),
          state: 'confirmed',
          decidedBy: ana.id,
          decidedAt: ago(0),
        },
      ],
    });
    const message = { name: 'Karim', email: 'karim@example.test', subject: 'sales', message: 'Hello' };
    await db.contactMessage.createMany({ data: [message, { ...message, status: 'resolved' }] });
    expect((await overview()).forPeople).toEqual({
      rows: 2,
      jobs: 2,
      challenges: 1,
      approvals: 1,
      messages: 1,
    });
    expect(await found({ special: 'for_team', practice: 'no' })).toEqual([aside, stuck].toSorted());
    expect(await found({ special: 'for_customer' })).toEqual([asked]);
  });

  test('failed webhooks are named by host and customer, those that have failed longest first', async () => {
    const hook = { userId: ana.id, secret: 'sealed', events: ['job.completed'] };
    const failing = await db.webhook.create({
      data: { ...hook, url: 'https://erp.example.test/hook?key=secret', failingSince: ago(5) },
    });
    await db.webhook.create({
      data: { ...hook, url: 'https://off.example.test', failingSince: ago(9), enabled: false },
    });
    await db.webhook.create({ data: { ...hook, url: 'https://fine.example.test' } });
    const delivery = { webhookId: failing.id, event: 'job.completed', payload: {}, state: 'failed' };
    await db.webhookDelivery.createMany({
      data: [
        { ...delivery, eventKey: 'today' },
        { ...delivery, eventKey: 'last week', createdAt: ago(200) },
        { ...delivery, eventKey: 'delivered', state: 'delivered' },
      ],
    });
    const { webhooks } = await overview();
    expect(webhooks).toMatchObject({
      failing: 1,
      givenUp: 1,
      longest: [{ host: 'erp.example.test', customer: { email: ana.email } }],
    });
    expect(JSON.stringify(webhooks)).not.toContain('secret');
  });
});

describe('the failures of the last 24 hours', () => {
  const ended = { state: 'completed', errorCode: null };

  test('failed jobs are counted by outcome, each as often as its list finds them', async () => {
    const down = await keptJob(db, ana);
    const mixed = await keptJob(db, ana, { ...ended, outcomes: ['TIMEOUT', 'REJECTED', 'TIMEOUT'] });
    const late = await keptJob(db, ana, { ...ended, outcomes: ['TIMEOUT'], finishedAt: ago(23) });
    await keptJob(db, ana, { ...ended, outcomes: ['TIMEOUT'], finishedAt: ago(25) });
    const partly = await keptJob(db, ana, { ...ended, outcomes: ['SUCCESS', 'TIMEOUT'] });
    await keptJob(db, ana, { ...ended, outcomes: ['SUCCESS'] });
    await keptJob(db, ana, { state: 'cancelled', errorCode: null, outcomes: ['CANCELLED'] });
    await keptJob(db, ana, { portal: 'practice:cpa', isPractice: true });
    const { failures } = await overview();
    expect(failures).toMatchObject({
      ended: 6,
      isMore: false,
      failed: 3,
      partlyDone: 1,
      considered: 3,
      outcomes: [
        { code: 'TIMEOUT', jobs: 2 },
        { code: 'PORTAL_DOWN', jobs: 1 },
        { code: 'REJECTED', jobs: 1 },
      ],
    });
    const since = { endedSince: failures.since, practice: 'no' };
    expect(await found({ ...since, shown: 'failed' })).toEqual([down, mixed, late].toSorted());
    expect(await found({ ...since, shown: 'partly_done' })).toEqual([partly]);
    expect(await found({ ...since, shown: 'failed', errorCode: 'TIMEOUT' })).toEqual(
      [mixed, late].toSorted(),
    );
    expect(await found({ ...since, shown: 'failed', errorCode: 'REJECTED' })).toEqual([mixed]);
    expect(await found({ ...since, shown: 'failed', errorCode: 'PORTAL_DOWN' })).toEqual([down]);
  });

  test('after very many failures the outcomes are those of the latest ones', async () => {
    const model = await keptJob(db, ana, { finishedAt: ago(2) });
    await db.$executeRaw`
      INSERT INTO jobs SELECT (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid(),
        'finished_at', job.finished_at - n * interval '1 second'))).*
      FROM jobs job, generate_series(1, ${CONSIDERED_MAX + 20}::integer) n WHERE job.id = ${model}::uuid`;
    const { failures } = await overview();
    expect(failures).toMatchObject({
      ended: CONSIDERED_MAX + 21,
      failed: CONSIDERED_MAX + 21,
      considered: CONSIDERED_MAX,
      outcomes: [{ code: 'PORTAL_DOWN', jobs: CONSIDERED_MAX }],
    });
  });

  test.each(['endedSince=yesterday', 'special=all', 'practice=yes'])(
    'the list of jobs rejects the query %s',
    async (query) => {
      expect(await app.get(`/api/admin/jobs?${query}`, admin.cookie)).toMatchObject({ status: 400 });
    },
  );
});
