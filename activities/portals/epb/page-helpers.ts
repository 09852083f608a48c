/** Page helpers for the export tracker: navigate from any page to its SOO pages. */
import type { Page } from 'playwright';
import { link } from '#activities/portals/controls.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { epbPortalMessages } from './messages.ts';

export const tools = createPageTools(config);

/** Opens the list from the menu, which every page behind the login has. */
export async function openList(page: Page): Promise<void> {
  const { soo, logout } = config.menu;
  await tools.openEntry(page, link(page, soo), {
    signOut: link(page, logout),
    noPermission: epbPortalMessages.notPermitted({ entry: soo }),
  });
}
