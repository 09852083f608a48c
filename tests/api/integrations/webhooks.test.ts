/** Webhooks: only to permitted addresses, signed, once per event, retried, and finally switched off. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { webhookActivities } from '#activities/webhooks.ts';
import { finish } from '#api/domain/jobs/job-ending.ts';
import { recordCompleted } from '#api/domain/payments/purchase-settlement.ts';
import { recordRefunded } from '#api/domain/payments/refund-steps.ts';
import { startMissedDeliveries } from '#api/domain/integrations/webhook-start.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { webhooksMax, type WebhookEvent } from '#contracts/integrations/webhooks.ts';
import {
  eventData,
  type EventName,
  type WebhookDeliveryView,
  type WebhookView,
} from '#contracts/calls/integrations-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { newCustomer, pdf } from '#tests/harness/job-calls.ts';
import { startReceiver, type Received } from '#tests/harness/receiver.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers, type TestApp } from '#tests/harness/worker.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';
import { isSigned, isStandard } from './webhook-signatures.ts';

const app = await startAppWithWorkers({ WEBHOOKS_TO_PRIVATE: 'true' });
const guarded = await startTestApp();
const receiver = await startReceiver();
const { db } = app.deps;

const everything: WebhookEvent[] = ['job.completed', 'job.failed', 'payment.completed', 'payment.refunded'];

type Made = { id: string; secret: string; path: string };

async function register(account: Account, events = everything, within: TestApp = app): Promise<Made> {
  const path = `/${randomUUID()}`;
  const request = { url: receiver.url(path), events, currentPassword: account.password };
  const answer = await within.post('/api/webhooks', request, account.cookie);
  expect(answer.status, answer.text).toBe(200);
  const { secret, webhook } = answer.body as { secret: string; webhook: WebhookView };
  return { id: webhook.id, secret, path };
}

const webhooksOf = async ({ cookie }: Account): Promise<WebhookView[]> =>
  (await app.get('/api/webhooks', cookie)).body['webhooks'] as WebhookView[];
const deliveriesOf = async ({ cookie }: Account, { id }: Made): Promise<WebhookDeliveryView[]> =>
  (await app.get(`/api/webhooks/${id}/deliveries`, cookie)).body['deliveries'] as WebhookDeliveryView[];
const came = (path: string, count = 1): Promise<void> =>
  until(`${count} events at ${path}`, () => receiver.at(path).length >= count);
const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as { id: string; type: string; data: Record<string, unknown> };

/** The description of an event's data, whose parsed value lacks what is not described. */
const described = (type: string) => eventData[type as EventName];

describe('a webhook', () => {
  test.each([
    'http://127.0.0.1:9/',
    'https://localhost/',
    'https://10.0.0.8/hook',
    'ftp://example.test/',
    'hook',
  ])('a webhook is not registered for %s', async (url) => {
    const { cookie, password } = await guarded.signUpAndVerify();
    const request = { url, events: everything, currentPassword: password };
    const refused = await guarded.post('/api/webhooks', request, cookie);
    expect([400, 422]).toContain(refused.status);
    expect(await guarded.deps.db.webhook.count()).toBe(0);
  });

  test('the secret of a webhook is shown once and stored sealed', async () => {
    const ana = await app.signUpAndVerify();
    const { id, secret } = await register(ana);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const stored = await db.webhook.findUniqueOrThrow({ where: { id } });
    expect(stored.secret).not.toContain(secret);
    expect((await app.get('/api/webhooks', ana.cookie)).text).not.toContain(secret);
  });

  test('a customer can have at most five webhooks, also if several are registered at once', async () => {
    const ana = await app.signUpAndVerify();
    const request = { url: receiver.url('/many'), events: everything, currentPassword: ana.password };
    const answers = await Promise.all(
      Array.from({ length: webhooksMax + 2 }, () => app.post('/api/webhooks', request, ana.cookie)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(webhooksMax);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('LIMIT_REACHED');
  });

  test('a webhook whose address is private is not called, because the connection is checked too', async () => {
    const ana = await app.signUpAndVerify();
    const { id, path } = await register(ana);
    const delivery = await db.webhookDelivery.create({
      data: { webhookId: id, eventKey: 'test:guard', event: 'webhook.test', payload: { id: 'evt_1' } },
    });
    const env = { ...app.deps.env, WEBHOOKS_TO_PRIVATE: false };
    const { sendWebhook } = webhookActivities({ ...app.deps, env });
    expect(await sendWebhook({ deliveryId: delivery.id })).toBe('again');
    expect(await db.webhookDelivery.findUnique({ where: { id: delivery.id } })).toMatchObject({
      attempts: 1,
      httpStatus: null,
      failure: 'The address belongs to a private network.',
    });
    expect(receiver.at(path)).toEqual([]);
  });
});

describe('a webhook event', () => {
  test('an event of a finished job arrives once, signed and complete, only at webhooks subscribed to it [delivery-is-signed]', async () => {
    const ana = await newCustomer(app);
    const [subscribed, deaf] = [await register(ana), await register(ana, ['job.failed'])];
    const job = await ana.converted(pdf());
    await came(subscribed.path);
    const [event] = receiver.at(subscribed.path);
    expect(event && isSigned(event, subscribed.secret)).toBe(true);
    expect(event && isStandard(event, subscribed.secret)).toBe(true);
    expect(event && isSigned(event, deaf.secret)).toBe(false);
    expect(event && isStandard(event, deaf.secret)).toBe(false);
    expect(event && bodyOf(event)).toMatchObject({
      type: 'job.completed',
      data: {
        jobId: job.jobId,
        attempt: 1,
        state: 'completed',
        rowsTotal: 1,
        rowsSucceeded: 1,
        creditsUsed: 1,
      },
    });
    const data = event && bodyOf(event).data;
    expect(data).toEqual(described('job.completed').parse(data));
    await until(
      'the delivery to be noted',
      async () => (await deliveriesOf(ana, subscribed))[0]?.state === 'delivered',
    );
    expect(await deliveriesOf(ana, subscribed)).toMatchObject([
      { attempts: 1, httpStatus: 200, event: 'job.completed' },
    ]);
    expect(event?.headers['x-chalan-event-id']).toBe((await deliveriesOf(ana, subscribed))[0]?.eventId);
    // The step that ends the job may be replayed.
    await finish(db, {
      jobId: job.jobId,
      attempt: 1,
      state: 'failed',
      errorCode: null,
      errorMessage: null,
      now: new Date(),
    });
    await startMissedDeliveries(app.deps);
    expect(receiver.at(subscribed.path)).toHaveLength(1);
    expect(await deliveriesOf(ana, deaf)).toEqual([]);
  });
  test('an event is signed for the Standard Webhooks library, also with a secret of the older URL-safe form', async () => {
    const ana = await newCustomer(app);
    const made = await register(ana);
    const bytes = Buffer.alloc(32, 0xfb);
    const old = `whsec_${bytes.toString('base64url')}`;
    const secret = await app.deps.vault.seal(db, old, sealBindings.webhook({ userId: ana.id, id: made.id }));
    await db.webhook.update({ where: { id: made.id }, data: { secret } });
    await app.post(`/api/webhooks/${made.id}/test`, {}, ana.cookie);
    await came(made.path);
    const [event] = receiver.at(made.path);
    if (!event) throw new Error('The event has not come.');
    // The library refuses to decode such a secret; it takes it as it is, or in the ordinary base64 of the same bytes.
    expect(() => isStandard(event, old)).toThrow(/base64/i);
    expect(isStandard(event, old, { format: 'raw' })).toBe(true);
    expect(isStandard(event, `whsec_${bytes.toString('base64')}`)).toBe(true);
    expect(isStandard(event, old.replaceAll('-', '+'), { format: 'raw' })).toBe(false);
    expect(isSigned(event, old)).toBe(true);
  });

  test('an event whose delivery failed is sent again under the same id until it succeeds', async () => {
    const ana = await newCustomer(app);
    const hook = await register(ana);
    receiver.answerWith(({ path }) =>
      path === hook.path && receiver.at(path).length === 1
        ? { status: 503, body: 'Too busy\u0000' }
        : { status: 204 },
    );
    await ana.converted(pdf());
    await came(hook.path);
    await until('the failed try', async () => (await deliveriesOf(ana, hook))[0]?.attempts === 1);
    expect(await deliveriesOf(ana, hook)).toMatchObject([
      { state: 'sending', httpStatus: 503, failure: 'Too busy' },
    ]);
    expect((await webhooksOf(ana))[0]?.failingSince).not.toBeNull();
    await came(hook.path, 2);
    await until('the delivery', async () => (await deliveriesOf(ana, hook))[0]?.state === 'delivered');
    const ids = receiver.at(hook.path).map(({ headers }) => headers['x-chalan-event-id']);
    expect(new Set(ids).size).toBe(1);
    expect((await webhooksOf(ana))[0]?.failingSince).toBeNull();
  });

  test('an event whose delivery workflow did not start is delivered by the schedule', async () => {
    const ana = await newCustomer(app);
    const hook = await register(ana);
    const start = vi.spyOn(app.deps.temporal.workflow, 'start').mockRejectedValue(new Error('Away.'));
    await ana.converted(pdf());
    await until('the start to fail', () => start.mock.calls.some(([name]) => name === 'webhookDelivery'));
    start.mockRestore();
    expect(receiver.at(hook.path)).toEqual([]);
    await startMissedDeliveries(app.deps);
    await came(hook.path);
  });

  test('events of a payment and of its refund are recorded together with the payment itself', async () => {
    const ana = await app.signUpAndVerify();
    const hook = await register(ana);
    const trxId = `T${randomUUID().slice(0, 8)}`;
    const { attemptId } = await paidPurchase(db, { userId: ana.id, amountPoisha: 25_000n, trxId });
    // The state before bKash confirmed the payment.
    const { orderId, invoice } = await db.paymentAttempt.update({
      where: { id: attemptId },
      data: { state: 'executing', trxId: null, paidAt: null },
    });
    await db.purchaseOrder.update({ where: { id: orderId }, data: { paidAttemptId: null } });
    await db.transaction.update({ where: { attemptId }, data: { receiptNumber: null, status: 'pending' } });
    const { paymentId } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    await recordCompleted(
      db,
      attemptId,
      {
        paymentId: paymentId ?? '',
        status: 'Completed',
        trxId,
        amountPoisha: 25_000n,
        currency: 'BDT',
        invoice,
        payerMsisdn: null,
        completedAt: new Date(),
        verification: 'Complete',
        rawStatus: 'Completed',
      },
      new Date(),
    );
    const refund = await db.paymentRefund.create({
      data: {
        key: randomUUID(),
        attemptId,
        amount: 25_000n,
        creditsTaken: 50_000n,
        reason: 'Asked for',
        sentAt: new Date(),
      },
    });
    await recordRefunded(db, refund.id, { refundTrxId: `R${trxId}` }, new Date());
    await recordRefunded(db, refund.id, { refundTrxId: `R${trxId}` }, new Date());
    // The first delivery's workflow may not have closed yet: the schedule looks again, as it does every minute.
    await until('the second delivery', async () => {
      await startMissedDeliveries(app.deps);
      return receiver.at(hook.path).length >= 2;
    });
    const delivered = receiver
      .at(hook.path)
      .map(bodyOf)
      .toSorted((a, b) => a.type.localeCompare(b.type));
    expect(delivered).toMatchObject([
      { type: 'payment.completed', data: { trxID: trxId, amountBdt: 250, credits: 500, method: 'bkash' } },
      {
        type: 'payment.refunded',
        data: { trxID: trxId, refundedBdt: 250, creditsTakenBack: 500, wholePayment: true },
      },
    ]);
    for (const { type, data } of delivered) expect(data).toEqual(described(type).parse(data));
  });
});

describe('a customer with webhooks', () => {
  test('a customer can send a test event, and have a delivery repeated under its id', async () => {
    const ana = await app.signUpAndVerify();
    const hook = await register(ana);
    await app.post(`/api/webhooks/${hook.id}/test`, {}, ana.cookie);
    await came(hook.path);
    await until('the delivery', async () => (await deliveriesOf(ana, hook))[0]?.state === 'delivered');
    const [delivery] = await deliveriesOf(ana, hook);
    const again = `/api/webhooks/${hook.id}/deliveries/${delivery?.id}/redeliver`;
    expect((await app.post(again, {}, ana.cookie)).status).toBe(200);
    await startMissedDeliveries(app.deps);
    await came(hook.path, 2);
    const [first, second] = receiver.at(hook.path);
    expect(second?.body).toBe(first?.body);
    expect(second && isSigned(second, hook.secret)).toBe(true);
    const sent = first && bodyOf(first);
    expect(sent?.data).toEqual(described(sent?.type ?? '').parse(sent?.data));
  });

  test("a switched-off webhook gets no events, and a customer cannot send events to another customer's webhook", async () => {
    const [ana, eve] = [await app.signUpAndVerify(), await app.signUpAndVerify()];
    const hook = await register(ana);
    const off = { url: receiver.url(hook.path), events: everything, enabled: false };
    await app.request(`/api/webhooks/${hook.id}`, { method: 'PUT', json: off, cookie: ana.cookie });
    expect(await app.post(`/api/webhooks/${hook.id}/test`, {}, ana.cookie)).toMatchObject({
      status: 409,
      body: { code: 'WEBHOOK_OFF' },
    });
    const own = await register(eve);
    expect(await app.post(`/api/webhooks/${own.id}/test`, {}, ana.cookie)).toMatchObject({ status: 404 });
  });
});

describe('a webhook that has failed for three days', () => {
  test('a webhook that fails for three days is switched off with a notification, and waiting events are not sent', async () => {
    const ana = await app.signUpAndVerify();
    const hook = await register(ana);
    receiver.answerWith(({ path }) => ({ status: path === hook.path ? 500 : 200 }));
    const pending = (eventKey: string) =>
      db.webhookDelivery.create({
        data: {
          webhookId: hook.id,
          eventKey,
          event: 'job.completed',
          payload: { id: 'evt_1' },
          state: 'sending',
        },
      });
    const [one, other] = [await pending('job:1'), await pending('job:2')];
    let nowMs = Date.now();
    const { sendWebhook, giveUpDelivery } = webhookActivities({ ...app.deps, clock: () => new Date(nowMs) });
    expect(await sendWebhook({ deliveryId: one.id })).toBe('again');
    nowMs += 3 * DAY_MS - 1_000;
    const short = await pending('job:0');
    await sendWebhook({ deliveryId: short.id });
    await giveUpDelivery({ deliveryId: short.id });
    expect(await db.webhook.findUnique({ where: { id: hook.id } })).toMatchObject({ enabled: true });
    nowMs += 2_000;
    await giveUpDelivery({ deliveryId: one.id });
    expect(await db.webhook.findUnique({ where: { id: hook.id } })).toMatchObject({ enabled: false });
    expect(await db.notification.count({ where: { userId: ana.id, title: 'Webhook switched off' } })).toBe(1);
    expect(await sendWebhook({ deliveryId: other.id })).toBe('done');
    expect(await db.webhookDelivery.findUnique({ where: { id: other.id } })).toMatchObject({
      state: 'failed',
      failure: 'The webhook was switched off.',
    });
    const on = { url: receiver.url(hook.path), events: everything, enabled: true };
    await app.request(`/api/webhooks/${hook.id}`, { method: 'PUT', json: on, cookie: ana.cookie });
    expect((await webhooksOf(ana))[0]).toMatchObject({ enabled: true, failingSince: null });
  });

  test('a webhook whose last failure is long ago is not switched off by one refusal, and the event is tried again', async () => {
    const ana = await app.signUpAndVerify();
    const hook = await register(ana);
    const failingSince = new Date(Date.now() - 12 * DAY_MS);
    await db.webhook.update({ where: { id: hook.id }, data: { failingSince } });
    let isRestarting = true;
    receiver.answerWith(({ path }) => ({ status: path === hook.path && isRestarting ? 502 : 200 }));
    const { id: deliveryId } = await db.webhookDelivery.create({
      data: { webhookId: hook.id, eventKey: 'job:9', event: 'job.completed', payload: { id: 'evt_9' } },
    });
    const { sendWebhook } = webhookActivities(app.deps);
    expect(await sendWebhook({ deliveryId })).toBe('again');
    isRestarting = false;
    expect(await sendWebhook({ deliveryId })).toBe('done');
    expect(await deliveriesOf(ana, hook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect((await webhooksOf(ana))[0]).toMatchObject({ enabled: true, failingSince: null });
  });
});

test('deliveries are deleted after 90 days, together with the logs', async () => {
  const ana = await app.signUpAndVerify();
  const hook = await register(ana);
  await db.webhookDelivery.create({
    data: { webhookId: hook.id, eventKey: 'job:old', event: 'job.failed', payload: {}, state: 'failed' },
  });
  const clock = () => new Date(Date.now() + 91 * DAY_MS);
  await housekeepingActivities({ ...app.deps, clock }).deleteExpired();
  expect(await db.webhookDelivery.count({ where: { webhookId: hook.id } })).toBe(0);
});
