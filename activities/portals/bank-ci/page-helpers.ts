/** Page helpers for the bank's cash incentive desk: navigate from the current page and read what it shows. */
import type { Page } from 'playwright';
import { createCells } from '#activities/portals/cells.ts';
import { link } from '#activities/portals/controls.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { bankCiPortalMessages } from './messages.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, onPage, alertWords, isShown, fill, select, readPairs, downloadLinked } =
  tools;

/** Opens the list of claims from the menu, which every page behind the login has. */
export async function openClaims(page: Page): Promise<void> {
  const { claims, logout } = config.menu;
  await tools.openEntry(page, link(page, claims), {
    signOut: link(page, logout),
    noPermission: bankCiPortalMessages.notPermitted({ entry: claims }),
  });
}

/** Values keyed by the bank's own labels. */
export type Fields = ReadonlyMap<string, string>;

export const { cellOf, amountOf } = createCells({
  missing: (label) => bankCiPortalMessages.noLabel({ label }),
  unreadable: (text, label) => bankCiPortalMessages.unexpectedText({ text, label }),
});
