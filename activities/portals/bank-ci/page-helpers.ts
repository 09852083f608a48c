/** Page helpers for the bank's cash incentive desk: navigate from the current page and read what it shows. */
import type { Page } from 'playwright';
import { say } from '#contracts/say.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { link } from '#activities/portals/controls.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';

export const tools = createPageTools(config);
export const { clickAndWait, file, onPage, alertWords, isShown, fill, select, readPairs, downloadLinked } =
  tools;

/** Opens the list of claims from the menu, which every page behind the login has. */
export async function openClaims(page: Page): Promise<void> {
  const { claims, logout } = config.menu;
  await tools.openEntry(page, link(page, claims), {
    signOut: link(page, logout),
    noPermission: say(
      'This login has no permission for "{entry}" at the bank. Save another login in Portal Access.',
      { entry: claims },
    ),
  });
}

/** Values keyed by the bank's own labels. */
export type Fields = ReadonlyMap<string, string>;

/** Returns the value of a label; throws PORTAL_CHANGED if the page does not have it. */
export function fieldValue(fields: Fields, label: string): string {
  const text = fields.get(label);
  if (text === undefined)
    throw new PortalFault('PORTAL_CHANGED', say('The bank\'s page has no "{label}".', { label }));
  return text;
}

/** 1,10,768.18 → 110768.18. */
export function amountOf(fields: Fields, label: string): string {
  const text = fieldValue(fields, label);
  const digits = text.replaceAll(',', '');
  if (!/^\d+(\.\d+)?$/.test(digits))
    throw new PortalFault(
      'PORTAL_CHANGED',
      say('The bank\'s page shows "{text}" as "{label}".', { text, label }),
    );
  return digits;
}
