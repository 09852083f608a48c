/**
 * A customer corrects the tables of a PDF in the browser: doubtful cells are marked, texts and columns are corrected by
 * keyboard, taken back and exported as they were shown. The next PDF of the layout comes corrected and says so, which is
 * taken back for that PDF, and for good; corrections that shall not be remembered are not.
 */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { card, LOOK_MS, panel } from '#tests/harness/tables-panel.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';
import { pdfOf } from '#tests/unit/pdf/pdf-maker.ts';

const JOB_MS = 180_000;
const STORY_MS = 240_000;
const heading = ['Item', 'Qty', 'Unit', 'Price', 'Amount'];
/** The amount of the socks is not quantity times price. */
const goods = [
  ['Shirt', '12', 'PCS', '4.50', '54.00'],
  ['Cap', '30', 'PCS', '2.10', '63.00'],
  ['Sock', '41', 'PRS', '0.95', '38.85'],
  ['Belt', '8', 'PCS', '11.00', '88.00'],
];
const nextGoods = [
  ['Scarf', '20', 'PCS', '3.00', '60.00'],
  ['Glove', '10', 'PRS', '5.50', '55.00'],
  ['Shirt', '7', 'PCS', '4.50', '31.50'],
  ['Cap', '4', 'PCS', '2.10', '8.40'],
  ['Tie', '6', 'PCS', '8.00', '48.00'],
];

let stack: TestStack;
const web = useWebPages();
/** The job whose tables the scenarios view. */
let jobPath: string;

beforeAll(async () => {
  stack = await startTestStack();
}, STORY_MS);

const grid = (page: Page): Locator => panel(page).getByRole('grid', { name: 'Contents of Table 1' });
const cell = (page: Page, text: string): Locator =>
  grid(page).getByRole('gridcell', { name: text, exact: true });

/** The rows as the page shows them. */
async function shownRows(page: Page): Promise<string[][]> {
  const rows = await grid(page).locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => row.locator('td').allInnerTexts()));
}

async function convert(page: Page, name: string, rows: string[][]): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('combobox', { name: 'Service' }).fill('PDF');
  await page.getByRole('option', { name: /PDF/ }).click();
  const bytes = await pdfOf([[{ rows: [heading, ...rows], ruled: true }]]);
  const file = { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('1 file ready').waitFor();
  await page.getByRole('button', { name: 'Start Automation' }).click();
  await page.getByRole('link', { name: `Check the tables of ${name}` }).click({ timeout: JOB_MS });
  await grid(page).waitFor({ timeout: LOOK_MS });
}

async function exportTables(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Export again' }).click();
  await panel(page).getByText('Exported 1 table').waitFor({ timeout: LOOK_MS });
}

/** The texts of the first sheet of the workbook in the download that the page offers. */
async function exportedRows(page: Page, name: string): Promise<string[][]> {
  const link = panel(page).getByRole('link', { name: 'Download the new files' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = await unzip(await readFile(await download.path()));
  const { Sheets } = read([...files].find(([file]) => file.endsWith(name))?.[1]);
  return utils.sheet_to_json(Sheets['p1_t1'] ?? {}, { header: 1, raw: false, defval: '' });
}

async function chooseFrom(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await panel(page).getByRole('toolbar').getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe("the check of a PDF's tables", () => {
  it(
    'a customer corrects cells and columns by keyboard, takes steps back, and downloads what the page shows',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await convert(page, 'first.pdf', goods);
      jobPath = page.url();
      await panel(page).getByText('Confidence:').waitFor();
      expect(await shownRows(page)).toEqual([heading, ...goods]);
      expect(await cell(page, '38.85').getAttribute('title')).toBe('Not the product of its row.');

      await panel(page).getByRole('button', { name: '1 cell to check' }).click();
      await panel(page).getByText('Cell E4 Not the product of its row.').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('38.95');
      await page.keyboard.press('Enter');
      await expect
        .poll(() =>
          panel(page)
            .getByRole('button', { name: /to check/ })
            .count(),
        )
        .toBe(0);
      await page.keyboard.press('Control+z');
      await cell(page, '38.85').waitFor();
      await page.keyboard.press('Control+Shift+z');
      await cell(page, '38.95').waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('F2');
      await page.keyboard.type('not kept');
      await page.keyboard.press('Escape');
      expect(await shownRows(page)).toContainEqual(['Sock', '41', 'PRS', '0.95', '38.95']);

      await cell(page, 'Qty').click();
      await chooseFrom(page, 'Columns', 'Join with the next column');
      await cell(page, '41 PRS').waitFor();
      await cell(page, 'Item').click();
      await page.keyboard.press('Shift+ArrowRight');
      await chooseFrom(page, 'Cells', 'Merge the selected cells');
      await cell(page, 'Item Qty Unit').waitFor();
      await panel(page).getByRole('button', { name: 'Undo', exact: true }).click();
      await cell(page, 'Qty Unit').waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.reload();
      await cell(page, '41 PRS').waitFor({ timeout: LOOK_MS });

      const shown = await shownRows(page);
      expect(shown).toContainEqual(['Sock', '41 PRS', '0.95', '38.95']);
      await exportTables(page);
      expect(await exportedRows(page, 'first.xlsx')).toEqual(shown);

      // Beside a row stands what the addresses of its cells say, in Bengali as well.
      await page.getByRole('button', { name: 'বাংলা' }).click();
      await page.getByRole('rowheader', { name: '4', exact: true }).waitFor();
      await page.getByRole('button', { name: 'English' }).click();
      await grid(page).waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'opening the lines of a found table leaves it and its corrections as they were until a line is moved',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer, at: jobPath });
      await cell(page, '41 PRS').waitFor({ timeout: LOOK_MS });
      const shown = await shownRows(page);
      const note = card(page, 1).getByText(/, Confidence: /);
      const noteBefore = await note.innerText();
      expect(noteBefore).toContain('found, ');
      let changes = 0;
      page.on('request', (request) => {
        if (request.method() === 'PUT') changes += 1;
      });
      const line = panel(page).getByRole('slider', { name: 'Column line 1 of Table 1' });
      const done = card(page, 1).getByRole('button', { name: 'Done' });
      await card(page, 1).getByRole('button', { name: 'Change columns and rows' }).click();
      await line.waitFor();
      expect(await note.innerText()).toBe(noteBefore);
      await done.click();
      await line.waitFor({ state: 'detached' });
      expect(await note.innerText()).toBe(noteBefore);
      expect(await shownRows(page)).toEqual(shown);
      expect(await panel(page).getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
      expect(changes).toBe(0);

      await card(page, 1).getByRole('button', { name: 'Change columns and rows' }).click();
      const remove = card(page, 1).getByRole('button', { name: 'Remove line 1' });
      await remove.press('Enter');
      await card(page, 1)
        .getByText(/^drawn, /)
        .waitFor({ timeout: LOOK_MS });
      expect(await remove.and(page.locator(':focus')).count(), 'the keyboard stays where it was').toBe(1);
      await card(page, 1).getByRole('button', { name: 'Undo', exact: true }).click();
      await expect.poll(() => note.innerText()).toBe(noteBefore);
      await done.click();
      expect(await shownRows(page)).toEqual(shown);
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'the next PDF of the layout comes corrected and says so, which is taken back for it and for good',
    async () => {
      const page = await web.openSignedIn(stack.app, { as: demoCustomer });
      await convert(page, 'second.pdf', nextGoods);
      await panel(page)
        .getByText(/Your corrections of .* in first\.pdf were applied\./)
        .waitFor();
      expect((await shownRows(page))[1]).toEqual(['Scarf', '20 PCS', '3.00', '60.00']);
      await page
        .getByText(/tables? with .* Your corrections of/)
        .first()
        .waitFor();

      await panel(page).getByRole('button', { name: 'Take them back for this PDF' }).click();
      await cell(page, 'Unit').waitFor({ timeout: LOOK_MS });
      await panel(page).getByText('Your corrections of').waitFor({ state: 'detached' });
      await exportTables(page);
      expect(await exportedRows(page, 'second.xlsx')).toEqual([heading, ...nextGoods]);

      const remember = panel(page).getByRole('checkbox', { name: /^Remember these corrections/ });
      expect(await remember.count()).toBe(0);
      await cell(page, 'Qty').click();
      await chooseFrom(page, 'Columns', 'Join with the next column');
      await remember.press('Space');
      await panel(page).getByText('They change the files of this PDF only.').waitFor();
      await panel(page).getByRole('button', { name: 'Undo', exact: true }).click();
      await panel(page).getByRole('button', { name: 'Redo', exact: true }).click();
      expect(await remember.isChecked()).toBe(false);
      await panel(page).getByText('Your changes are saved.').waitFor();
      await page.reload();
      await remember.waitFor({ state: 'attached', timeout: LOOK_MS });
      expect(await remember.isChecked()).toBe(false);
      await exportTables(page);
      expect((await exportedRows(page, 'second.xlsx'))[1]).toEqual(['Scarf', '20 PCS', '3.00', '60.00']);

      await panel(page).getByRole('button', { name: 'Kept corrections' }).click();
      await panel(page).getByRole('button', { name: 'Delete the kept corrections of first.pdf' }).click();
      await panel(page).getByText('No corrections are kept.').waitFor();
      await convert(page, 'third.pdf', nextGoods);
      expect(await shownRows(page)).toEqual([heading, ...nextGoods]);
      await page.context().close();
    },
    STORY_MS,
  );

  it(
    'the editor fits a phone, where a tap chooses a cell and another one edits it',
    async () => {
      const page = await web.openSignedIn(stack.app, {
        as: demoCustomer,
        at: jobPath,
        viewport: phone,
        hasTouch: true,
      });
      await cell(page, 'Belt').tap({ timeout: LOOK_MS });
      await panel(page).getByText('Cell A5').waitFor();
      await cell(page, 'Belt').tap();
      await panel(page).getByRole('textbox', { name: 'Text of cell A5' }).fill('Belt, leather');
      await page.keyboard.press('Enter');
      await cell(page, 'Belt, leather').waitFor();
      expect(await overflowPx(page)).toBeLessThanOrEqual(0);
      expect(await seriousProblems(page)).toEqual([]);
      await page.context().close();
    },
    STORY_MS,
  );
});
