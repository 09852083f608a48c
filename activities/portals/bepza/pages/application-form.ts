/** The form for a new application: its header, and the grid to which lines of goods are added one at a time. */
import type { Page } from 'playwright';
import { config } from '#activities/portals/bepza/config.ts';
import {
  goodsItems,
  headerItems,
  type ApplicationItem,
  type PermitKind,
} from '#activities/portals/bepza/application-items.ts';
import { button, link } from '#activities/portals/controls.ts';
import { formEntries } from '#activities/portals/form-items.ts';
import {
  answerWords,
  explain,
  file,
  fillIn,
  clickAndWait,
  wordsInstead,
  openEntry,
} from '#activities/portals/bepza/tools.ts';

type Texts = Readonly<Record<string, string>>;
const { form } = config;

const idOf = ({ kind, name }: ApplicationItem): string =>
  `#ctl00_MainContent_${kind === 'choice' ? 'ddl' : 'txt'}${name}`;

/** Opens the empty form by the menu and the link for a new application. */
export async function openNew(page: Page, kind: PermitKind): Promise<void> {
  await openEntry(page, config.menu[kind]);
  await clickAndWait(page, link(page, form.new));
}

const fillItems = (page: Page, items: readonly ApplicationItem[], texts: Texts): Promise<void> =>
  fillIn(page, formEntries(items, texts, { idOf, lists: 'by label' }));

/** Leaves fields without a text unchanged. */
export const fillHeader = (page: Page, kind: PermitKind, texts: Texts): Promise<void> =>
  fillItems(page, headerItems[kind], texts);

/** Adds the lines to the grid. Returns the portal's message if it refuses one. */
export async function addGoods(page: Page, rows: readonly Texts[]): Promise<string | null> {
  const lines = page.locator(form.grid).locator('tbody tr');
  for (const [index, texts] of rows.entries()) {
    await fillItems(page, goodsItems, texts);
    await clickAndWait(page, link(page, form.addItem));
    const words = (await wordsInstead(page, button(page, form.save))) ?? (await answerWords(page));
    if (words !== '') return words;
    if ((await lines.count()) !== index + 1) throw await explain(page);
  }
  return null;
}

/** Clicks the button that creates the application. */
export const save = (page: Page): Promise<void> => file(page, button(page, form.save));
