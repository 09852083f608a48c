/** Sends events to customers' webhook addresses and records the result of each attempt. */
import { createOutbound, type OutboundAnswer } from '#api/adapters/outbound.ts';
import type { Deps } from '#api/deps.ts';
import {
  giveUp,
  openDelivery,
  recordDelivered,
  recordFailedTry,
} from '#api/domain/integrations/webhook-deliveries.ts';
import { startMissedDeliveries } from '#api/domain/integrations/webhook-start.ts';
import { webhookLimits } from '#contracts/integrations/webhooks.ts';
import type { DeliveryEnd } from '#workflows/system-messages.ts';
import { beating } from './heartbeats.ts';

export type WebhookActivities = ReturnType<typeof webhookActivities>;

export function webhookActivities(
  deps: Pick<Deps, 'db' | 'env' | 'vault' | 'workflows' | 'clock' | 'logger'>,
) {
  const outbound = createOutbound(deps.env);
  return {
    /** Makes one attempt. If the process dies after the request, the event is sent again with the same event id. */
    sendWebhook: async ({ deliveryId }: { deliveryId: string }): Promise<DeliveryEnd> => {
      const delivery = await openDelivery(deps, deliveryId);
      if (!delivery) return 'done';
      const { url, headers, body } = delivery;
      const { answerMs: timeoutMs, answerBytesMax } = webhookLimits;
      const sent = await outbound
        .post(url, { headers, body, timeoutMs, answerBytesMax })
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
      if (!(sent instanceof Error) && isTaken(sent)) {
        await recordDelivered(deps, delivery, sent.status);
        return 'done';
      }
      const tried =
        sent instanceof Error
          ? { httpStatus: null, failure: sent.message }
          : { httpStatus: sent.status, failure: refusalText(sent) };
      await recordFailedTry(deps, delivery, tried);
      return 'again';
    },

    giveUpDelivery: ({ deliveryId }: { deliveryId: string }): Promise<void> => giveUp(deps, deliveryId),

    startMissedWebhooks: (): Promise<void> => beating(() => startMissedDeliveries(deps)),
  };
}

const isTaken = ({ status }: OutboundAnswer): boolean => status >= 200 && status < 300;

/** Removes control characters, which do not belong in the list; the database cannot store NUL. */
function refusalText({ status, text }: OutboundAnswer): string {
  if (status >= 300 && status < 400) return 'It answered with a redirect; redirects are not followed.';
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
