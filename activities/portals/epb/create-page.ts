/** The form for a new SOO record: lists, typed items and two PDFs, sent by one click. */
import type { Locator, Page } from 'playwright';
import { attachPdf } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { readRecord, type SooRecord } from './record-pages.ts';
import { isCountry, isId, isImporter, sooItems, typed } from './soo-form.ts';
import { openList, tools } from './whereabouts.ts';

export type Pdf = { name: string; bytes: Uint8Array };
export type SooForm = {
  /** By column; an optional cell that is empty leaves its item as it is. */
  texts: Readonly<Record<string, string>>;
  invoicePdf: Pdf;
  blPdf: Pdf;
};
/** What the portal's lists do not offer, in the words of the sheet. */
export type Unknown = { unknown: 'importer' | 'country' };

export async function openForm(page: Page): Promise<void> {
  await openList(page);
  await tools.goOn(page, page.getByRole('link', { name: config.list.add, exact: true }));
}

const item = (page: Page, { label, id }: { label: string; id: string }): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));

/** Fills in the form; what stops it is told, and then nothing may be submitted. */
export async function fillForm(page: Page, { texts, invoicePdf, blPdf }: SooForm): Promise<Unknown | null> {
  const { form, timeouts } = config;
  const { elementMs: timeout } = timeouts;
  const importer = texts['rex_importer_id'] ?? '';
  if (!(await choose(page, item(page, form.importer), importer, isImporter))) return { unknown: 'importer' };
  const country = texts['destination_country_id'] ?? '';
  if (!(await choose(page, item(page, form.country), country, isCountry))) return { unknown: 'country' };
  for (const { column, kind, ...named } of sooItems) {
    const text = texts[column];
    if (text === undefined) continue;
    const field = item(page, named);
    const type = (): Promise<unknown> =>
      kind === 'choice' ? field.selectOption(text, { timeout }) : field.fill(typed(kind, text), { timeout });
    await tools.onPage(page, type);
  }
  await attach(page, item(page, form.invoicePdf), invoicePdf);
  await attach(page, item(page, form.blPdf), blPdf);
  return null;
}

/** False when the list has no such entry. */
async function choose(
  page: Page,
  list: Locator,
  text: string,
  isLabel: (label: string, text: string) => boolean,
): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await tools.onPage(page, () => list.waitFor({ timeout }));
  if (isId(text)) {
    if ((await list.locator(`option[value="${text}"]`).count()) === 0) return false;
    await tools.onPage(page, () => list.selectOption({ value: text }, { timeout }));
    return true;
  }
  const labels = (await list.locator('option').allTextContents()).map((label) => label.trim());
  const label = labels.find((candidate) => isLabel(candidate, text));
  if (label === undefined) return false;
  await tools.onPage(page, () => list.selectOption({ label }, { timeout }));
  return true;
}

const attach = (page: Page, field: Locator, pdf: Pdf): Promise<void> =>
  tools.onPage(page, () => attachPdf(field, pdf, config.timeouts.elementMs));

/** The click that files. */
export const submitForm = (page: Page): Promise<void> =>
  tools.file(page, page.getByRole('button', { name: config.form.submit, exact: true }));

/** The new record, or the portal's words why there is none. */
export async function readAnswer(page: Page): Promise<{ record: SooRecord } | { words: string }> {
  const { record, alert, timeouts } = config;
  const table = page.locator(record.table);
  const shown = table.or(page.locator(alert)).first();
  await tools.onPage(page, () => shown.waitFor({ timeout: timeouts.elementMs }));
  if ((await table.count()) > 0) return { record: await readRecord(page) };
  return { words: await tools.alertWords(page) };
}
