/** The fields of a form are found by their labels or their ids, and never mistaken for each other. */
import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { fieldsOf } from '#activities/portals/form-fields.ts';
import { listEntries } from '#activities/portals/page-reading.ts';
import { useBrowser } from '#tests/harness/browser.ts';

const openSession = useBrowser();
const invoice = { label: 'Invoice No', id: '#invoice' };
const date = { label: 'Invoice Date', id: '#date' };
const timeout = 2_000;

async function openForm(html: string): Promise<Page> {
  const { page } = await openSession('http://127.0.0.1:9');
  await page.setContent(html);
  return page;
}

test('a field is found by its label and its id together, and by either alone', async () => {
  const page = await openForm(`<label for="invoice">Invoice
      No</label><input id="invoice" /><label>Day<input id="date" /></label>`);
  const fieldOf = await fieldsOf(page, [invoice, date]);
  await fieldOf(invoice).fill('INV-1', { timeout });
  await fieldOf(date).fill('27/11/2026', { timeout });
  expect(
    await page.locator('input').evaluateAll((all) => all.map((each) => (each as { value?: string }).value)),
  ).toEqual(['INV-1', '27/11/2026']);
  const renamed = await openForm('<label>Invoice No<input id="number" /></label>');
  await (await fieldsOf(renamed, [invoice]))(invoice).fill('INV-2', { timeout });
  expect(await renamed.locator('#number').inputValue()).toBe('INV-2');
});

test('a field whose id and label are on two elements is not filled in', async () => {
  const page = await openForm(
    '<label>Day<input id="invoice" /></label><label>Invoice No<input id="b" /></label>',
  );
  const fieldOf = await fieldsOf(page, [invoice]);
  await expect(fieldOf(invoice).fill('INV-1', { timeout })).rejects.toThrow(/strict mode violation/);
  expect(await page.locator('#invoice').inputValue()).toBe('');
});

test('a field whose id occurs twice is not filled in', async () => {
  const page = await openForm(
    '<label>Invoice No<input id="invoice" /></label><label>Old<input id="invoice" /></label>',
  );
  const fieldOf = await fieldsOf(page, [invoice]);
  await expect(fieldOf(invoice).fill('INV-1', { timeout })).rejects.toThrow(/strict mode violation/);
});

test('the entries of a list are read with their values and labels', async () => {
  const page = await openForm('<select id="invoice"><option value="7">Sweden (SE)</option></select>');
  expect(await listEntries(page, invoice.id)).toEqual([{ value: '7', label: 'Sweden (SE)' }]);
  expect(await listEntries(page, date.id)).toBeNull();
});
