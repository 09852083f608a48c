/** The forms that create, validate, submit and correct an e-invoice. */
import type { Page } from 'playwright';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import type { FormEntry } from '#activities/portals/form-entries.ts';
import { requireWholeList } from '#activities/portals/list-pages.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import { createConfirmation } from '#activities/portals/page-tools.ts';
import { config } from '#activities/portals/hm/config.ts';
import { headerItems, lineItems, type InvoiceItem } from '#activities/portals/hm/invoice-items.ts';
import { button, field, link } from '#activities/portals/controls.ts';
import {
  file,
  fill,
  fillIn,
  clickAndWait,
  wordsInstead,
  onPage,
  tools,
} from '#activities/portals/hm/tools.ts';
import { openCreate } from './invoice-list.ts';

const { form } = config;

/** Opens the form with the lines of an order. Returns the portal's message if it refuses. */
export async function openOrderLines(page: Page, orderNo: string): Promise<string | null> {
  await openCreate(page);
  await fill(page, field(page, { label: form.orderNo, id: form.orderNoId }), orderNo);
  await clickAndWait(page, button(page, form.findOrder));
  return wordsInstead(page, form.orderLines);
}

/** Opens the order lines from the draft on the current page. */
export const openDraftLines = (page: Page): Promise<void> => clickAndWait(page, link(page, form.changeLines));

/** Returns the ordered quantities, keyed by line name such as "NL/OE 063". */
export async function orderedQuantities(page: Page): Promise<Map<string, number>> {
  await onPage(page, () => page.locator(form.orderLines).waitFor({ timeout: config.timeouts.elementMs }));
  // The form sends the lines that it shows, so that one of another page could not be chosen beside them.
  await requireWholeList(page, config.list.pages);
  const rows = await readTable(page, form.orderLines);
  return new Map(rows.map((row) => [cellOf(row, 'Line'), numberOf(row, 'Ordered')]));
}

/** Selects exactly these lines of the order. */
async function tick(
  page: Page,
  { all, names }: { all: Iterable<string>; names: ReadonlySet<string> },
): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  for (const name of all)
    await onPage(page, () => page.getByLabel(name, { exact: true }).setChecked(names.has(name), { timeout }));
}

type Choice = { all: Iterable<string>; names: ReadonlySet<string> };

/** Creates the draft. Returns the portal's message if it refuses. */
export async function createDraft(page: Page, invoiceNo: string, choice: Choice): Promise<string | null> {
  await fill(page, field(page, { label: form.invoiceNo, id: form.invoiceNoId }), invoiceNo);
  await tick(page, choice);
  await clickAndWait(page, button(page, form.createDraft));
  return wordsInstead(page, button(page, form.validate));
}

/** Replaces the draft's lines. */
export async function changeDraftLines(page: Page, choice: Choice): Promise<void> {
  await tick(page, choice);
  await clickAndWait(page, button(page, form.saveLines));
}

type Texts = Readonly<Record<string, string>>;
export type LineTexts = { name: string; texts: Texts };

/** Fills in the given texts; all other fields stay unchanged. */
export const fillInvoice = (
  page: Page,
  { header, lines }: { header: Texts; lines: readonly LineTexts[] },
): Promise<void> =>
  fillIn(page, [
    ...entriesOf(headerItems, header),
    ...lines.flatMap(({ name, texts }) =>
      entriesOf(lineItems, texts).map((entry) => ({ ...entry, group: name })),
    ),
  ]);

const entriesOf = (items: readonly InvoiceItem[], texts: Texts): FormEntry[] =>
  items.flatMap(({ column, label, isChoice }) => {
    const text = texts[column];
    if (text === undefined) return [];
    return [{ label, text, list: isChoice && ('by label or value' as const) }];
  });

/** Lets the portal validate the draft. Returns its complaints, or null if the draft may be submitted. */
export async function validateDraft(page: Page): Promise<string | null> {
  await clickAndWait(page, button(page, form.validate));
  const words = await wordsInstead(page, button(page, form.submit));
  return words === '' ? null : words;
}

/** Clicks the button that submits a new invoice. */
export const submitDraft = (page: Page): Promise<void> => file(page, button(page, form.submit));

/** Opens the correction form of the invoice on the page. Returns the portal's message if it refuses. */
export async function openCorrection(page: Page): Promise<string | null> {
  await clickAndWait(page, link(page, config.invoice.correct));
  return wordsInstead(page, button(page, form.resubmit));
}

/** Enters the reason for a correction. */
export const fillReason = (page: Page, reason: string): Promise<void> =>
  fill(page, field(page, { label: form.reason, id: form.reasonId }), reason);

/** Clicks the button that submits a correction. */
export const resubmit = (page: Page): Promise<void> => file(page, button(page, form.resubmit));

/** Reads the portal's answer to the filing. */
export const readConfirmation = createConfirmation(tools, config);
