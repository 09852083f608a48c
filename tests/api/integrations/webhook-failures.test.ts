/** Failures of webhooks: one receiver delays nobody else, and a late failure says nothing about the address of today. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webhookActivities } from '#activities/webhooks.ts';
import {
  openDelivery,
  recordDelivered,
  recordFailedTry,
  type OpenDelivery,
} from '#api/domain/integrations/webhook-deliveries.ts';
import { startMissedDeliveries } from '#api/domain/integrations/webhook-start.ts';
import { startMissedNotices } from '#api/domain/messaging/notice-start.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { ownSystems } from './own-systems.ts';

const app = await startTestApp({ env: { WEBHOOKS_TO_PRIVATE: 'true' } });
const { db } = app.deps;

type Waiting = { count: number; fromMs: number };

const refused = { httpStatus: 500, failure: 'Out of order' };
const failingSince = async (id: string): Promise<Date | null> =>
  (await db.webhook.findUniqueOrThrow({ where: { id } })).failingSince;

/** A customer with a webhook. */
async function newOwner(): Promise<Account & { webhookId: string }> {
  const account = await app.signUpAndVerify();
  const { webhookId } = await ownSystems(app.deps, account.id, randomUUID());
  return { ...account, webhookId };
}

/** Records events that wait for their delivery, a millisecond apart. */
async function record(webhookId: string, { count, fromMs }: Waiting): Promise<string[]> {
  const deliveries = await db.webhookDelivery.createManyAndReturn({
    data: Array.from({ length: count }, (_, index) => ({
      webhookId,
      eventKey: randomUUID(),
      event: 'job.completed',
      payload: { id: 'evt_1' },
      createdAt: new Date(fromMs + index),
    })),
    select: { id: true },
  });
  return deliveries.map(({ id }) => id);
}

async function opened(webhookId: string): Promise<OpenDelivery> {
  const [id = ''] = await record(webhookId, { count: 1, fromMs: Date.now() });
  const delivery = await openDelivery(app.deps, id);
  if (!delivery) throw new Error('The delivery is not open.');
  return delivery;
}

describe('the receiver of a webhook', () => {
  test('a receiver that switches protocols instead of answering fails its delivery', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { webhookId } = await newOwner();
    await db.webhook.update({ where: { id: webhookId }, data: { url: `http://127.0.0.1:${port}/` } });
    const [deliveryId = ''] = await record(webhookId, { count: 1, fromMs: Date.now() });
    expect(await webhookActivities(app.deps).sendWebhook({ deliveryId })).toBe('again');
    expect(await db.webhookDelivery.findUnique({ where: { id: deliveryId } })).toMatchObject({
      attempts: 1,
      httpStatus: null,
      failure: 'The connection ended without an answer.',
    });
  });

  test('a failure that is recorded after the delivery was accepted does not make its webhook failing', async () => {
    const { webhookId } = await newOwner();
    const delivery = await opened(webhookId);
    await recordDelivered(app.deps, delivery, 200);
    await recordFailedTry(app.deps, delivery, refused);
    expect(await failingSince(webhookId)).toBeNull();
    const next = await opened(webhookId);
    await recordFailedTry(app.deps, next, refused);
    expect(await failingSince(webhookId)).not.toBeNull();
  });

  test('the outcome of a try at a former address neither begins nor ends the failures of the new one', async () => {
    const { webhookId } = await newOwner();
    const [failed, taken] = [await opened(webhookId), await opened(webhookId)];
    await db.webhook.update({ where: { id: webhookId }, data: { url: 'https://new.example.test/' } });
    await recordFailedTry(app.deps, failed, refused);
    expect(await failingSince(webhookId)).toBeNull();
    const since = new Date();
    await db.webhook.update({ where: { id: webhookId }, data: { failingSince: since } });
    await recordDelivered(app.deps, taken, 200);
    expect(await failingSince(webhookId)).toEqual(since);
  });
});

describe('what the schedule starts', () => {
  const anHourAgoMs = Date.now() - HOUR_MS;

  test('the events of one customer that wait do not delay those of another', async () => {
    const [busy, quiet] = [await newOwner(), await newOwner()];
    await record(busy.webhookId, { count: 250, fromMs: anHourAgoMs });
    const [waiting = ''] = await record(quiet.webhookId, { count: 1, fromMs: Date.now() });
    const started: string[] = [];
    const workflows = {
      ...app.deps.workflows,
      deliverToWebhook: async ({ deliveryId }: { deliveryId: string }) => void started.push(deliveryId),
    };
    await startMissedDeliveries({ ...app.deps, workflows });
    expect(started).toContain(waiting);
    expect(started.length).toBeLessThan(250);
  });

  test('the notifications of one customer that wait do not delay those of another', async () => {
    const [busy, quiet] = [await newOwner(), await newOwner()];
    const usefulUntil = new Date(Date.now() + HOUR_MS);
    const wait = async ({ id: userId }: Account, { count, fromMs }: Waiting): Promise<string[]> => {
      const deliveries = await db.noticeDelivery.createManyAndReturn({
        data: Array.from({ length: count }, (_, index) => ({
          userId,
          createdAt: new Date(fromMs + index),
          usefulUntil,
        })),
      });
      return deliveries.map(({ id }) => id);
    };
    await wait(busy, { count: 250, fromMs: anHourAgoMs });
    const [waiting = ''] = await wait(quiet, { count: 1, fromMs: Date.now() });
    const started: string[] = [];
    const workflows = {
      ...app.deps.workflows,
      deliverNotice: async ({ deliveryId }: { deliveryId: string }) => void started.push(deliveryId),
    };
    await startMissedNotices({ ...app.deps, workflows });
    expect(started).toContain(waiting);
    expect(started.length).toBeLessThan(250);
  });
});
