/**
 * A customer checks the tables of one PDF in two windows. The window that does not know the latest changes keeps what it
 * shows, says that the tables were changed elsewhere, and continues with the other version when the customer loads it.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import { card, cells, LOOK_MS, panel } from '#tests/harness/tables-panel.ts';
import { overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';

const JOB_MS = 180_000;
const STORY_MS = 240_000;

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
}, STORY_MS);

/** Converts a PDF with two tables, and opens the page on which they are checked. */
async function convert(page: Page): Promise<void> {
  const tables = [
    { rows: goods, ruled: true },
    { rows: cartons, ruled: true, y: 480 },
  ];
  await page.goto('/dashboard');
  await page.getByRole('combobox', { name: 'Service' }).fill('PDF');
  await page.getByRole('option', { name: /PDF/ }).click();
  const buffer = Buffer.from(await pdfOf([tables]));
  const file = { name: 'order.pdf', mimeType: 'application/pdf', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 file ready').waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Check the tables of order.pdf' }).click({ timeout: JOB_MS });
  await bothShown(page);
}

async function bothShown(page: Page): Promise<void> {
  await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goods.flat());
  await expect.poll(() => cells(page, 2), { timeout: LOOK_MS }).toEqual(cartons.flat());
}

const leaveOut = (page: Page, table: number): Promise<void> =>
  card(page, table).getByRole('button', { name: 'Leave out' }).click();
const leftOut = (page: Page, table: number) => card(page, table).getByText('This table is not exported.');
const saved = (page: Page) => panel(page).getByText('Your changes are saved.');
const notice = (page: Page) =>
  panel(page).getByRole('status').filter({ hasText: 'These tables were changed elsewhere' });

async function loadOther(page: Page): Promise<void> {
  await notice(page).getByRole('button', { name: 'Load the other version' }).click();
  await notice(page).waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Tables');
}

/** Whether the whole notice is within the window, wherever the page is scrolled. */
async function isInSight(page: Page): Promise<boolean> {
  const box = await notice(page).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it(
  "a window that does not know another window's changes replaces none of them, and can load and export them",
  async () => {
    const wide = await web.openSignedIn(stack.app, { as: demoCustomer });
    await convert(wide);
    const narrow = await web.openSignedIn(stack.app, { as: demoCustomer, at: wide.url(), viewport: phone });
    await bothShown(narrow);

    await leaveOut(narrow, 2);
    await saved(narrow).waitFor();
    await leaveOut(wide, 1);
    await notice(wide).waitFor();
    expect(await isInSight(wide)).toBe(true);
    await leftOut(wide, 1).waitFor();
    expect(await saved(wide).count()).toBe(0);
    expect(await seriousProblems(wide)).toEqual([]);

    await loadOther(wide);
    await leftOut(wide, 2).waitFor({ timeout: LOOK_MS });
    await expect.poll(() => cells(wide, 1), { timeout: LOOK_MS }).toEqual(goods.flat());
    await card(wide, 2).getByRole('button', { name: 'Take back' }).click();
    await leaveOut(wide, 1);
    await saved(wide).waitFor();
    expect(await notice(wide).count()).toBe(0);

    // An export from the window that knows less is refused as well, although nothing is changed there now.
    await panel(narrow).getByRole('button', { name: 'Export again' }).click();
    await notice(narrow).waitFor();
    await leftOut(narrow, 2).waitFor();
    expect(await seriousProblems(narrow)).toEqual([]);
    expect(await overflowPx(narrow)).toBe(0);

    await loadOther(narrow);
    await leftOut(narrow, 1).waitFor({ timeout: LOOK_MS });
    await expect.poll(() => cells(narrow, 2), { timeout: LOOK_MS }).toEqual(cartons.flat());
    await panel(narrow).getByRole('button', { name: 'Export again' }).click();
    await panel(narrow).getByText('Exported 1 table').waitFor({ timeout: LOOK_MS });
    expect(await notice(narrow).count()).toBe(0);
    for (const page of [wide, narrow]) await page.context().close();
  },
  STORY_MS,
);
