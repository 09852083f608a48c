/** Where the incentive desk's browser is, how to go on from there, and how to read what it shows. */
import type { Locator, Page } from 'playwright';
import { say } from '#contracts/say.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { createPageTools, maintenanceWords } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';

export const tools = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: config.isLogin,
  timeouts: config.timeouts,
});
export const { goOn, file, onPage, alertWords } = tools;

export const field = (page: Page, { label, id }: { label: string; id: string }): Locator =>
  page.getByLabel(label, { exact: true }).or(page.locator(id));
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

/** The list of claims, by the menu that every page behind the login has. */
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

/** Waits for what the page should show, or for the bank's words why not; true when it shows it. */
export async function hasCome(page: Page, wanted: Locator): Promise<boolean> {
  const { elementMs: timeout } = config.timeouts;
  await onPage(page, () => wanted.or(page.locator(config.alert)).first().waitFor({ timeout }));
  return (await wanted.count()) > 0;
}

/** By the bank's own labels. */
export type Facts = ReadonlyMap<string, string>;

/** A label that is missing means that the portal was rebuilt. */
export function factOf(facts: Facts, label: string): string {
  const text = facts.get(label);
  if (text === undefined)
    throw new PortalFault('PORTAL_CHANGED', say('The bank\'s page has no "{label}".', { label }));
  return text;
}

/** 1,10,768.18 → 110768.18. */
export function amountOf(facts: Facts, label: string): string {
  const text = factOf(facts, label);
  const digits = text.replaceAll(',', '');
  if (!/^\d+(\.\d+)?$/.test(digits))
    throw new PortalFault(
      'PORTAL_CHANGED',
      say('The bank\'s page shows "{text}" as "{label}".', { text, label }),
    );
  return digits;
}
