/** The webhooks of customers that fail, for administrators. */
import type { FailingWebhooks } from '#contracts/calls/overview-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';

/** Counts enabled webhooks that fail and deliveries given up since then, and lists those that have failed longest. */
export async function failingWebhooks(db: DatabaseOrTransaction, since: Date): Promise<FailingWebhooks> {
  const where = { enabled: true, failingSince: { not: null } };
  const failing = await db.webhook.count({ where });
  const givenUp = await db.webhookDelivery.count({ where: { state: 'failed', createdAt: { gte: since } } });
  const longest = await db.webhook.findMany({
    where,
    select: {
      id: true,
      url: true,
      failingSince: true,
      user: { select: { id: true, name: true, email: true } },
    },
    orderBy: [{ failingSince: 'asc' }, { id: 'asc' }],
    take: limits.failingWebhooksListMax,
  });
  return {
    failing,
    givenUp,
    longest: longest.flatMap(({ id, url, user, failingSince }) =>
      failingSince ? [{ id, host: hostOf(url), customer: user, since: failingSince.toISOString() }] : [],
    ),
  };
}

/** The address itself can contain a secret of the customer's system. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
