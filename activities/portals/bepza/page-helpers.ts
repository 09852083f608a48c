/** Page helpers for BEPZA's permit system: navigate from the current page and read what it shows. */
import type { Locator, Page } from 'playwright';
import { cellOf, unreadable } from '#activities/portals/cells.ts';
import { createPageTools, maintenanceWords, type PageTools } from '#activities/portals/page-tools.ts';
import { config, type Control } from './config.ts';
import { noPermissionMessage } from './outcomes.ts';

const given = { alert: config.alert, maintenanceWords, isLogin: config.isLogin };

export const tools = createPageTools({ ...given, timeouts: config.timeouts });
export const { clickAndWait, file, onPage, explain, alertWords } = tools;

/** Page tools with the longer timeout that an upload needs. */
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

/** Opens an entry of the menu, which every page behind the login has. */
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

/** Waits for the wanted element or an error message; true if the element is shown. */
export async function isShown(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}

/** Reads the portal's answer to a filing. */
export async function readConfirmation(
  page: Page,
  taken: RegExp,
): Promise<{ isTaken: boolean; words: string }> {
  const notice = page.locator(config.notice);
  const words = (await isShown(page, notice)) ? await notice.first().innerText() : await alertWords(page);
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
