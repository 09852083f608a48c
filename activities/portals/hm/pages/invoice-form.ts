/** The forms that make, validate, submit and correct an e-invoice. */
import type { Locator, Page } from 'playwright';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { readTable } from '#activities/portals/page-tools.ts';
import { config } from '#activities/portals/hm/config.ts';
import { headerItems, lineItems, type InvoiceItem } from '#activities/portals/hm/invoice-items.ts';
import {
  alertWords,
  button,
  field,
  file,
  fill,
  goOn,
  hasCome,
  link,
  onPage,
} from '#activities/portals/hm/whereabouts.ts';
import { openCreate } from './invoice-list.ts';

const { form } = config;

/** Opens the form with the lines of an order; the portal's words when it does not. */
export async function openOrderLines(page: Page, orderNo: string): Promise<string | null> {
  await openCreate(page);
  await fill(page, field(page, form.orderNo, form.orderNoId), orderNo);
  await goOn(page, button(page, form.findOrder));
  return (await hasCome(page, page.locator(form.orderLines))) ? null : alertWords(page);
}

/** From a draft that is on the page. */
export const openDraftLines = (page: Page): Promise<void> => goOn(page, link(page, form.changeLines));

/** Ordered quantities by the names of the lines, "NL/OE 063". */
export async function orderedQuantities(page: Page): Promise<Map<string, number>> {
  const table = page.locator(form.orderLines);
  await onPage(page, () => table.waitFor({ timeout: config.timeouts.elementMs }));
  const rows = await readTable(table);
  return new Map(rows.map((row) => [cellOf(row, 'Line'), numberOf(row, 'Ordered')]));
}

/** Ticks exactly these lines of all that the order has. */
async function tick(
  page: Page,
  { all, names }: { all: Iterable<string>; names: ReadonlySet<string> },
): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  for (const name of all)
    await onPage(page, () => page.getByLabel(name, { exact: true }).setChecked(names.has(name), { timeout }));
}

type Choice = { all: Iterable<string>; names: ReadonlySet<string> };

/** Makes the draft; the portal's words when it does not. */
export async function createDraft(page: Page, invoiceNo: string, choice: Choice): Promise<string | null> {
  await fill(page, field(page, form.invoiceNo, form.invoiceNoId), invoiceNo);
  await tick(page, choice);
  await goOn(page, button(page, form.createDraft));
  return (await hasCome(page, button(page, form.validate))) ? null : alertWords(page);
}

/** Gives the draft these lines. */
export async function changeDraftLines(page: Page, choice: Choice): Promise<void> {
  await tick(page, choice);
  await goOn(page, button(page, form.saveLines));
}

export type LineTexts = { name: string; texts: Readonly<Record<string, string>> };

/** Types the texts that there are; all other fields stay as they are. */
export async function fillInvoice(
  page: Page,
  { header, lines }: { header: Readonly<Record<string, string>>; lines: readonly LineTexts[] },
): Promise<void> {
  await fillItems(page, headerItems, header, (label) => page.getByLabel(label, { exact: true }));
  for (const { name, texts } of lines) {
    const group = page.getByRole('group', { name, exact: true });
    await fillItems(page, lineItems, texts, (label) => group.getByLabel(label, { exact: true }));
  }
}

async function fillItems(
  page: Page,
  items: readonly InvoiceItem[],
  texts: Readonly<Record<string, string>>,
  locate: (label: string) => Locator,
): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  for (const { column, label, isChoice } of items) {
    const text = texts[column];
    if (text === undefined) continue;
    if (isChoice) await onPage(page, () => locate(label).selectOption(text, { timeout }));
    else await fill(page, locate(label), text);
  }
}

/** Has the draft checked by the portal; its complaints, or null when it may be submitted. */
export async function validateDraft(page: Page): Promise<string | null> {
  await goOn(page, button(page, form.validate));
  const words = (await hasCome(page, button(page, form.submit))) ? '' : await alertWords(page);
  return words === '' ? null : words;
}

/** The click that files a new invoice. */
export const submitDraft = (page: Page): Promise<void> => file(page, button(page, form.submit));

/** Opens the form that corrects the invoice on the page; the portal's words when it does not. */
export async function openCorrection(page: Page): Promise<string | null> {
  await goOn(page, link(page, config.invoice.correct));
  return (await hasCome(page, button(page, form.resubmit))) ? null : alertWords(page);
}

export const fillReason = (page: Page, reason: string): Promise<void> =>
  fill(page, field(page, form.reason, form.reasonId), reason);

/** The click that files a correction. */
export const resubmit = (page: Page): Promise<void> => file(page, button(page, form.resubmit));

/** What the portal says of the filing. */
export async function readConfirmation(
  page: Page,
  taken: RegExp,
): Promise<{ isTaken: boolean; words: string }> {
  const notice = page.locator(config.notice);
  const words = (await hasCome(page, notice)) ? await notice.first().innerText() : await alertWords(page);
  return { isTaken: taken.test(words.trim()), words: words.trim() };
}
