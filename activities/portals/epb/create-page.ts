/** The form for a new SOO record: lists, text fields and two PDFs, submitted by one click. */
import type { Locator, Page } from 'playwright';
import { button, field, link } from '#activities/portals/controls.ts';
import { typedText } from '#activities/portals/form-items.ts';
import { config } from './config.ts';
import { readRecord, type SooRecord } from './record-pages.ts';
import { isCountry, isId, isImporter, sooItems } from './soo-form.ts';
import { openList, tools } from './page-helpers.ts';

export type Pdf = { name: string; bytes: Uint8Array };
export type SooForm = {
  /** Texts by column; an empty optional cell leaves its field unchanged. */
  texts: Readonly<Record<string, string>>;
  invoicePdf: Pdf;
  blPdf: Pdf;
};
/** The list that does not offer the sheet's value. */
export type Unknown = { unknown: 'importer' | 'country' };

/** Opens the empty form by the list of records. */
export async function openForm(page: Page): Promise<void> {
  await openList(page);
  await tools.clickAndWait(page, link(page, config.list.add));
}

const item = (page: Page, { label, id }: { label: string; id: string }): Locator =>
  field(page, { label: label, id: id });

/** Fills in the form. If a list lacks a value, it returns which one, and the form must not be submitted. */
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
      kind === 'choice'
        ? field.selectOption(text, { timeout })
        : field.fill(typedText(kind, text), { timeout });
    await tools.onPage(page, type);
  }
  await tools.attach(page, item(page, form.invoicePdf), invoicePdf);
  await tools.attach(page, item(page, form.blPdf), blPdf);
  return null;
}

/** Selects a list entry; false if there is none that matches. */
async function choose(
  page: Page,
  list: Locator,
  text: string,
  isLabel: (label: string, text: string) => boolean,
): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  const json = await tools.onPage(page, () => list.evaluate(entriesOf, undefined, { timeout }));
  const entries = JSON.parse(json) as Entry[];
  const isWanted = ({ value, label }: Entry): boolean =>
    isId(text) ? value === text : isLabel(label.trim(), text);
  const entry = entries.find(isWanted);
  if (!entry) return false;
  await tools.onPage(page, () => list.selectOption({ value: entry.value }, { timeout }));
  return true;
}

type Entry = { value: string; label: string };

/** Runs in the page: all entries in one answer. As one text it arrives faster than as hundreds of objects. */
const entriesOf = (list: unknown): string =>
  JSON.stringify(
    Array.from((list as { options: Iterable<Entry & { textContent: string | null }> }).options, (option) => ({
      value: option.value,
      label: option.textContent ?? '',
    })),
  );

/** Clicks the button that submits the record. */
export const submitForm = (page: Page): Promise<void> => tools.file(page, button(page, config.form.submit));

/** Reads the new record, or the portal's message if there is none. */
export async function readAnswer(page: Page): Promise<{ record: SooRecord } | { words: string }> {
  const words = await tools.wordsInstead(page, config.record.table);
  return words === null ? { record: await readRecord(page) } : { words };
}
