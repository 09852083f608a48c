/** What a customer's own systems store in the database: a token, a webhook with a delivery, a schedule. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { newTokenRequest, storedToken } from '#tests/factories.ts';

export async function ownSystems(
  { db, vault, files }: Pick<Deps, 'db' | 'vault' | 'files'>,
  userId: string,
  word: string,
) {
  const request = newTokenRequest({ name: word });
  const { apiToken } = await storedToken(db, userId, request);
  const webhookId = randomUUID();
  const webhook = await db.webhook.create({
    data: {
      id: webhookId,
      userId,
      url: `https://${word}.example.test/`,
      secret: await vault.seal(db, word, sealBindings.webhook({ userId, id: webhookId })),
      events: ['job.completed'],
      deliveries: {
        create: { eventKey: 'job:1', event: 'job.completed', payload: { id: word }, state: 'delivered' },
      },
    },
    include: { deliveries: true },
  });
  const fileKey = `schedules/${word}`;
  await files.put(fileKey, Buffer.from(`container_no,note\nMSKU0383250,${word}\n`), 'text/csv');
  const schedule = await db.jobSchedule.create({
    data: {
      userId,
      serviceId: 'ctg-port-tracking',
      name: word,
      fileName: `${word}.csv`,
      fileKey,
      minuteOfDay: 60,
    },
  });
  return {
    tokenId: apiToken.id,
    webhookId,
    deliveryId: webhook.deliveries[0]?.id ?? '',
    scheduleId: schedule.id,
  };
}
