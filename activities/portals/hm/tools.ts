/** Page tools for the supplier portal: navigate from the current page and read what it shows. */
import { createMenu, createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { hmPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, onPage, wordsInstead, fill, fillIn, downloadLinked } = tools;

export const openEntry = createMenu(tools, config, hmPortalMessages.notPermitted);
