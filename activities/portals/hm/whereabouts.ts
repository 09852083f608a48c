/** Where the supplier portal's browser is, how to go on from there, and how to read what it shows. */
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
export const { goOn, file, onPage, alertWords } = tools;

export const field = (page: Page, label: string, id: string): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

export const fill = (page: Page, input: Locator, text: string): Promise<void> =>
  onPage(page, () => input.fill(text, { timeout: config.timeouts.elementMs }));

/** Every page behind the sign-in carries the menu. */
export async function openEntry(page: Page, entry: 'orders' | 'invoices'): Promise<void> {
  const { signOut, [entry]: name } = config.menu;
  await tools.openEntry(page, link(page, name), {
    signOut: link(page, signOut),
    noPermission: noPermissionMessage(name),
  });
}

/** Waits for what the page should show, or for the portal's words why not; true when it shows it. */
export async function hasCome(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}
