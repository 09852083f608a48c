/** Captures a page when a row fails, without the secrets that were typed into it. */
import type { Page } from 'playwright';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { PicturedElements } from '#contracts/calls/portal-pages-answers.ts';
import { wasTouched } from './touched-pages.ts';
import { elementsInFrames } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';

const SCREENSHOT_MS = 10_000;

/** `pictured` is what the page map finds on the picture; null if nobody asked for it. */
export type Evidence = { screenshotPng: Uint8Array; html: string; pictured: PicturedElements | null };

/** Selects secret fields, including one-time codes, and passwords that a "show password" switch shows as plain text. */
const secretFields = [
  'input[type=password]',
  'input[autocomplete*=password i]',
  'input[autocomplete=one-time-code]',
  ...['pass', 'pwd', 'otp'].flatMap((word) => [`input[name*=${word} i]`, `input[id*=${word} i]`]),
].join(', ');

/** All fields that can hold what somebody has typed. */
const allFields = 'input:not([type=hidden]), textarea';

type Field = { value: string; removeAttribute: (name: string) => void };

/**
 * Returns the page as HTML and as a picture, with the places of the page map's texts on it. It first empties the fields
 * with secrets on the page itself. It empties all fields of a page that a person has worked on, and of a sign-in
 * (`isSignIn`), because a published map or a "show password" switch may have led a secret into any of them.
 */
export async function captureEvidence(
  page: Page,
  texts: PageTexts | null,
  { isSignIn = false }: { isSignIn?: boolean } = {},
): Promise<Evidence> {
  const emptied = isSignIn || wasTouched(page) ? allFields : secretFields;
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
  const pictured = texts && (await findElements(page, texts, screenshotPng).catch(() => null));
  return { screenshotPng, html, pictured };
}

/** Time limit of the search for the map's texts, because the evidence must not wait for a page that does not answer. */
const FIND_MS = 15_000;

async function findElements(page: Page, texts: PageTexts, png: Uint8Array): Promise<PicturedElements | null> {
  const elements = await withinMs(FIND_MS, elementsInFrames(page, texts), () => null);
  return elements && { ...sizeOfPng(png), elements };
}

/** Reads the size from the header of a PNG (ISO/IEC 15948, 11.2.2). */
function sizeOfPng(png: Uint8Array): { widthPx: number; heightPx: number } {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { widthPx: header.getUint32(16), heightPx: header.getUint32(20) };
}
