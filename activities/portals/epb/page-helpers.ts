/** Page helpers for the export tracker: navigate from any page to its SOO pages. */
import type { Locator, Page } from 'playwright';
import { createPageTools, maintenanceWords } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { epbPortalMessages } from './messages.ts';

export const tools = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: config.isLogin,
  timeouts: config.timeouts,
});

/** Opens the list from the menu, which every page behind the login has. */
export async function openList(page: Page): Promise<void> {
  const { soo, logout } = config.menu;
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  await tools.openEntry(page, link(soo), {
    signOut: link(logout),
    noPermission: epbPortalMessages.notPermitted({ entry: soo }),
  });
}
