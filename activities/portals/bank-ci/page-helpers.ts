/** Page helpers for the bank's cash incentive desk: navigate from the current page and read what it shows. */
import type { Locator, Page } from 'playwright';
import { PortalFault } from '#activities/portals/contract.ts';
import { createPageTools, maintenanceWords } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { bankCiPortalMessages } from './messages.ts';

export const tools = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: config.isLogin,
  timeouts: config.timeouts,
});
export const { clickAndWait, file, onPage, alertWords } = tools;

export const field = (page: Page, { label, id }: { label: string; id: string }): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

/** Opens the list of claims from the menu, which every page behind the login has. */
export async function openClaims(page: Page): Promise<void> {
  const { claims, logout } = config.menu;
  await tools.openEntry(page, link(page, claims), {
    signOut: link(page, logout),
    noPermission: bankCiPortalMessages.notPermitted({ entry: claims }),
  });
}

/** Waits for the wanted element or an error message; true if the element is shown. */
export async function isShown(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}

/** Values keyed by the bank's own labels. */
export type Fields = ReadonlyMap<string, string>;

/** Returns the value of a label; throws PORTAL_CHANGED if the page does not have it. */
export function fieldValue(fields: Fields, label: string): string {
  const text = fields.get(label);
  if (text === undefined) throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.noLabel({ label }));
  return text;
}

/** 1,10,768.18 → 110768.18. */
export function amountOf(fields: Fields, label: string): string {
  const text = fieldValue(fields, label);
  const digits = text.replaceAll(',', '');
  if (!/^\d+(\.\d+)?$/.test(digits))
    throw new PortalFault('PORTAL_CHANGED', bankCiPortalMessages.unexpectedText({ text, label }));
  return digits;
}
