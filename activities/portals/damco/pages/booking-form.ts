/** The order search, and the form that books an order's lines. */
import type { Frame, Page } from 'playwright';
import type { Message } from '#contracts/messages/message.ts';
import { damcoPortalMessages } from '#activities/portals/damco/messages.ts';
import { cellOf, numberOf } from '#activities/portals/cells.ts';
import { readTable } from '#activities/portals/page-reading.ts';
import {
  headerItems,
  lineItems,
  type HeaderItem,
  type LineItem,
} from '#activities/portals/damco/booking-items.ts';
import { config } from '#activities/portals/damco/config.ts';
import { button } from '#activities/portals/controls.ts';
import { click, confirmAndWait, file, clickAndWait, openTab } from '#activities/portals/damco/frame.ts';
import { choose, fill, hasChoice, wordsInstead, onPage } from '#activities/portals/damco/tools.ts';

const { searchPo, form } = config;

export type OrderLine = { line: string; style: string; ordered: number };

/** Returns the order's lines and the frame that shows them, or the portal's message if it does not find the order. */
export async function findOrder(
  page: Page,
  orderNo: string,
): Promise<{ app: Frame; lines: OrderLine[] } | { words: string }> {
  const app = await openTab(page, 'searchPo');
  await fill(app, app.locator(searchPo.orderNo), orderNo);
  await clickAndWait(app, app.locator(searchPo.search));
  const words = await wordsInstead(app, searchPo.lines);
  if (words !== null) return { words };
  const lines = (await readTable(app, searchPo.lines)).map((row) => ({
    line: cellOf(row, 'Line'),
    style: cellOf(row, 'Style'),
    ordered: numberOf(row, 'Ordered'),
  }));
  return { app, lines };
}

/**
 * Selects the lines and opens the form. Returns the number that the portal assigns to the booking before it is saved.
 */
export async function book(
  app: Frame,
  lines: readonly OrderLine[] | 'all',
): Promise<{ so: string } | { words: string }> {
  const { elementMs: timeout } = config.timeouts;
  const boxes =
    lines === 'all'
      ? [app.locator(searchPo.allLines)]
      : lines.map(({ line }) => app.getByLabel(searchPo.line(line), { exact: true }));
  for (const box of boxes) await onPage(app, () => box.check({ timeout }));
  await confirmAndWait(app, button(app, searchPo.book));
  const so = app.locator(form.so);
  const words = await wordsInstead(app, so);
  return words === null ? { so: (await so.innerText()).trim() } : { words };
}

export type Texts = Readonly<Record<string, string | undefined>>;

/** Fills in the header and the lines in the order of the form. Returns the reason if a list lacks a value. */
export async function fillBooking(
  app: Frame,
  { header, lines }: { header: Texts; lines: readonly Texts[] },
): Promise<Message | null> {
  for (const item of headerItems) {
    const unknown = await type(app, item, item.id, header[item.column]);
    if (unknown !== null) return unknown;
  }
  await click(app, button(app, form.details), () => app.locator(form.lines).isVisible());
  for (const [index, texts] of lines.entries()) {
    const n = index + 1;
    await choose(app, app.locator(`${form.unit.id}${n}`), form.unit.value);
    await choose(app, app.locator(`${form.packageUnit.id}${n}`), form.packageUnit.value);
    for (const item of lineItems) {
      const unknown = await type(app, item, `${item.id}${n}`, texts[item.column]);
      if (unknown !== null) return unknown;
    }
  }
  return null;
}

async function type(
  app: Frame,
  { label, isChoice }: HeaderItem | LineItem,
  id: string,
  text: string | undefined,
): Promise<Message | null> {
  if (text === undefined) return null;
  const control = app.locator(id);
  if (!isChoice) await fill(app, control, text);
  else if (await hasChoice(app, control, text)) await choose(app, control, text);
  else return damcoPortalMessages.notListed({ label, text });
  return null;
}

/** Opens the menu with the ways to save a booking; nothing is saved yet. */
export const openSaveMenu = (app: Frame): Promise<void> =>
  click(app, app.locator(form.saveAs), () => button(app, form.draft).isVisible());

/** Clicks the button that saves the booking. */
export const saveAs = (app: Frame, mode: 'draft' | 'finished'): Promise<void> =>
  file(app, button(app, form[mode]));
