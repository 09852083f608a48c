/** Where the permit system's browser is, how to go on from there, and how to read what it shows. */
import type { Locator, Page } from 'playwright';
import { cellOf, unreadable } from '#activities/portals/cells.ts';
import { createPageTools, maintenanceWords, type PageTools } from '#activities/portals/page-tools.ts';
import { config, type Control } from './config.ts';
import { noPermissionMessage } from './outcomes.ts';

const given = { alert: config.alert, maintenanceWords, isLogin: config.isLogin };

export const tools = createPageTools({ ...given, timeouts: config.timeouts });
export const { goOn, file, onPage, explain, alertWords } = tools;

/** The same with the patience that an upload needs. */
export const uploadTools = (): PageTools =>
  createPageTools({ ...given, timeouts: { ...config.timeouts, navigationMs: config.timeouts.uploadMs } });

export const field = (page: Page, { label, id }: Control): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

export const fill = (page: Page, control: Control, text: string): Promise<void> =>
  onPage(page, () => field(page, control).fill(text, { timeout: config.timeouts.elementMs }));

export async function select(page: Page, control: Control, choice: string): Promise<void> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => field(page, control).selectOption({ label: choice }, { timeout }));
}

/** Every page behind the login carries the menu. */
export async function openEntry(
  page: Page,
  entry: Exclude<keyof typeof config.menu, 'logout'>,
): Promise<void> {
  const { logout, [entry]: name } = config.menu;
  await tools.openEntry(page, link(page, name), {
    signOut: link(page, logout),
    noPermission: noPermissionMessage(name),
  });
}

/** Waits for what the page should show, or for the portal's words why not; true when it shows it. */
export async function hasCome(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}

/** What the portal says of a filing. */
export async function readConfirmation(
  page: Page,
  taken: RegExp,
): Promise<{ isTaken: boolean; words: string }> {
  const notice = page.locator(config.notice);
  const words = (await hasCome(page, notice)) ? await notice.first().innerText() : await alertWords(page);
  return { isTaken: taken.test(words.trim()), words: words.trim() };
}

/** 05/06/2026 10:15 → 2026-06-05 10:15, with or without the time; null where there is none. */
export function dayOf(row: ReadonlyMap<string, string>, heading: string): string | null {
  const text = cellOf(row, heading);
  if (text === '') return null;
  const [, day, month, year, time = ''] = /^(\d\d)\/(\d\d)\/(\d{4})( \d\d:\d\d)?$/.exec(text) ?? [];
  if (year) return `${year}-${month}-${day}${time}`;
  throw unreadable(text, heading);
}
