/** What a person does on the live page of a portal, as the client sends it. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';

/** Keys that are pressed by name; everything else is typed as text. None of them leads out of the page. */
const liveKeys = [
  'Enter',
  'Tab',
  'Shift+Tab',
  'Backspace',
  'Delete',
  'Escape',
  'Space',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const;

const pixels = z.number().int().min(0).max(limits.livePagePixelsMax);
const scrolledPixels = z.number().int().min(-limits.livePagePixelsMax).max(limits.livePagePixelsMax);
const point = z.object({ x: pixels, y: pixels });

/**
 * Places are in pixels of the page. `done`: the customer says that the work is finished. `give-up`: that it cannot be.
 */
const liveInput = z.discriminatedUnion('act', [
  z.object({ act: z.literal('click'), ...point.shape }),
  z.object({ act: z.literal('drag'), path: z.array(point).min(2).max(limits.liveDragPointsMax) }),
  z.object({ act: z.literal('scroll'), ...point.shape, dx: scrolledPixels, dy: scrolledPixels }),
  z.object({ act: z.literal('type'), text: z.string().min(1).max(limits.liveTextLengthMax) }),
  z.object({ act: z.literal('key'), key: z.enum(liveKeys) }),
  z.object({ act: z.enum(['done', 'give-up']) }),
]);
export type LiveInput = z.infer<typeof liveInput>;

/** The most calls that one window may send while it has control; far more than a person can make. */
const callNumberMax = 1_000_000;

export const liveControlBody = z.object({
  takeOver: z.boolean().describe('Takes control from another window of yours that has it.'),
});
export const liveViewQuery = z.object({ control: z.uuid() });
export const liveInputsBody = z.object({
  control: z.uuid().describe('What taking control answered.'),
  number: z
    .number()
    .int()
    .min(1)
    .max(callNumberMax)
    .optional()
    .describe(
      'Counts the calls since control was taken. A call with a number that was received before does nothing.',
    ),
  inputs: z.array(liveInput).min(1).max(limits.liveInputsPerCallMax),
});

/** State of a live page. `end` is `over` if the question has ended, and `taken` if another window has taken control. */
export type LiveStateEvent = {
  expiresAt: string;
  /** How often the customer pressed "done" too early. */
  refusals: number;
};
/** A picture of the page, and the size of the page: inputs are in its pixels. `jpeg` is base64. */
export type LiveFrameEvent = { widthPx: number; heightPx: number; jpeg: string };
