/** Page helpers for the supplier portal: navigate from the current page and read what it shows. */
import type { Locator, Page } from 'playwright';
import { createPageTools, maintenanceWords } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { noPermissionMessage } from './outcomes.ts';

export const tools = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: config.isLogin,
  timeouts: config.timeouts,
});
export const { clickAndWait, file, onPage, alertWords } = tools;

export const field = (page: Page, label: string, id: string): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

export const fill = (page: Page, input: Locator, text: string): Promise<void> =>
  onPage(page, () => input.fill(text, { timeout: config.timeouts.elementMs }));

/** Opens an entry of the menu, which every page behind the sign-in has. */
export async function openEntry(page: Page, entry: 'orders' | 'invoices'): Promise<void> {
  const { signOut, [entry]: name } = config.menu;
  await tools.openEntry(page, link(page, name), {
    signOut: link(page, signOut),
    noPermission: noPermissionMessage(name),
  });
}

/** Waits for the wanted element or an error message; true if the element is shown. */
export async function isShown(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}
