/** Page tools for the export tracker: navigate from any page to its SOO pages. */
import type { Page } from 'playwright';
import { createMenu, createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { epbPortalMessages } from './messages.ts';

export const tools = createPageTools(config);

const openEntry = createMenu(tools, config, epbPortalMessages.notPermitted);

export const openList = (page: Page): Promise<void> => openEntry(page, config.menu.soo);
