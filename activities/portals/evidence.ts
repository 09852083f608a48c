/** Captures a page when a row fails, without the secrets that were typed into it. */
import type { Page } from 'playwright';
import { wasInHands } from './in-hands.ts';

const SCREENSHOT_MS = 10_000;

export type Evidence = { screenshotPng: Uint8Array; html: string };

/** Includes one-time codes and password fields that a "show password" switch has turned into plain text. */
const secretFields = [
  'input[type=password]',
  'input[autocomplete*=password i]',
  'input[autocomplete=one-time-code]',
  ...['pass', 'pwd', 'otp'].flatMap((word) => [`input[name*=${word} i]`, `input[id*=${word} i]`]),
].join(', ');

/** What a person may have typed while they worked on the page. */
const allFields = 'input:not([type=hidden]), textarea';

type Field = { value: string; removeAttribute: (name: string) => void };

/**
 * Returns the page as HTML and as a picture. It first empties the fields with secrets on the page itself, and all fields
 * of a page that a person has worked on.
 */
export async function captureEvidence(page: Page): Promise<Evidence> {
  const emptied = wasInHands(page) ? allFields : secretFields;
  for (const frame of page.frames()) {
    await frame.locator(emptied).evaluateAll((fields) => {
      for (const field of fields as unknown as Field[]) {
        field.value = '';
        field.removeAttribute('value');
      }
    });
  }
  const html = await page.content();
  const screenshotPng = await page.screenshot({
    fullPage: true,
    timeout: SCREENSHOT_MS,
    animations: 'disabled',
  });
  return { screenshotPng, html };
}
