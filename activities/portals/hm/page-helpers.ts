/** Page helpers for the supplier portal: navigate from the current page and read what it shows. */
import type { Page } from 'playwright';
import { link } from '#activities/portals/controls.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { noPermissionMessage } from './outcomes.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, onPage, alertWords, isShown, fill, downloadLinked } = tools;

/** Opens an entry of the menu, which every page behind the sign-in has. */
export async function openEntry(page: Page, entry: 'orders' | 'invoices'): Promise<void> {
  const { logout, [entry]: name } = config.menu;
  await tools.openEntry(page, link(page, name), {
    signOut: link(page, logout),
    noPermission: noPermissionMessage(name),
  });
}
