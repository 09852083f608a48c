/** Applies a person's inputs on the picture of a page to the page, as native input events of the browser. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';

/** The inputs that reach the page; the others concern the work itself. */
export type PageInput = Exclude<LiveInput, { act: 'done' | 'give-up' }>;
type Point = { x: number; y: number };

/**
 * Steps and pauses like those of a hand, because some pages ignore a pointer that jumps, or a button that is released
 * at once.
 */
const MOVE_STEPS = 5;
const PRESS_MS = 40;
const KEY_MS = 15;

export const isForPage = (input: LiveInput): input is PageInput =>
  input.act !== 'done' && input.act !== 'give-up';

export async function actOn({ mouse, keyboard }: Page, input: PageInput): Promise<void> {
  switch (input.act) {
    case 'click':
      await mouse.move(input.x, input.y, { steps: MOVE_STEPS });
      return mouse.click(input.x, input.y, { delay: PRESS_MS });
    case 'drag':
      return drag({ mouse }, input.path);
    case 'scroll':
      await mouse.move(input.x, input.y);
      return mouse.wheel(input.dx, input.dy);
    case 'type':
      return keyboard.type(input.text, { delay: KEY_MS });
    case 'key':
      return keyboard.press(input.key);
  }
}

async function drag({ mouse }: Pick<Page, 'mouse'>, path: readonly Point[]): Promise<void> {
  const [start, ...rest] = path;
  if (!start) return;
  await mouse.move(start.x, start.y);
  await mouse.down();
  for (const { x, y } of rest) {
    await mouse.move(x, y, { steps: MOVE_STEPS });
    await delay(PRESS_MS);
  }
  await mouse.up();
}
