/** A form is filled in by one question to the browser, with the events that a person's keys would cause. */
import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { createPageTools } from '#activities/portals/page-tools.ts';
import type { FormEntry } from '#activities/portals/form-entries.ts';
import { useBrowser } from '#tests/harness/browser.ts';

const openSession = useBrowser();
const timeouts = { navigationMs: 5_000, elementMs: 2_000 };
const { fillIn } = createPageTools({ alert: '.alert', timeouts });

const noted = `<script>
  window.seen = [];
  for (const type of ['focus', 'input', 'change', 'blur'])
    document.addEventListener(type, (event) => {
      if (event.target.id) seen.push([event.target.id, type, event.isTrusted].join(' '));
    }, true);
</script>`;

async function openForm(html: string): Promise<Page> {
  const { page } = await openSession('http://127.0.0.1:9');
  await page.setContent(noted + html);
  return page;
}

const valueOf = (page: Page, id: string): Promise<string> => page.locator(id).inputValue();
const invoice = { label: 'Invoice No', id: '#invoice' };
const remarks = { label: 'Remarks', id: '#remarks' };
const currency = { label: 'Currency', id: '#currency', list: 'by label or value' } as const;

const plainForm = `
  <label for="invoice">Invoice
    No</label><input id="invoice" value="old" />
  <label>Currency<select id="currency"><option value="">–</option><option value="15">USD</option></select></label>
  <label>Remarks<textarea id="remarks"></textarea></label>
  <label>Quantity<input type="number" id="quantity" value="7" /></label>`;

/** Counts what the browser is asked for each field that Playwright fills in by itself. */
function countFills(page: Page): () => number {
  let fills = 0;
  const locator = page.locator.bind(page);
  page.locator = (...given) => {
    fills += 1;
    return locator(...given);
  };
  return () => fills;
}

test('a form is filled in with one question, and its fields get the events that keys cause', async () => {
  const page = await openForm(plainForm);
  const fills = countFills(page);
  const entries: FormEntry[] = [
    { ...invoice, text: 'INV/2026/ক-1' },
    { ...currency, text: 'USD' },
    { ...remarks, text: 'urgent' },
    { label: 'Quantity', id: '#quantity', text: '' },
  ];
  await fillIn(page, entries);
  expect(fills()).toBe(0);
  const ids = ['#invoice', '#currency', '#remarks', '#quantity'];
  expect(await Promise.all(ids.map((id) => valueOf(page, id)))).toEqual(['INV/2026/ক-1', '15', 'urgent', '']);
  expect(await page.evaluate('window.seen')).toEqual([
    'invoice focus true',
    'invoice input true',
    'invoice change true',
    'invoice blur true',
    'currency focus true',
    'currency input false',
    'currency change false',
    'currency blur true',
    'remarks focus true',
    'remarks input true',
    'remarks change true',
    'remarks blur true',
    'quantity focus true',
    'quantity input true',
  ]);
  await fillIn(page, [{ ...remarks, text: 'two\nlines' }]);
  expect(await valueOf(page, '#remarks')).toBe('two\nlines');
});

test('fields of the same name are told apart by the group that they are in', async () => {
  const line = (name: string): string =>
    `<fieldset><legend>${name}</legend><label>Cartons<input id="${name}" /></label></fieldset>`;
  const page = await openForm(line('first') + line('second'));
  await fillIn(page, [
    { label: 'Cartons', group: 'second', text: '2' },
    { label: 'Cartons', group: 'first', text: '1' },
  ]);
  expect(await valueOf(page, '#first')).toBe('1');
  expect(await valueOf(page, '#second')).toBe('2');
});

test('a field that comes late, one with another id and one without its label are filled in all the same', async () => {
  const page = await openForm(
    `<label>Invoice No<input id="number" /></label><input id="remarks" /><div id="late"></div>`,
  );
  await page.evaluate(
    `setTimeout(() => (late.innerHTML = '<label>Currency<select id="currency"><option>EUR</option></select></label>'), 300)`,
  );
  await fillIn(page, [
    { ...invoice, text: 'INV-1' },
    { ...currency, text: 'EUR' },
    { ...remarks, text: 'none' },
  ]);
  expect(await valueOf(page, '#number')).toBe('INV-1');
  expect(await valueOf(page, '#currency')).toBe('EUR');
  expect(await valueOf(page, '#remarks')).toBe('none');
});

test('a field that a list makes available is filled in after the list', async () => {
  const page = await openForm(`
    <label>Currency<select id="currency"
      onchange="setTimeout(() => { document.getElementById('invoice').disabled = false }, 300)"
      ><option>–</option><option>USD</option></select></label>
    <label>Invoice No<input id="invoice" disabled /></label>`);
  await fillIn(page, [
    { ...currency, text: 'USD' },
    { ...invoice, text: 'INV-1' },
  ]);
  expect(await valueOf(page, '#invoice')).toBe('INV-1');
});

test('a field whose id and label are on two elements is not filled in', async () => {
  const page = await openForm(
    '<label>Day<input id="invoice" /></label><label>Invoice No<input id="b" /></label>',
  );
  await expect(fillIn(page, [{ ...invoice, text: 'INV-1' }])).rejects.toThrow(/strict mode violation/);
  expect(await valueOf(page, '#invoice')).toBe('');
});

test('a text that is longer than the field takes is refused, and not cut off', async () => {
  const page = await openForm('<label>Invoice No<input id="invoice" maxlength="8" /></label>');
  await expect(fillIn(page, [{ ...invoice, text: 'INV/2026/0001' }])).rejects.toMatchObject({
    outcome: 'INPUT_INVALID',
    message: 'The field "Invoice No" of the portal takes at most 8 characters. Nothing was filed.',
  });
  await fillIn(page, [{ ...invoice, text: 'INV-2026' }]);
  expect(await valueOf(page, '#invoice')).toBe('INV-2026');
});

test('a field that writes what is typed in its own way keeps that', async () => {
  const page = await openForm(
    '<label>Invoice No<input id="invoice" oninput="this.value = this.value.toUpperCase()" /></label>',
  );
  await fillIn(page, [{ ...invoice, text: 'inv-1' }]);
  expect(await valueOf(page, '#invoice')).toBe('INV-1');
});
