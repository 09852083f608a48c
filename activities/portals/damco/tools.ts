/** Page tools for the forwarder's portal, which shows its applications in a frame. */
import type { Locator } from 'playwright';
import type { PageOrFrame } from '#activities/portals/controls.ts';
import { createConfirmation, createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';

export const tools = createPageTools(config);
export const { onPage, alertWords, answerWords, wordsInstead, fill, downloadLinked } = tools;

/** Chooses an entry of a list by its label or value. */
export async function choose(root: PageOrFrame, list: Locator, text: string): Promise<void> {
  await onPage(root, () => list.selectOption(text, { timeout: config.timeouts.elementMs }));
}

/** Waits for the list, then returns whether it offers the text. */
export async function hasChoice(root: PageOrFrame, list: Locator, text: string): Promise<boolean> {
  await onPage(root, () => list.waitFor({ timeout: config.timeouts.elementMs }));
  return (await list.locator('option').allTextContents()).includes(text);
}

/** Reads the portal's answer to a filing. */
export const readConfirmation = createConfirmation(tools, config);
