/** Page tools for the bank's cash incentive desk: navigate from the current page and read what it shows. */
import type { Page } from 'playwright';
import { createCells } from '#activities/portals/cells.ts';
import { createMenu, createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { bankCiPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, wordsInstead, fill, fillIn, select, readPairs, downloadLinked } = tools;

const openEntry = createMenu(tools, config, bankCiPortalMessages.notPermitted);

/** Opens the list of claims from the menu. */
export const openClaims = (page: Page): Promise<void> => openEntry(page, config.menu.claims);

/** Values keyed by the bank's own labels. */
export type Fields = ReadonlyMap<string, string>;

export const { cellOf, amountOf } = createCells({
  missing: (label) => bankCiPortalMessages.noLabel({ label }),
  unreadable: (text, label) => bankCiPortalMessages.unexpectedText({ text, label }),
});
