/** Schemas and limits of the calls about browsers that notifications are pushed to. */
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import { interfaceLanguages } from '#contracts/accounts/preference-choices.ts';

const ENDPOINT_CHARACTERS_MAX = 2_000;

export const pushLimits = {
  /** How long a push service keeps trying to deliver a notification that sets no time itself. */
  usefulMs: DAY_MS,
  testUsefulMs: 10 * 60_000,
  /** A longer title or message is shortened: a push service accepts 4,096 encrypted bytes. */
  titleCharactersMax: 120,
  messageCharactersMax: 500,
  answerMs: 10_000,
  answerBytesMax: 4 * 1024,
} as const;

/** A browser's `PushSubscription`: its address, and its keys in URL-safe base64. */
export const pushSubscriptionBody = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://.' })
    .max(ENDPOINT_CHARACTERS_MAX),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
  /** The language of the interface, for a customer who has chosen none for the account. */
  language: z.enum(interfaceLanguages),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

export const pushSubscriptionPath = z.object({ id: z.uuid() });

/** What the service worker shows (web/public/push-worker.js). A later message with the same tag replaces it. */
export type PushMessage = { title: string; body: string; url: string; tag: string; lang: string };
