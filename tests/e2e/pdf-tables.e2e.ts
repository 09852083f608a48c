/**
 * PDFs in the browser. A customer checks the tables of a converted PDF on its page: leaves one out, draws one, exports
 * again, and pays nothing. The password of a locked PDF is requested where the file was added, opens it once, and is
 * stored nowhere.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { cartons, goods } from '#tests/harness/table-samples.ts';
import {
  card,
  cells,
  dragByTouch,
  holdChanges,
  LOOK_MS,
  panel,
  pictureAt,
  pictureOf,
  pictureShown,
} from '#tests/harness/tables-panel.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';

const JOB_MS = 180_000;
const STORY_MS = 180_000;
const pdfPassword = 'secret';
const signature = [['Signed', 'Dhaka']];
/** The goods after the line above the cap was moved below its text. */
const goodsWithCapAbove = [goods[0], ['Shirt Cap', '12 30', '4.50 2.10'], ['', '', ''], goods[3]];
/** Places on that line, between the column lines, and where it is moved, as shares of the page. */
const rowLine = {
  from: { x: 95 / 595, y: 98 / 842 },
  over: { x: 95 / 595, y: 104 / 842 },
  to: { x: 95 / 595, y: 110 / 842 },
  /** A finger's first pixels move nothing, so that it goes further and comes back. */
  beyond: { x: 95 / 595, y: 160 / 842 },
};
/** Position of the signature on the page, as shares of its size. */
const signaturePlace = { left: 0.07, top: 0.74, right: 0.6, bottom: 0.8 };

let stack: TestStack;
const web = useWebPages();
/** The job whose tables the scenarios view. */
let jobPath: string;

beforeAll(async () => {
  stack = await startTestStack();
}, STORY_MS);

async function orderPdf(): Promise<Buffer> {
  const tables = [
    { rows: goods, ruled: true },
    { rows: cartons, ruled: true, y: 480 },
    { rows: signature, ruled: false, y: 210 },
  ];
  return Buffer.from(await pdfOf([tables, [{ rows: goods, ruled: true }]]));
}

async function convert(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('combobox', { name: 'Service' }).fill('PDF');
  await page.getByRole('option', { name: /PDF/ }).click();
  const file = { name: 'order.pdf', mimeType: 'application/pdf', buffer: await orderPdf() };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 file ready').waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: 'Download results of order.pdf' }).waitFor({ timeout: JOB_MS });
}

async function openTables(page: Page): Promise<void> {
  await page.goto(jobPath);
  await panel(page).getByRole('heading', { name: 'Table 1', exact: true }).waitFor({ timeout: LOOK_MS });
  await pictureShown(page, 1);
}

async function dragFrame(page: Page): Promise<void> {
  const picture = pictureOf(page, 1);
  await picture.scrollIntoViewIfNeeded();
  const seen = await picture.boundingBox();
  if (!seen) throw new Error('The picture is not on the screen.');
  const { left, top, right, bottom } = signaturePlace;
  await page.mouse.move(seen.x + left * seen.width, seen.y + top * seen.height);
  await page.mouse.down();
  await page.mouse.move(seen.x + 0.4 * seen.width, seen.y + 0.76 * seen.height, { steps: 4 });
  await page.mouse.move(seen.x + right * seen.width, seen.y + bottom * seen.height, { steps: 4 });
  await page.mouse.up();
}

/** Every transfer of the customers, and the job's cost. */
async function booksOf(jobId: string) {
  const { db } = stack;
  const { reservedAmount, capturedAmount, releasedAmount } = await db.job.findUniqueOrThrow({
    where: { id: jobId },
  });
  const transfers = await db.ledgerTransfer.findMany({ orderBy: { id: 'asc' } });
  return { reservedAmount, capturedAmount, releasedAmount, transfers };
}

/** The sheets of the workbook in the download that the page offers now. */
async function exportedSheets(page: Page): Promise<Record<string, unknown[][]>> {
  const link = panel(page).getByRole('link', { name: 'Download the new files' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = await unzip(await readFile(await download.path()));
  const workbook = [...files].find(([name]) => name.endsWith('order.xlsx'))?.[1];
  const { Sheets } = read(workbook);
  return Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => [name, utils.sheet_to_json(sheet, { header: 1 })]),
  );
}

describe('the tables of a converted PDF', () => {
  it(
    'a customer sees the grids, leaves one out, draws one by pointer, and downloads the new files for free',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await convert(page);
      await page.getByRole('link', { name: 'Check the tables of order.pdf' }).click();
      await panel(page).getByText('3 tables found on 2 pages').waitFor({ timeout: LOOK_MS });
      jobPath = page.url();
      await pictureShown(page, 1);
      expect(await cells(page, 1)).toEqual(goods.flat());
      expect(await cells(page, 2)).toEqual(cartons.flat());
      expect(await seriousProblems(page)).toEqual([]);
      const { jobId = '' } = /jobs\/(?<jobId>[^#]+)/.exec(jobPath)?.groups ?? {};
      const booksBefore = await booksOf(jobId);

      await card(page, 2).getByRole('button', { name: 'Leave out' }).click();
      await card(page, 2).getByText('This table is not exported.').waitFor();
      await panel(page).getByRole('button', { name: 'Draw a table' }).click();
      await dragFrame(page);
      await expect.poll(() => cells(page, 3), { timeout: LOOK_MS }).not.toEqual([]);
      expect((await cells(page, 3)).join(' ')).toBe('Signed Dhaka');
      expect(await seriousProblems(page)).toEqual([]);
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.reload();
      await card(page, 2).getByText('This table is not exported.').waitFor({ timeout: LOOK_MS });
      expect((await cells(page, 3)).join(' ')).toBe('Signed Dhaka');

      await panel(page).getByRole('button', { name: 'Export again' }).click();
      await panel(page).getByText('Exported 3 tables').waitFor({ timeout: LOOK_MS });
      const sheets = await exportedSheets(page);
      expect(Object.keys(sheets)).toEqual(['p1_t1', 'p1_t2', 'p2_t1', 'Info']);
      expect(sheets['p1_t2']?.flat().join(' ')).toBe('Signed Dhaka');
      expect(await booksOf(jobId)).toEqual(booksBefore);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'a customer can draw a frame and its column lines by keyboard alone, and restore what was left out',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await openTables(page);
      await card(page, 2).getByRole('button', { name: 'Take back' }).press('Enter');
      await expect.poll(() => cells(page, 2)).toEqual(cartons.flat());
      await card(page, 1).getByRole('button', { name: 'Change columns' }).press('Enter');
      await card(page, 1).getByRole('button', { name: 'Remove line 2' }).press('Enter');
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toContain('12 4.50');
      await card(page, 1).getByRole('button', { name: 'Add a column line' }).press('Enter');
      // The new line is in the middle of the widest column, where the removed one was.
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goods.flat());
      const line = panel(page).getByRole('slider', { name: 'Column line 2 of Table 1' });
      const before = Number(await line.inputValue());
      await line.press('ArrowLeft');
      await expect.poll(async () => Number(await line.inputValue())).toBeLessThan(before);
      await card(page, 1).getByRole('button', { name: 'Undo changes' }).press('Enter');
      await expect.poll(() => cells(page, 1)).toEqual(goods.flat());

      await panel(page).getByRole('button', { name: 'Draw a table' }).press('Enter');
      await panel(page).getByRole('button', { name: 'Enter the frame in numbers' }).press('Enter');
      const drawn = panel(page)
        .getByRole('listitem')
        .filter({ has: page.getByLabel('Top') });
      for (const [label, percent] of [
        ['Bottom', '80'],
        ['Top', '74'],
        ['Left', '7'],
        ['Right', '60'],
      ] as const) {
        await drawn.getByLabel(label, { exact: true }).fill(percent);
        await drawn.getByLabel(label, { exact: true }).press('Enter');
      }
      await expect
        .poll(async () => (await drawn.locator('tbody td').allInnerTexts()).join(' '), { timeout: LOOK_MS })
        .toBe('Signed Dhaka');
      await drawn.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'row lines are moved by mouse, by keyboard and by touch, and each move is taken back in one step',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await openTables(page);
      await card(page, 1).getByRole('button', { name: 'Change columns and rows' }).click();
      const line = panel(page).getByRole('slider', { name: 'Row line 2 of Table 1' });
      await line.waitFor({ timeout: LOOK_MS });
      const before = await line.inputValue();
      const at = await pictureAt(page);
      await page.mouse.move(...at(rowLine.from));
      await page.mouse.down();
      await page.mouse.move(...at(rowLine.over), { steps: 3 });
      await page.mouse.move(...at(rowLine.to), { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goodsWithCapAbove.flat());
      expect(await seriousProblems(page)).toEqual([]);
      await page.keyboard.press('Control+z');
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goods.flat());
      expect(await line.inputValue()).toBe(before);

      await line.press('PageDown');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await line.press(key);
      expect(Number(await line.inputValue())).toBeCloseTo(Number(before) + 11, 1);
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goodsWithCapAbove.flat());
      await card(page, 1).getByRole('button', { name: 'Undo', exact: true }).click();
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goods.flat());
      await card(page, 1).getByRole('button', { name: 'Redo', exact: true }).click();
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(goodsWithCapAbove.flat());
      await card(page, 1).getByRole('button', { name: 'Remove row line 2' }).click();
      const withoutLine = [goods[0], ['Shirt Cap', '12 30', '4.50 2.10'], goods[3]];
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(withoutLine.flat());
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.reload();
      await expect.poll(() => cells(page, 1), { timeout: LOOK_MS }).toEqual(withoutLine.flat());
      await card(page, 1).getByRole('button', { name: 'Undo changes' }).click();
      await expect.poll(() => cells(page, 1)).toEqual(goods.flat());
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.context().close();

      const small = await web.openSignedIn(stack.app, { as: demoCustomer, viewport: phone, hasTouch: true });
      await openTables(small);
      await card(small, 1).getByRole('button', { name: 'Change columns and rows' }).tap();
      await panel(small).getByRole('slider', { name: 'Row line 2 of Table 1' }).waitFor({ timeout: LOOK_MS });
      await dragByTouch(small, [rowLine.from, rowLine.beyond, rowLine.to]);
      await expect.poll(() => cells(small, 1), { timeout: LOOK_MS }).toEqual(goodsWithCapAbove.flat());
      expect(await overflowPx(small)).toBeLessThanOrEqual(0);
      await card(small, 1).getByRole('button', { name: 'Undo changes' }).tap();
      await expect.poll(() => cells(small, 1)).toEqual(goods.flat());
      await panel(small).getByText('Your changes are saved.').waitFor();
      await small.context().close();
    },
    STORY_MS,
  );

  it(
    'the lines of a table stay on its picture while its area is being read',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await openTables(page);
      const held = await holdChanges(page);
      const handles = (kind: string) =>
        panel(page).getByRole('slider', { name: new RegExp(`^${kind} line`) });
      await card(page, 1).getByRole('button', { name: 'Change columns and rows' }).click();
      await handles('Column').first().waitFor();
      expect([await handles('Column').count(), await handles('Row').count()]).toEqual([2, 3]);
      await handles('Row').nth(1).press('ArrowDown');
      await held.asked;
      expect([await handles('Column').count(), await handles('Row').count()]).toEqual([2, 3]);
      held.letGo();
      await panel(page).getByText('Your changes are saved.').waitFor();
      await card(page, 1).getByRole('button', { name: 'Undo changes' }).click();
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  const views = [
    ['phone', phone, 'light'],
    ['laptop, dark', laptop, 'dark'],
  ] as const;

  it.each(todaysShare(views))(
    'the panel of tables fits the screen and has no serious axe problem: %s',
    async (_, viewport, scheme) => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport, colorScheme: scheme });
      await openTables(page);
      await card(page, 1).getByRole('button', { name: 'Change columns' }).click();
      await panel(page).getByLabel('Line 1', { exact: true }).waitFor();
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      expect(await seriousProblems(page)).toEqual([]);
      await card(page, 1).getByRole('button', { name: 'Done' }).click();
      await panel(page).getByRole('button', { name: 'Page 2', exact: true }).click();
      await pictureShown(page, 2);
      await page.context().close();
    },
    STORY_MS,
  );

  it('a customer whose PDF was deleted is notified in one sentence, and still has the results', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await stack.db.upload.updateMany({ data: { deletedAt: new Date() } });
    await page.goto(jobPath);
    await panel(page).getByText('PDFs are deleted within 24 hours').waitFor({ timeout: LOOK_MS });
    await page.getByRole('link', { name: 'Download ZIP' }).waitFor();
    await page.context().close();
  });
});

async function addLocked(page: Page): Promise<void> {
  await page.goto('/dashboard?service=pdf-excel-converter');
  const file = {
    name: 'locked.pdf',
    mimeType: 'application/pdf',
    buffer: readFileSync('tests/fixtures/pdf/locked.pdf'),
  };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText('locked.pdf is locked').waitFor();
}

const passwordField = (page: Page) => page.getByLabel('Password of the PDF', { exact: true });

async function tryPassword(page: Page, text: string): Promise<void> {
  await passwordField(page).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

describe('a locked PDF', () => {
  it('a locked PDF asks for its password, rejects a wrong one, and is converted with the right one [locked-pdf]', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer });
    await addLocked(page);
    expect(await passwordField(page).getAttribute('type')).toBe('password');
    await tryPassword(page, 'not this one');
    await page.getByText('This password does not open it.').waitFor();
    expect(await passwordField(page).inputValue()).toBe('');

    await tryPassword(page, pdfPassword);
    await page.getByText('1 file ready').waitFor();
    const kept = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage])'));
    expect(kept).toContain('locked.pdf');
    expect(kept).not.toContain(pdfPassword);
    await page.getByRole('button', { name: 'Start Automation' }).click();
    await page
      .getByRole('link', { name: 'Download results of locked.pdf' })
      .first()
      .waitFor({ timeout: JOB_MS });
    await page.context().close();
  });

  it('the form of a locked PDF fits a phone, and can be used by keyboard', async () => {
    const page = await web.openSignedIn(stack.app, { as: demoCustomer, viewport: phone });
    await addLocked(page);
    expect(await overflowPx(page)).toBe(0);
    expect(await seriousProblems(page)).toEqual([]);
    await passwordField(page).fill(pdfPassword);
    await passwordField(page).press('Enter');
    await page.getByText('1 file ready').waitFor();
    await page.context().close();
  });
});
