/** What a visitor's browser receives for the first view of a page, as it is sent, and how much the page moves. */
import { beforeAll, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView } from '#tests/harness/wire.ts';

/** Budgets of a page that visitors open, all files included. */
const REQUESTS_MAX = 20;
const KIB_MAX = 250;
const LAYOUT_SHIFT_MAX = 0.02;

const addresses = ['/', '/services', '/blog', '/contact', '/privacy'];
const wide = { ...laptop, width: 1440 };
const views = addresses.flatMap((address) => [wide, phone].map((viewport) => ({ address, viewport })));

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

it.each(views)(
  'the first view of $address at $viewport.width px stays within its budget',
  async ({ address, viewport }) => {
    const page = await web.open(stack.app, viewport);
    const { requests, kib, layoutShift, errors } = await measureFirstView(page, address);
    expect(errors).toEqual([]);
    expect(kib).toBeLessThanOrEqual(KIB_MAX);
    expect(requests).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(layoutShift).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX);
    await page.context().close();
  },
);
