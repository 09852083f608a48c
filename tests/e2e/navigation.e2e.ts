/** Navigation between pages: the scroll position, and what a page does whose code did not arrive. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const headerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const scrolledPx = 'window.scrollY';

describe('going from page to page', () => {
  it('a new page starts at its top, and going back restores the scroll position', async () => {
    const page = await web.open(stack.app);
    await page.goto('/services');
    await heading(page, 'Services');
    await page.getByRole('heading', { name: 'PDF to Excel Converter' }).waitFor();
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 500);
    await expect.poll(() => page.evaluate(scrolledPx)).toBe(500);
    // A Playwright click would scroll first.
    await headerLink(page, 'Contact').dispatchEvent('click');
    await heading(page, 'Contact Us');
    expect(await page.evaluate(scrolledPx)).toBe(0);
    await page.goBack();
    await heading(page, 'Services');
    await expect.poll(() => page.evaluate(scrolledPx)).toBe(500);
    await page.context().close();
  });

  it('a page whose code does not load shows the error page, and reloads it on request', async () => {
    const page = await web.open(stack.app);
    await page.goto('/');
    const code = '**/assets/privacy-page-*.js';
    await page.route(code, (route) => route.abort());
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await heading(page, 'This page could not be shown');
    await headerLink(page, 'Home').click();
    await heading(page, 'Export paperwork, done row by row');
    await page.goBack();
    await heading(page, 'This page could not be shown');
    await page.unroute(code);
    await page.getByRole('button', { name: 'Load Again' }).click();
    await heading(page, 'Privacy Policy');
    await page.context().close();
  });
});
