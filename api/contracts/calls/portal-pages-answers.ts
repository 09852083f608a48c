/** Response schemas of the calls about probes behind a portal's sign-in, and about pictures of its pages. */
import { z } from 'zod';
import { textShape } from '#contracts/messages/shapes.ts';
import { count, moment, optionalMoment } from './parts.ts';

/** Pixels of the picture. */
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const foundElement = z.object({ count, boxes: z.array(box).describe('Where the first ones are shown.') });
export type FoundElement = z.infer<typeof foundElement>;

const foundElements = z
  .record(z.string(), foundElement)
  .describe('How often each text of the map, by its path, was found on the page, and where.');
export type FoundElements = z.infer<typeof foundElements>;

/** The size of a picture, and the elements of the page map that were found on it. */
export const picturedElements = z.object({
  widthPx: z.number(),
  heightPx: z.number(),
  elements: foundElements,
});
export type PicturedElements = z.infer<typeof picturedElements>;

const portalPicture = picturedElements.extend({
  id: z.uuid(),
  at: moment,
  missing: z.array(z.string()).describe('Paths of the texts that should be on the page and were not.'),
});
export type PortalPicture = z.infer<typeof portalPicture>;

/** A page of a portal, as the last probes found it. */
export const portalPage = z.object({
  page: z.string(),
  good: portalPicture.nullable().describe('As it was last found in order.'),
  changed: portalPicture.nullable().describe('As it was last found changed, if that was later.'),
});
export type PortalPageView = z.infer<typeof portalPage>;

const walkedPage = z.object({
  page: z.string(),
  missing: z.array(z.string()).describe('Paths of the texts that should be on the page and were not.'),
  gone: z.array(z.string()).describe('Paths of further texts that the page had when it was last in order.'),
});
export type WalkedPage = z.infer<typeof walkedPage>;

/** How the last probe behind the sign-in ended. */
export const walk = z.object({
  outcome: z
    .string()
    .describe('`ok`, `NOT_READ_ONLY`, or the outcome of a row that would have met the same.'),
  at: moment,
  ...textShape('message'),
  tookMs: z.number(),
  pages: z.array(walkedPage),
  goodAt: optionalMoment.describe('When all pages were last found as the map has them.'),
});
export type Walk = z.infer<typeof walk>;

export const probeLoginView = z.object({
  portal: z.string(),
  login: z
    .object({ username: z.string(), everyMinutes: z.number(), savedBy: z.string(), savedAt: moment })
    .nullable(),
  isStopped: z.boolean().describe('Whether probes have stopped signing in, until a login is saved again.'),
  walk: walk.nullable(),
});
export type ProbeLoginView = z.infer<typeof probeLoginView>;
