/**
 * Pushes messages to browsers through their push services: encrypted for the browser (RFC 8291) and signed with the
 * installation's key (RFC 8292). The address comes from the browser, so the check of outgoing requests applies to it.
 */
import webPush from 'web-push';
import type { Env } from '#api/env.ts';
import { createOutbound, type OutboundAnswer } from '#api/adapters/outbound.ts';
import type { PushTarget } from '#api/domain/messaging/opened-notices.ts';
import { pushLimits, type PushMessage } from '#contracts/messaging/push.ts';

/** `topic`: a later message with the same topic replaces this one while the push service still holds it. */
type Options = { ttlS: number; topic: string; isUrgent: boolean };

export type PushSender = {
  /** Sends the message. Throws AddressRefused, or an error with the reason why no response arrived. */
  push: (target: PushTarget, message: PushMessage, options: Options) => Promise<OutboundAnswer>;
};

/** Creates the sender; null without the installation's keys. */
export function createPushSender(
  env: Pick<
    Env,
    'NODE_ENV' | 'WEBHOOKS_TO_PRIVATE' | 'PUSH_PUBLIC_KEY' | 'PUSH_PRIVATE_KEY' | 'PUSH_SUBJECT'
  >,
): PushSender | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = env;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) return null;
  const outbound = createOutbound(env);
  const { answerMs: timeoutMs, answerBytesMax } = pushLimits;
  return {
    push: async ({ endpoint, p256dh, auth }, message, { ttlS, topic, isUrgent }) => {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlS,
          topic,
          urgency: isUrgent ? 'high' : 'normal',
          contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
        },
      );
      return outbound.post(endpoint, {
        headers: textHeaders(headers),
        body: body ?? '',
        timeoutMs,
        answerBytesMax,
      });
    },
  };
}

const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
