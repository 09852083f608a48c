/** The form for a new SOO record: lists, text fields and two PDFs, submitted by one click. */
import type { Locator, Page } from 'playwright';
import { button, link, type Control } from '#activities/portals/controls.ts';
import { fieldsOf } from '#activities/portals/form-fields.ts';
import { formEntries } from '#activities/portals/form-items.ts';
import { listEntries, showsLink, type ListEntry } from '#activities/portals/page-reading.ts';
import { config } from './config.ts';
import { readRecord, type SooRecord } from './record-pages.ts';
import { isCountry, isId, isImporter, sooItems } from './soo-form.ts';
import { openList, tools } from './tools.ts';

export type Pdf = { name: string; bytes: Uint8Array };
export type SooForm = {
  /** Texts by column; an empty optional cell leaves its field unchanged. */
  texts: Readonly<Record<string, string>>;
  invoicePdf: Pdf;
  blPdf: Pdf;
};
/** The list without an entry for the sheet's value, or the IDs of several that fit. */
export type NotChosen = { list: 'importer' | 'country'; fitting: readonly string[] };

/** Opens the empty form by the list of records, which the page may show already. */
export async function openForm(page: Page): Promise<void> {
  const isOnList = await showsLink(page, config.list.add).catch(() => false);
  if (!isOnList) await openList(page);
  await tools.clickAndWait(page, link(page, config.list.add));
}

/** Fills in the form. If an entry could not be chosen, it returns why, and the form must not be submitted. */
export async function fillForm(page: Page, { texts, invoicePdf, blPdf }: SooForm): Promise<NotChosen | null> {
  const { form } = config;
  const { importer, country } = form;
  const fieldOf = await fieldsOf(page, [importer, country, form.invoicePdf, form.blPdf]);
  const fittingIn = (control: Control, text = '', isLabel: IsLabel): Promise<string[]> =>
    choose(page, { control, list: fieldOf(control) }, text, isLabel);
  const importers = await fittingIn(importer, texts['rex_importer_id'], isImporter);
  if (importers.length !== 1) return { list: 'importer', fitting: importers };
  const countries = await fittingIn(country, texts['destination_country_id'], isCountry);
  if (countries.length !== 1) return { list: 'country', fitting: countries };
  await tools.fillIn(page, formEntries(sooItems, texts, { idOf: ({ id }) => id }));
  await tools.attach(page, fieldOf(form.invoicePdf), invoicePdf);
  await tools.attach(page, fieldOf(form.blPdf), blPdf);
  return null;
}

type IsLabel = (label: string, text: string) => boolean;

/** Selects the list entry that fits and returns its ID. If several fit, it returns all IDs and selects none. */
async function choose(
  page: Page,
  { control, list }: { control: Control; list: Locator },
  text: string,
  isLabel: IsLabel,
): Promise<string[]> {
  const { elementMs: timeout } = config.timeouts;
  const isWanted = ({ value, label }: ListEntry): boolean =>
    isId(text) ? value === text : isLabel(label.trim(), text);
  const listed = (await entriesOf(page, control, list)).filter(isWanted);
  // A list may repeat an entry, for example among those that were used last.
  const fitting = [...new Set(listed.map(({ value }) => value))];
  const [value = ''] = fitting;
  if (fitting.length === 1) await tools.onPage(page, () => list.selectOption({ value }, { timeout }));
  return fitting;
}

/** Returns the entries of a list, which may be found by its label alone. */
async function entriesOf(page: Page, { id }: Control, list: Locator): Promise<ListEntry[]> {
  const entries = await listEntries(page, id).catch(() => null);
  if (entries) return entries;
  const { elementMs: timeout } = config.timeouts;
  await tools.onPage(page, () => list.waitFor({ state: 'attached', timeout }));
  return list.locator('option').evaluateAll((options) =>
    (options as unknown as { value: string; textContent: string | null }[]).map((option) => ({
      value: option.value,
      label: option.textContent ?? '',
    })),
  );
}

/** Clicks the button that submits the record. */
export const submitForm = (page: Page): Promise<void> => tools.file(page, button(page, config.form.submit));

/** Reads the new record, or the portal's message if there is none. */
export async function readAnswer(page: Page): Promise<{ record: SooRecord } | { words: string }> {
  const words = await tools.wordsInstead(page, config.record.table);
  return words === null ? { record: await readRecord(page) } : { words };
}
