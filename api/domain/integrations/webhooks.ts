/** Webhooks: register, change and test them, and list their deliveries. */
import { randomBytes, randomUUID } from 'node:crypto';
import { AddressRefused } from '#api/adapters/checked-addresses.ts';
import { createOutbound, type Outbound } from '#api/adapters/outbound.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import {
  deliveryStates,
  isWebhookEvent,
  secretPrefix,
  testEvent,
  webhooksMax,
  type DeliveriesQuery,
  type WebhookRequest,
} from '#contracts/integrations/webhooks.ts';
import type { WebhookDeliveryView, WebhookView } from '#contracts/calls/integrations-answers.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { integrationMessages } from '#contracts/integrations/messages.ts';
import type { Database } from '#prisma/client.ts';
import type { Webhook, WebhookDelivery } from '#prisma/generated/client.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { requireSession, type SessionCaller } from '#api/domain/accounts/sessions.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { eventBody } from './webhook-events.ts';
import { startDelivery } from './webhook-start.ts';

type WebhookDeps = Pick<Deps, 'db' | 'env' | 'vault' | 'workflows' | 'clock' | 'logger'>;

const SECRET_BYTES = 32;

/** Decrypts the secret with which deliveries to the webhook are signed. */
export const secretOf = (
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  webhook: Pick<Webhook, 'id' | 'userId' | 'secret'>,
): Promise<string> => vault.open(db, webhook.secret, sealBindings.webhook(webhook));

async function requireAddress(outbound: Outbound, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (error instanceof AddressRefused) throw refusal('WEBHOOK_ADDRESS_REFUSED', error.said);
    throw error;
  }
}

/**
 * Registers a webhook. `prove` verifies that the owner is asking; it runs after the address check, so that a refused
 * address does not use up a code.
 */
export async function createWebhook(
  deps: WebhookDeps,
  caller: SessionCaller,
  { url, events }: WebhookRequest,
  prove: () => Promise<void>,
): Promise<{ secret: string; webhook: WebhookView }> {
  await requireAddress(createOutbound(deps.env), url);
  await prove();
  const { id: userId } = caller;
  const id = randomUUID();
  const secret = `${secretPrefix}${randomBytes(SECRET_BYTES).toString('base64')}`;
  const webhook = await deps.db.$transaction(async (tx) => {
    await lockedUser(tx, userId);
    await requireSession(tx, caller);
    if ((await tx.webhook.count({ where: { userId } })) >= webhooksMax) {
      throw refusal('LIMIT_REACHED', integrationMessages.tooManyWebhooks({ most: webhooksMax }));
    }
    const sealed = await deps.vault.seal(tx, secret, sealBindings.webhook({ userId, id }));
    return tx.webhook.create({ data: { id, userId, url, events, secret: sealed, createdAt: deps.clock() } });
  });
  return { secret, webhook: webhookView(webhook, null) };
}

/** Lists webhooks, oldest first, each with its latest delivery. */
export async function listWebhooks(db: Database, userId: string): Promise<WebhookView[]> {
  const webhooks = await db.webhook.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: webhooksMax,
    include: { deliveries: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 1 } },
  });
  return webhooks.map((webhook) => webhookView(webhook, webhook.deliveries[0] ?? null));
}

/**
 * Changes a webhook. A different address requires the owner's proof. Enabling it again clears its record of failures.
 */
export async function changeWebhook(
  deps: WebhookDeps,
  { caller, id }: { caller: SessionCaller; id: string },
  { url, events, enabled }: Partial<WebhookRequest & { enabled: boolean }>,
  prove: () => Promise<void>,
): Promise<void> {
  const owner = { userId: caller.id, id };
  const webhook = await ownWebhook(deps.db, owner);
  const isElsewhere = url !== undefined && url !== webhook.url;
  if (isElsewhere) {
    await requireAddress(createOutbound(deps.env), url);
    await prove();
  }
  const isFresh = isElsewhere || (enabled === true && !webhook.enabled);
  await deps.db.$transaction(async (tx) => {
    await requireSession(tx, caller);
    await tx.webhook.updateMany({
      where: owner,
      data: { events, enabled, ...(isElsewhere ? { url } : {}), ...(isFresh ? { failingSince: null } : {}) },
    });
  });
}

/** Removes a webhook and its deliveries. Throws NOT_FOUND. */
export async function removeWebhook(db: Database, owner: { userId: string; id: string }): Promise<void> {
  const { count } = await db.webhook.deleteMany({ where: owner });
  if (count === 0) throw new DomainError('NOT_FOUND');
}

async function ownWebhook(db: Database, owner: { userId: string; id: string }): Promise<Webhook> {
  const webhook = await db.webhook.findFirst({ where: owner });
  if (!webhook) throw new DomainError('NOT_FOUND');
  return webhook;
}

async function requireOn(db: Database, owner: { userId: string; id: string }): Promise<Webhook> {
  const webhook = await ownWebhook(db, owner);
  if (!webhook.enabled) throw new DomainError('WEBHOOK_OFF');
  return webhook;
}

/** Sends a test event to one webhook. Returns the delivery before it is made. Throws NOT_FOUND or WEBHOOK_OFF. */
export async function sendTestEvent(
  deps: WebhookDeps,
  owner: { userId: string; id: string },
): Promise<WebhookDeliveryView> {
  const webhook = await requireOn(deps.db, owner);
  const now = deps.clock();
  const delivery = await deps.db.webhookDelivery.create({
    data: {
      webhookId: webhook.id,
      eventKey: `test:${randomUUID()}`,
      event: testEvent,
      payload: eventBody(testEvent, { message: 'This is a test event of Chalan.' }, now),
      createdAt: now,
    },
  });
  await startDelivery(deps, delivery.id, owner.userId);
  return deliveryView(delivery);
}

/** Sends the event again under the same id, so that a receiver can detect duplicates. */
export async function deliverAgain(
  deps: WebhookDeps,
  owner: { userId: string; id: string },
  deliveryId: string,
): Promise<WebhookDeliveryView> {
  const { db } = deps;
  const found = await db.webhookDelivery.findFirst({
    where: { id: deliveryId, webhook: owner },
  });
  if (!found) throw new DomainError('NOT_FOUND');
  await requireOn(db, owner);
  const { count } = await db.webhookDelivery.updateMany({
    where: { id: deliveryId, state: { in: ['delivered', 'failed'] } },
    data: { state: 'pending', attempts: 0, deliveredAt: null, failure: '', httpStatus: null },
  });
  if (count === 0) throw new DomainError('DELIVERY_UNDER_WAY');
  await startDelivery(deps, deliveryId, owner.userId);
  return deliveryView(await db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } }));
}

/** Lists deliveries, newest first. */
export async function listDeliveries(
  db: Database,
  owner: { userId: string; id: string },
  { limit, offset }: DeliveriesQuery,
): Promise<{ deliveries: WebhookDeliveryView[]; totalCount: number }> {
  const { id: webhookId } = await ownWebhook(db, owner);
  const [deliveries, totalCount] = await Promise.all([
    db.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: offset,
      take: limit,
    }),
    db.webhookDelivery.count({ where: { webhookId } }),
  ]);
  return { deliveries: deliveries.map(deliveryView), totalCount };
}

function webhookView(webhook: Webhook, lastDelivery: WebhookDelivery | null): WebhookView {
  const { id, url, events, enabled, failingSince, createdAt } = webhook;
  return {
    id,
    url,
    events: events.filter(isWebhookEvent),
    enabled,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastDelivery: lastDelivery && deliveryView(lastDelivery),
  };
}

function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  const { id, event, payload, attempts, httpStatus, failure, createdAt, deliveredAt } = delivery;
  const state = deliveryStates.find((known) => known === delivery.state);
  if (!state) throw new Error(`A delivery is "${delivery.state}".`);
  return {
    id,
    event,
    eventId: eventIdOf(payload),
    state,
    attempts,
    httpStatus,
    failure,
    createdAt: createdAt.toISOString(),
    deliveredAt: deliveredAt?.toISOString() ?? null,
  };
}

/** Returns the `id` in a stored event body; an empty text if it has none. */
export function eventIdOf(payload: WebhookDelivery['payload']): string {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return isObject && typeof payload['id'] === 'string' ? payload['id'] : '';
}
