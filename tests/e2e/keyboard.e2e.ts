/** A customer's whole way with the keyboard alone: from the home page through sign-in, sheet and job to the download. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { laptop, phone, useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
/** A person who presses Tab more often than this has lost the way. */
const TABS_MAX = 40;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

/** Presses Tab until the element has the focus, and checks that the browser shows where it is. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by ${TABS_MAX} tabs.`);
}

/** Whether the element in focus, or the label that shows it, is on the screen with nothing over it. */
const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate(`(() => {
    const edge = 4;
    const shown = document.activeElement.closest('label') ?? document.activeElement;
    const { left, top, bottom, width } = shown.getBoundingClientRect();
    return [top + edge, (top + bottom) / 2, bottom - edge].every((y) => {
      const there = document.elementFromPoint(left + width / 2, y);
      return there !== null && (shown.contains(there) || there.contains(shown));
    });
  })()`);

async function signInByKeyboard(page: Page): Promise<void> {
  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Sign In' }));
  expect(await isFocusSeen(page)).toBe(true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await tabTo(page, dialog.getByLabel('Email'));
  await page.keyboard.type('demo@chalan.test');
  await tabTo(page, dialog.getByLabel('Password', { exact: true }));
  await page.keyboard.type('demo1234');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

describe('with the keyboard alone', () => {
  it.each([
    ['a laptop', laptop],
    ['a phone', phone],
  ])('a customer signs in, runs a sheet and downloads its results on %s', async (_, viewport) => {
    const page = await web.open(stack.app, viewport);
    // Registered early, because the browser must know that choosers are answered before a key opens one.
    page.on('filechooser', (chooser) => void chooser.setFiles('activities/services/exp-search/sample.csv'));
    await signInByKeyboard(page);

    await tabTo(page, page.getByRole('combobox', { name: 'Service' }));
    await page.keyboard.type('exp search');
    await page.getByRole('option', { name: /EXP Search/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await tabTo(page, page.locator('input[type=file]'));
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('8 rows ready').waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Start Automation' }));
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press('Enter');

    const link = page.getByRole('link', { name: 'Download results of sample.csv' }).first();
    await link.waitFor({ timeout: JOB_MS });
    await tabTo(page, link);
    expect(await isFocusSeen(page)).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const files = await unzip(await readFile(await download.path()));
    expect([...files.keys()]).toContainEqual(expect.stringContaining('result.xlsx'));
    await page.context().close();
  });
});
