/** What visitors receive before they do anything: whole pages without scripts, and little to load with them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView } from '#tests/harness/wire.ts';

/** Budgets of a page that visitors open, all files included. */
const REQUESTS_MAX = 20;
const KIB_MAX = 250;
const LAYOUT_SHIFT_MAX = 0.02;

const missing = '/no-such-page';
/** Each page with its title and something from its content, in both languages where the page is in both. */
const pages = [
  { address: '/', title: 'Export paperwork, done row by row', content: 'Business Processes' },
  { address: '/services', title: 'Services', content: 'EXP Search' },
  { address: '/blog', title: 'Chalan Blog', content: 'All categories' },
  { address: '/contact', title: 'Contact Us', content: 'Message' },
  { address: '/privacy', title: 'Privacy Policy', content: 'Contents' },
  { address: missing, title: '404 Page Not Found', content: 'Go Back' },
] as const;
const wide = { ...laptop, width: 1440 };
const views = pages.flatMap(({ address }) => [wide, phone].map((viewport) => ({ address, viewport })));

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

const htmlOf = async (address: string, headers: Record<string, string>) => {
  const answer = await fetch(`${stack.app}${address}`, { headers });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

describe('a page for visitors without scripts', () => {
  it.each(pages)('$address is whole HTML', async ({ address, title, content }) => {
    const { status, html } = await htmlOf(address, { 'accept-language': 'en' });
    expect(status).toBe(address === missing ? 404 : 200);
    expect(html).toContain(`${title}</h1>`);
    expect(html).toContain(content);
    expect(html).not.toContain('needs JavaScript');
  });

  it('comes in the language that the browser prefers, unless another one was chosen', async () => {
    const bengali = 'রপ্তানির কাগজপত্র, সারি ধরে ধরে</h1>';
    const preferred = await htmlOf('/', { 'accept-language': 'bn,en;q=0.5' });
    expect(preferred.html).toContain('<html lang="bn"');
    expect(preferred.html).toContain(bengali);
    expect(preferred.headers.get('vary')).toContain('Cookie');
    const chosen = await htmlOf('/', { 'accept-language': 'bn', cookie: 'chalan-language=en' });
    expect(chosen.html).not.toContain(bengali);
  });
});

describe('a page for visitors with scripts', () => {
  it.each(views)(
    '$address at $viewport.width px stays within its budget, and the client takes over its HTML',
    async ({ address, viewport }) => {
      const page = await web.open(stack.app, viewport);
      const { requests, kib, layoutShift, errors } = await measureFirstView(page, address);
      const own = errors.filter((text) => address !== missing || !text.includes('404'));
      expect({ own, isLight: kib <= KIB_MAX && requests <= REQUESTS_MAX, kib, requests }).toMatchObject({
        own: [],
        isLight: true,
      });
      expect(layoutShift).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
      await page.context().close();
    },
  );

  it('a rendered page reacts, and the chosen language is that of the next page from the server', async () => {
    const page = await web.open(stack.app, wide);
    await page.goto('/');
    await page.getByRole('button', { name: 'বাংলা' }).click();
    await page.getByRole('heading', { level: 1, name: 'রপ্তানির কাগজপত্র, সারি ধরে ধরে' }).waitFor();
    const answer = await page.goto('/services');
    expect(await answer?.text()).toContain('<html lang="bn"');
    await page.context().close();
  });
});
