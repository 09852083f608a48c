/** Push and mail by choice: what reaches a customer outside the application, how often, and what does not. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { noticeActivities } from '#activities/notices.ts';
import { startMissedNotices } from '#api/domain/messaging/notice-start.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { createGate } from '#tests/harness/gate.ts';
import { newCustomer, newExporter, pdf } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { pushCalls, pushKeys } from './push-calls.ts';

const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  ...pushKeys,
  WEBHOOKS_TO_PRIVATE: 'true',
  BB_EXP_URL: sandbox.url('bb-exp'),
});
const { db } = app.deps;
const { listed, turnedOn, ask, noteOf, statesOf, settled, prefer } = pushCalls(app, sandbox);

describe('a pushed notification', () => {
  test('a finished job reaches the browser once, signed and encrypted, with the page of the job', async () => {
    const ana = await newCustomer(app);
    const { device } = await turnedOn(ana);
    const job = await ana.converted(pdf());
    await until('the message', async () => (await device.shown()).length > 0);
    const { arrived, problems } = await device.seen();
    expect(problems).toEqual([]);
    expect(arrived).toHaveLength(1);
    const [{ topic, ttlS, urgency, message } = { topic: '', ttlS: 0, urgency: '', message: null }] = arrived;
    expect(message).toEqual({
      title: 'Automation complete',
      body: expect.stringContaining('invoice.pdf: 1 of 1 row done.'),
      url: `/dashboard/jobs/${job.jobId}`,
      tag: topic,
      lang: 'en',
    });
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(ttlS).toBeGreaterThan(0);
    expect(urgency).toBe('normal');
    await settled(ana.id, 'sent');
    await startMissedNotices(app.deps);
    expect((await device.seen()).arrived).toHaveLength(1);
  });

  test('a question is urgent, in the language of the account, and not kept longer than the portal waits', async () => {
    const ana = await app.signUpAndVerify();
    await prefer(ana, { language: 'bn' });
    const { device } = await turnedOn(ana);
    await ask(ana);
    await until('the message', async () => (await device.shown()).length > 0);
    const [pushed] = (await device.seen()).arrived;
    expect(pushed).toMatchObject({
      urgency: 'high',
      message: {
        title: 'পোর্টাল একটি কোড চাইছে',
        lang: 'bn',
        url: expect.stringMatching(/^\/dashboard\/jobs\//),
      },
    });
    expect(pushed?.ttlS).toBeLessThanOrEqual(3_600);
  });

  test('the question of a portal reaches the browser while the job waits for the answer', async () => {
    const ana = await newExporter(app, 'otp');
    const { device } = await turnedOn(ana);
    const file = new File(['ad_code,exp_serial,exp_year\n1084,004501,2026'], 'exp.csv');
    const { jobId } = await ana.started({ serviceId: 'exp-search', file, totalCredits: 0.5 });
    await until('the message', async () => (await device.shown()).length > 0);
    expect(await device.shown()).toMatchObject([
      { title: 'The portal asks for a code', url: `/dashboard/jobs/${jobId}` },
    ]);
    expect((await ana.job(jobId)).waiting?.kind).toBe('challenge');
    await ana.cancel(jobId);
    await ana.ended(jobId);
  });

  test('a message that is sent again after a crash replaces the first', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await ask(ana);
    await settled(ana.id, 'sent');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    // As if the process had died before it recorded the answer.
    await db.noticeDelivery.update({ where: { id: deliveryId }, data: { state: 'sending' } });
    await noticeActivities(app.deps).sendNotice({ deliveryId });
    const { arrived, shown } = await device.seen();
    expect(arrived).toHaveLength(2);
    expect(shown).toHaveLength(1);
  });

  test('a message to a push service whose host cannot be found now is tried again', async () => {
    const ana = await app.signUpAndVerify();
    const { id } = await turnedOn(ana);
    await db.pushSubscription.update({ where: { id }, data: { endpoint: 'https://push.invalid/a' } });
    await noteOf(ana.id, 'portal_back');
    const where = { userId: ana.id };
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where });
    const { sendNotice } = noticeActivities(app.deps);
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'again', afterMs: 0 });
    // A host that must not be called is not tried again.
    await db.pushSubscription.update({
      where: { id },
      data: { endpoint: 'https://ana:secret@push.invalid/a' },
    });
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'done' });
    expect(await statesOf(ana.id)).toEqual(['failed']);
  });

  test('a question that was answered, a read notification and a late one are not pushed any more', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    const { sendNotice } = noticeActivities(app.deps);
    const dropped = async (change: (key: string, deliveryId: string) => Promise<unknown>): Promise<void> => {
      const key = randomUUID();
      await notify(db, {
        key,
        userId: ana.id,
        type: 'other',
        kind: 'portal_back',
        values: { portal: 'H&M', jobs: 1 },
      });
      const { id } = await db.noticeDelivery.findFirstOrThrow({
        where: { userId: ana.id, state: 'pending' },
      });
      await change(key, id);
      expect(await sendNotice({ deliveryId: id })).toEqual({ end: 'done' });
      expect((await db.noticeDelivery.findUniqueOrThrow({ where: { id } })).state).toBe('dropped');
    };
    await dropped((key) => db.notification.update({ where: { key }, data: { isRead: true } }));
    await dropped((_, id) =>
      db.noticeDelivery.update({ where: { id }, data: { usefulUntil: new Date(Date.now() - 1_000) } }),
    );
    await dropped((key) =>
      db.notification.update({ where: { key }, data: { key: `challenge:${randomUUID()}` } }),
    );
    expect(await device.shown()).toEqual([]);
  });

  test('a delivery that was not started is taken up, and one whose workflow was lost ends', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await noteOf(ana.id, 'portal_back');
    await startMissedNotices(app.deps);
    await until('the message', async () => (await device.shown()).length > 0);
    await settled(ana.id, 'sent');
    const usefulUntil = new Date(Date.now() - 2 * HOUR_MS);
    await db.noticeDelivery.updateMany({
      where: { userId: ana.id },
      data: { state: 'sending', usefulUntil },
    });
    // Its first workflow may still be closing, so it is taken up by one of the next passes, as on the schedule.
    await until('the lost delivery to end', async () => {
      await startMissedNotices(app.deps);
      return (await statesOf(ana.id)).every((state) => state === 'dropped');
    });
    expect(await device.shown()).toHaveLength(1);
  });

  test('a customer can send a test message to a browser', async () => {
    const ana = await app.signUpAndVerify();
    const { device, id } = await turnedOn(ana);
    expect(await app.post(`/api/push-subscriptions/${id}/test`, {}, ana.cookie)).toMatchObject({
      status: 200,
    });
    await until('the message', async () => (await device.shown()).length > 0);
    expect(await device.shown()).toMatchObject([{ title: 'Chalan can reach you here' }]);
  });
});

describe('the choice of what is told outside', () => {
  test.each([
    ['question', 'pushOnQuestion'],
    ['portal that works again', 'pushOnPortalBack'],
    ['finished job', 'pushOnCompletion'],
  ] as const)('a %s is pushed only if the customer wants it', async (event, choice) => {
    const ana = await app.signUpAndVerify();
    await turnedOn(ana);
    const happens = async (): Promise<unknown> => {
      if (event === 'question') return ask(ana);
      return noteOf(ana.id, event === 'finished job' ? 'job_completed' : 'portal_back');
    };
    await prefer(ana, { [choice]: false });
    await happens();
    expect(await statesOf(ana.id)).toEqual([]);
    await prefer(ana, { [choice]: true });
    await happens();
    expect(await statesOf(ana.id)).toHaveLength(1);
  });

  test('a question and a portal that works again are mailed only to customers who chose it, once and in their language', async () => {
    const [ana, bob] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const before = (await app.mailsTo(ana.email)).length;
    const chosen = await prefer(ana, { language: 'bn', mailOnQuestion: true, mailOnPortalBack: true });
    expect(chosen.body['preferences']).toMatchObject({ mailOnQuestion: true, mailOnCompletion: false });
    for (const account of [ana, bob]) {
      await ask(account);
      await noteOf(account.id, 'portal_back');
      await noteOf(account.id, 'job_completed');
    }
    await startMissedNotices(app.deps);
    const mails = await app.mailsTo(ana.email, before + 2);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringMatching(/আপনার উত্তরের অপেক্ষায়$/), 'Bangladesh Bank আবার চলছে']),
    );
    await until('both to be sent', async () => (await statesOf(ana.id)).every((state) => state === 'sent'));
    expect(await statesOf(ana.id)).toHaveLength(2);
    expect(await statesOf(bob.id)).toEqual([]);
    const [{ id: deliveryId } = { id: '' }] = await db.noticeDelivery.findMany({ where: { userId: ana.id } });
    await noticeActivities(app.deps).sendNotice({ deliveryId });
    expect(await app.mailsTo(ana.email)).toHaveLength(before + 2);
  });

  test('a mail that the mail server refused is tried again', async () => {
    const ana = await app.signUpAndVerify();
    await prefer(ana, { mailOnPortalBack: true });
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    const mailer = { send: () => Promise.reject(new Error('The mailbox is full.')) };
    const { sendNotice, giveUpNotice } = noticeActivities({ ...app.deps, mailer });
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'again', afterMs: 0 });
    const where = { id: deliveryId };
    expect(await db.noticeDelivery.findUnique({ where })).toMatchObject({
      state: 'sending',
      attempts: 1,
      failure: 'The mailbox is full.',
    });
    await giveUpNotice({ deliveryId });
    expect(await db.noticeDelivery.findUnique({ where })).toMatchObject({ state: 'failed' });
  });

  test('a mail whose failure is heard of after its step was given up is sent nevertheless', async () => {
    const ana = await app.signUpAndVerify();
    await prefer(ana, { mailOnPortalBack: true });
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    const gate = createGate();
    const mailer = { send: () => gate.pass().then(() => Promise.reject(new Error('Connection timeout'))) };
    let lateMs = 0;
    const clock = () => new Date(Date.now() + lateMs);
    const first = noticeActivities({ ...app.deps, mailer, clock }).sendNotice({ deliveryId });
    await gate.reached;
    // The step's next attempt, after which its workflow ends.
    expect(await noticeActivities(app.deps).sendNotice({ deliveryId })).toEqual({ end: 'done' });
    lateMs = 31_000;
    gate.open();
    await first;
    await startMissedNotices(app.deps);
    const mails = await app.mailsTo(ana.email, 2);
    expect(mails[0]?.subject).toMatch(/is working again$|works again$/);
  });
});

describe('a push service in trouble', () => {
  test.each([404, 410])('a browser that the push service answers with %i is forgotten', async (status) => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await device.answerWith({ status });
    await ask(ana);
    await until('the browser to be forgotten', async () => (await listed(ana)).length === 0);
    expect(await statesOf(ana.id)).toEqual([]);
  });

  test.each([429, 500, 503])('a message that is answered with %i is sent again', async (status) => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await device.answerWith({ status });
    await ask(ana);
    await until('the message', async () => (await device.shown()).length > 0);
    expect((await device.seen()).arrived).toHaveLength(2);
    await settled(ana.id, 'sent');
  });

  test('a push service that asks for patience is left alone for as long as it says', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    await device.answerWith({ status: 429, retryAfterS: 120 });
    const { sendNotice } = noticeActivities(app.deps);
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'again', afterMs: 120_000 });
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'done' });
  });

  test('a message that the push service refuses for good is not sent again', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await device.answerWith({ status: 413 });
    await ask(ana);
    await settled(ana.id, 'failed');
    expect((await device.seen()).arrived).toHaveLength(1);
    expect(await listed(ana)).toHaveLength(1);
  });

  test('a message that a slow push service has not answered is sent again', async () => {
    const ana = await app.signUpAndVerify();
    const { device } = await turnedOn(ana);
    await noteOf(ana.id, 'portal_back');
    const { id: deliveryId } = await db.noticeDelivery.findFirstOrThrow({ where: { userId: ana.id } });
    // Longer than an answer may take.
    await device.answerWith({ status: 201, ms: 30_000 });
    const { sendNotice } = noticeActivities(app.deps);
    expect(await sendNotice({ deliveryId })).toEqual({ end: 'again', afterMs: 0 });
    expect((await db.noticeDelivery.findUniqueOrThrow({ where: { id: deliveryId } })).failure).toBe(
      'No answer within 10 s.',
    );
  });
});

test('records of deliveries are deleted with the logs', async () => {
  const ana = await app.signUpAndVerify();
  await turnedOn(ana);
  await noteOf(ana.id, 'portal_back');
  const where = { userId: ana.id };
  await db.noticeDelivery.updateMany({ where, data: { createdAt: new Date('2020-01-01') } });
  await housekeepingActivities(app.deps).deleteExpired();
  expect(await db.noticeDelivery.count({ where })).toBe(0);
});
