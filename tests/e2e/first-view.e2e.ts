/** What visitors receive before they do anything: whole pages without scripts, and little to load with them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView } from '#tests/harness/wire.ts';

/** Budgets of a page that visitors open, all files included. */
const REQUESTS_MAX = 20;
const KIB_MAX = 250;
const LAYOUT_SHIFT_MAX = 0.02;

const wide = { ...laptop, width: 1440 };
const pages = [
  ['/', 'Export paperwork, done row by row', 'EXP Search'],
  ['/services', 'Services', 'EXP Search'],
  ['/blog', 'Chalan Blog', 'Read'],
  ['/contact', 'Contact Us', 'Message'],
  ['/privacy', 'Privacy Policy', 'Contents'],
  ['/no-such-page', '404 Page Not Found', 'Go Back'],
] as const;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

describe('without scripts', () => {
  it.each(pages)('%s is whole and readable', async (address, title) => {
    const answer = await fetch(`${stack.app}${address}`, { headers: { 'accept-language': 'en' } });
    const html = await answer.text();
    expect(answer.status).toBe(address === '/no-such-page' ? 404 : 200);
    expect(html).toContain(`${title}</h1>`);
    expect(html).not.toContain('needs JavaScript');
  });
});

describe('with scripts', () => {
  it.each(pages.flatMap(([address]) => [wide, phone].map((viewport) => ({ address, viewport }))))(
    '$address at $viewport.width px stays within its budget, and continues with the HTML it received',
    async ({ address, viewport }) => {
      const page = await web.open(stack.app, viewport);
      const view = await measureFirstView(page, address);
      process.stdout.write(
        `${address} ${viewport.width}: ${JSON.stringify(view)}\n${[...view.bytesOf].map(([url, n]) => `   ${n} ${url}`).join('\n')}\n`,
      );
      expect(view.errors.filter((text) => !text.includes('404'))).toEqual([]);
      expect(view.requests).toBeLessThanOrEqual(REQUESTS_MAX);
      expect(view.kib).toBeLessThanOrEqual(KIB_MAX);
      expect(view.layoutShift).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
      await page.context().close();
    },
  );
});
