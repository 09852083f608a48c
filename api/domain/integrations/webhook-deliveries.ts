/** Database steps of a delivery: opened, accepted, refused or given up. Also disables a webhook that only fails. */
import { createHmac } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import {
  eventIdHeader,
  eventTypeHeader,
  secretPrefix,
  signatureHeader,
  standardHeaders,
  webhookLimits,
} from '#contracts/integrations/webhooks.ts';
import type { Transaction } from '#prisma/client.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import { eventIdOf, secretOf } from './webhooks.ts';

type DeliveryDeps = Pick<Deps, 'db' | 'vault' | 'clock'>;

export type OpenDelivery = {
  id: string;
  webhookId: string;
  url: string;
  headers: Record<string, string>;
  body: string;
};

const FAILURE_CHARACTERS_MAX = 300;
const OPEN = ['pending', 'sending'];

/** The time is part of the signed content, so that an old request cannot be replayed as a new one. */
function signatures(secret: string, { eventId, body, at }: { eventId: string; body: string; at: Date }) {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const standard = standardKeys(secret).map(
    (key) => `v1,${createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')}`,
  );
  return {
    [signatureHeader]: `t=${seconds},v1=${digest}`,
    [standardHeaders.id]: eventId,
    [standardHeaders.timestamp]: seconds,
    [standardHeaders.signature]: standard.join(' '),
  };
}

/**
 * Returns the keys of the Standard Webhooks signature, of which a receiver needs one. Its libraries decode padded base64
 * only and refuse the URL-safe form of older secrets, but take any secret as a raw key; so older ones sign with both.
 */
function standardKeys(secret: string): (Buffer | string)[] {
  const encoded = secret.slice(secretPrefix.length);
  const key = Buffer.from(encoded, 'base64');
  return key.toString('base64') === encoded ? [key] : [key, secret];
}

/** Returns the signed request; null if there is nothing left to send. */
export async function openDelivery(deps: DeliveryDeps, id: string): Promise<OpenDelivery | null> {
  const { db } = deps;
  const delivery = await db.webhookDelivery.findUnique({ where: { id }, include: { webhook: true } });
  if (!delivery || !OPEN.includes(delivery.state)) return null;
  const { webhook, payload, event } = delivery;
  if (!webhook.enabled) {
    await endFailed(deps, id, 'The webhook was switched off.');
    return null;
  }
  await db.webhookDelivery.updateMany({ where: { id, state: 'pending' }, data: { state: 'sending' } });
  const body = JSON.stringify(payload);
  const eventId = eventIdOf(payload);
  return {
    id,
    webhookId: webhook.id,
    url: webhook.url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Chalan-Webhooks/1',
      [eventTypeHeader]: event,
      [eventIdHeader]: eventId,
      ...signatures(await secretOf(deps, webhook), { eventId, body, at: deps.clock() }),
    },
  };
}

/**
 * Records that the receiver accepted the delivery, and ends the webhook's period of failures unless its address has
 * changed since. Idempotent.
 */
export async function recordDelivered(
  { db, clock }: DeliveryDeps,
  { id, webhookId, url }: OpenDelivery,
  httpStatus: number,
): Promise<void> {
  await db.$transaction([
    db.webhookDelivery.updateMany({
      where: { id, state: { in: OPEN } },
      data: { state: 'delivered', attempts: { increment: 1 }, httpStatus, failure: '', deliveredAt: clock() },
    }),
    db.webhook.updateMany({ where: { id: webhookId, url }, data: { failingSince: null } }),
  ]);
}

/**
 * Records a failed try, with which a period of failures may begin. A try that is recorded after the delivery's end, or
 * after a change of the address, says nothing about the address of today.
 */
export async function recordFailedTry(
  { db, clock }: DeliveryDeps,
  { id, webhookId, url }: OpenDelivery,
  tried: { httpStatus: number | null; failure: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where: { id, state: { in: OPEN } },
      data: {
        attempts: { increment: 1 },
        httpStatus: tried.httpStatus,
        failure: tried.failure.slice(0, FAILURE_CHARACTERS_MAX),
      },
    });
    if (count === 0) return;
    await tx.webhook.updateMany({
      where: { id: webhookId, url, failingSince: null },
      data: { failingSince: clock() },
    });
  });
}

/**
 * Gives up a delivery; its last failure remains as the reason. Disables the webhook if nothing has succeeded for days.
 * That is judged here and not at each try, because the last failure before this delivery may be long ago.
 */
export async function giveUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { id, state: { in: OPEN } };
    const [given] = await tx.webhookDelivery.updateManyAndReturn({ where, data: { state: 'failed' } });
    if (given) await switchOffFailing(tx, given.webhookId, clock());
  });
}

async function switchOffFailing(tx: Transaction, webhookId: string, now: Date): Promise<void> {
  const failingBefore = new Date(now.getTime() - webhookLimits.failingMaxMs);
  const { count } = await tx.webhook.updateMany({
    where: { id: webhookId, enabled: true, failingSince: { lte: failingBefore } },
    data: { enabled: false },
  });
  if (count === 0) return;
  const { userId, url, failingSince } = await tx.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  await notify(tx, {
    key: `webhook_off:${webhookId}:${failingSince?.toISOString() ?? ''}`,
    userId,
    type: 'other',
    kind: 'webhook_off',
    values: { url },
    actionUrl: '/account/api',
  });
}

async function endFailed({ db }: Pick<Deps, 'db'>, id: string, failure: string): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { id, state: { in: OPEN } },
    data: { state: 'failed', failure },
  });
}

/** Deletes the records of deliveries created before the given time. */
export async function deleteDeliveries(db: Deps['db'], before: Date): Promise<void> {
  await db.webhookDelivery.deleteMany({ where: { createdAt: { lt: before } } });
}
