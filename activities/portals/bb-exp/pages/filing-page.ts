/** Pages 60, 65 and 70 of the EXP portal: the forms that issue, correct and report an EXP. */
import type { Page } from 'playwright';
import type { Control } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { typed } from '#activities/portals/bb-exp/exp-form.ts';
import { formEntries, type FormItem } from '#activities/portals/form-items.ts';
import { takenWords } from '#activities/portals/bb-exp/outcomes.ts';
import { clickAndWait, file, fillIn, wordsInstead, shownAlert } from '#activities/portals/bb-exp/tools.ts';
import { refuseTrouble } from '#activities/portals/portal-trouble.ts';
import { openEntry } from './menu.ts';
import type { ExpNumber } from './search-page.ts';

export type FilingKind = keyof typeof config.filings;

const idOf = (kind: FilingKind, column: string): string =>
  `#P${config.filings[kind].page}_${column.toUpperCase()}`;

function filingPage(page: Page, kind: FilingKind) {
  const byLabel = (label: string, column: string): Control => ({ label, id: idOf(kind, column) });
  const { adCode, serial, year, link } = config.search;
  return {
    adCode: byLabel(adCode, 'ad_code'),
    serial: byLabel(serial, 'serial'),
    year: byLabel(year, 'year'),
    search: page.getByRole('link', { name: link, exact: true }),
    submit: page.getByRole('link', { name: config.filings[kind].submit, exact: true }),
  };
}

/** Throws PortalFault CREDENTIALS_INVALID if the login lacks the permission for the filing. */
export const openFiling = (page: Page, kind: FilingKind): Promise<void> => openEntry(page, kind);

/** Opens the filing form of an EXP. Returns the portal's message if it does not offer the form for this EXP. */
export async function openFilingOf(
  page: Page,
  kind: Exclude<FilingKind, 'issue'>,
  { adCode, serial, year }: ExpNumber,
): Promise<string | null> {
  await openFiling(page, kind);
  const form = filingPage(page, kind);
  await fillIn(page, [
    { ...form.adCode, text: adCode },
    { ...form.serial, text: serial },
    { ...form.year, text: year },
  ]);
  await clickAndWait(page, form.search);
  return wordsInstead(page, form.submit);
}

/** Fills in the row's values; an empty optional cell leaves its field unchanged. */
export const fillForm = (
  page: Page,
  kind: FilingKind,
  { items, texts }: { items: readonly FormItem[]; texts: Readonly<Record<string, string>> },
): Promise<void> =>
  fillIn(page, formEntries(items, texts, { typed, idOf: ({ column }) => idOf(kind, column) }));

/** Clicks the control that submits the filing. */
export const submitFiling = (page: Page, kind: FilingKind): Promise<void> =>
  file(page, filingPage(page, kind).submit);

/** Reads the portal's answer to the filing. */
export async function readConfirmation(page: Page): Promise<{ isTaken: boolean; words: string }> {
  const words = await shownAlert(page);
  if (takenWords.test(words)) return { isTaken: true, words };
  return { isTaken: false, words: refuseTrouble(words) };
}
