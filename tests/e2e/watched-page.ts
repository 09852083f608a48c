/** A page that reports what ran on it, what its policy refused, and which elements were created by a hostile text. */
import type { Page } from 'playwright';
import { until } from '#tests/harness/until.ts';
import { hostileClass } from './hostile-vectors.ts';

const SHOWN_MS = 60_000;

/**
 * Watches from before the first script of each page; the returned function reports what has happened on the open page.
 */
export async function watch(page: Page): Promise<() => Promise<string[]>> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`asked: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(`
    window.happened = [];
    window.hit = (place) => window.happened.push('ran: ' + place);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.happened.push(['refused:', effectiveDirective, blockedURI, sample].join(' ')));`);
  return async () => {
    const seen: unknown = await page.evaluate(`[
      ...window.happened,
      ...[...document.querySelectorAll('.${hostileClass}')].map(({ outerHTML }) => 'made: ' + outerHTML),
      ...[...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((element) =>
        [...element.attributes].filter(({ value }) => /^[\\s\\0-\\x20]*(javascript|data:text|vbscript):?/i.test(value))
          .map(({ name, value }) => 'leads to: ' + name + '=' + value)),
    ]`);
    return [...dialogs, ...(Array.isArray(seen) ? seen.map(String) : ['nothing was told'])];
  };
}

/** Shown as text or as a field's value; checked from outside, since a page's policy does not let it evaluate code. */
export function shows(page: Page, text: string): Promise<void> {
  const wanted = JSON.stringify(text);
  const holds = async (): Promise<boolean> =>
    Boolean(
      await page.evaluate(`document.body.innerText.includes(${wanted}) ||
        [...document.querySelectorAll('input, textarea')].some(({ value }) => value.includes(${wanted}))`),
    );
  return until(`${text} on ${page.url()}`, holds, SHOWN_MS);
}
