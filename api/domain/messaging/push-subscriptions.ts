/** Browsers that notifications are pushed to: turned on, listed, tested and turned off by their owner. */
import { ECDH } from 'node:crypto';
import { AddressRefused } from '#api/adapters/checked-addresses.ts';
import { createOutbound } from '#api/adapters/outbound.ts';
import type { Deps } from '#api/deps.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { deviceOf } from '#api/domain/accounts/sessions.ts';
import type { OwnPushSubscription } from '#contracts/calls/messaging-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { pushMessages } from '#contracts/messaging/push-messages.ts';
import { pushSubscriptionsMax } from '#contracts/messaging/push-rules.ts';
import { pushLimits, type PushSubscriptionBody } from '#contracts/messaging/push.ts';
import type { Database } from '#prisma/client.ts';
import type { PushSubscription } from '#prisma/generated/client.ts';
import { startNoticeDelivery } from './notice-start.ts';

type PushDeps = Pick<Deps, 'db' | 'env' | 'workflows' | 'clock' | 'logger'>;
/** The caller and the session of the request. `token` is that of the session. */
type Caller = { id: string; token: string | null };

type Listed = PushSubscription & { session: { token: string; userAgent: string | null } };
const withSession = { session: { select: { token: true, userAgent: true } } } as const;

/** Lists a customer's browsers, oldest first. */
export async function listSubscriptions(db: Database, caller: Caller): Promise<OwnPushSubscription[]> {
  const subscriptions = await db.pushSubscription.findMany({
    where: { userId: caller.id, session: { userId: caller.id } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: pushSubscriptionsMax,
    include: withSession,
  });
  return subscriptions.map((subscription) => subscriptionView(subscription, caller));
}

/**
 * Turns push on for the browser of the session; a new address replaces the session's earlier one. Throws
 * PUSH_NOT_OFFERED, PUSH_ADDRESS_REFUSED or LIMIT_REACHED.
 */
export async function subscribe(
  deps: PushDeps,
  caller: Caller,
  subscription: PushSubscriptionBody,
): Promise<OwnPushSubscription> {
  const { db, env } = deps;
  if (env.PUSH_PUBLIC_KEY === undefined) throw new DomainError('PUSH_NOT_OFFERED');
  await requireAddress(env, subscription.endpoint);
  const { p256dh, auth } = subscription.keys;
  if (!isCurvePoint(p256dh)) throw new DomainError('INVALID_INPUT');
  return db.$transaction(async (tx) => {
    await lockedUser(tx, caller.id);
    const session = await tx.session.findFirst({ where: { token: caller.token ?? '', userId: caller.id } });
    if (!session) throw new DomainError('UNAUTHENTICATED');
    const known = await tx.pushSubscription.findUnique({ where: { endpoint: subscription.endpoint } });
    // Whoever knows only a browser's address must not take its notifications away from its owner.
    if (known && known.userId !== caller.id && known.auth !== auth)
      throw new DomainError('PUSH_ADDRESS_REFUSED');
    await tx.pushSubscription.deleteMany({
      where: { OR: [{ endpoint: subscription.endpoint }, { sessionId: session.id }] },
    });
    if ((await tx.pushSubscription.count({ where: { userId: caller.id } })) >= pushSubscriptionsMax)
      throw refusal('LIMIT_REACHED', pushMessages.tooManyBrowsers({ most: pushSubscriptionsMax }));
    const created = await tx.pushSubscription.create({
      data: {
        userId: caller.id,
        sessionId: session.id,
        endpoint: subscription.endpoint,
        p256dh,
        auth,
        language: subscription.language,
        createdAt: deps.clock(),
      },
      include: withSession,
    });
    return subscriptionView(created, caller);
  });
}

/** Throws PUSH_ADDRESS_REFUSED for an address that must not be called. */
async function requireAddress(env: Deps['env'], endpoint: string): Promise<void> {
  try {
    await createOutbound(env).check(endpoint);
  } catch (error) {
    if (error instanceof AddressRefused) throw refusal('PUSH_ADDRESS_REFUSED', error.said);
    throw error;
  }
  if (!endpoint.startsWith('https:') && !env.WEBHOOKS_TO_PRIVATE)
    throw new DomainError('PUSH_ADDRESS_REFUSED');
}

/** Returns whether a key is a point on P-256, so that messages can be encrypted with it. */
function isCurvePoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/** Turns push off for one of the customer's browsers. Throws NOT_FOUND. */
export async function unsubscribe(db: Database, owner: { userId: string; id: string }): Promise<void> {
  const { count } = await db.pushSubscription.deleteMany({ where: owner });
  if (count === 0) throw refusal('NOT_FOUND', pushMessages.browserRemoved());
}

/** Sends a test message to one of the customer's browsers. Throws NOT_FOUND or PUSH_NOT_OFFERED. */
export async function sendTestMessage(deps: PushDeps, owner: { userId: string; id: string }): Promise<void> {
  const { db, env } = deps;
  const subscription = await db.pushSubscription.findFirst({ where: owner, select: { id: true } });
  if (!subscription) throw refusal('NOT_FOUND', pushMessages.browserRemoved());
  if (env.PUSH_PUBLIC_KEY === undefined) throw new DomainError('PUSH_NOT_OFFERED');
  const now = deps.clock();
  const delivery = await db.noticeDelivery.create({
    data: {
      userId: owner.userId,
      subscriptionId: subscription.id,
      createdAt: now,
      usefulUntil: new Date(now.getTime() + pushLimits.testUsefulMs),
    },
  });
  await startNoticeDelivery(deps, { deliveryId: delivery.id, userId: owner.userId });
}

function subscriptionView({ id, createdAt, session }: Listed, caller: Caller): OwnPushSubscription {
  return {
    id,
    ...deviceOf(session.userAgent ?? ''),
    createdAt: createdAt.toISOString(),
    current: session.token === caller.token,
  };
}
