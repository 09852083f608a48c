/** Page 92 of the EXP portal: search by EXP number, and the details of the EXP found. */
import type { Locator, Page } from 'playwright';
import { field, type Control } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { cellTexts, pairsOf } from '#activities/portals/page-reading.ts';
import { answerWords, clickAndWait, fillIn, onPage, pageId } from '#activities/portals/bb-exp/tools.ts';
import { openEntry } from './menu.ts';
import { reportPage } from './report-page.ts';

type SearchPage = {
  /** The parts of the number, of which the first one tells that the page is the search. */
  number: { adCode: Control; serial: Control; year: Control };
  search: Locator;
  /** The details, or the portal's message if there are none. */
  answer: Locator;
  print: Locator;
};

export function searchPage(page: Page): SearchPage {
  const { adCode, adCodeId, serial, serialId, year, yearId, link } = config.search;
  const details = page.locator(config.detail.table);
  return {
    number: {
      adCode: { label: adCode, id: adCodeId },
      serial: { label: serial, id: serialId },
      year: { label: year, id: yearId },
    },
    search: page.getByRole('link', { name: link, exact: true }),
    answer: details.or(page.locator(config.alert)).first(),
    print: page.getByRole('link', { name: config.detail.print, exact: true }),
  };
}

/** Goes to the search page from wherever the previous row stopped, with as few clicks as possible. */
export async function openSearch(page: Page): Promise<void> {
  const here = pageId(page.url());
  if (here === config.pages.search && (await field(page, searchPage(page).number.adCode).count()) > 0) return;
  const { back } = reportPage(page);
  if (here === config.pages.report && (await back.count()) > 0) await clickAndWait(page, back);
  else await openEntry(page, 'search');
}

export type ExpNumber = { adCode: string; serial: string; year: string };

/** The EXP's values keyed by the portal's labels, or the portal's message if it shows none. */
export type SearchAnswer = { details: Map<string, string> } | { words: string };

/** Searches from the open search page. The page then shows the details, if there are any. */
export async function searchExp(page: Page, { adCode, serial, year }: ExpNumber): Promise<SearchAnswer> {
  const form = searchPage(page);
  const { number } = form;
  const timeout = config.timeouts.elementMs;
  await fillIn(page, [
    { ...number.adCode, text: adCode },
    { ...number.serial, text: serial },
    { ...number.year, text: year },
  ]);
  await clickAndWait(page, form.search);
  let cells = await cellTexts(page, config.detail.table);
  if (cells.length === 0) {
    await onPage(page, () => form.answer.waitFor({ state: 'attached', timeout }));
    cells = await cellTexts(page, config.detail.table);
  }
  if (cells.length === 0) return { words: await answerWords(page) };
  return { details: pairsOf(cells) };
}
