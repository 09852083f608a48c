/** The menu on every page behind the login. */
import type { Locator, Page } from 'playwright';
import { PortalFault } from '#activities/portals/contract.ts';
import { link } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { noPermissionMessage } from '#activities/portals/bb-exp/outcomes.ts';
import { clickAndWait, onPage, stayInside } from '#activities/portals/bb-exp/tools.ts';

export type MenuEntry = keyof typeof config.menu.entries;

export function menu(page: Page): { transaction: Locator; logout: Locator } {
  const { transaction, logout } = config.menu;
  return {
    transaction: link(page, transaction),
    logout: link(page, logout),
  };
}

/** Opens an entry of the menu. Throws PortalFault CREDENTIALS_INVALID if the login lacks the permission for it. */
export async function openEntry(page: Page, entry: MenuEntry): Promise<void> {
  const { transaction } = menu(page);
  const { elementMs: timeout } = config.timeouts;
  const name = config.menu.entries[entry];
  const target = link(page, name);
  // Asked before the click, which would otherwise wait for the menu and be made on a later page that has it.
  await stayInside(page, config.menu.transaction);
  // oxlint-disable-next-line typescript/no-deprecated -- still needed until not waiting is the default
  await onPage(page, () => transaction.click({ timeout, noWaitAfter: true }));
  try {
    await clickAndWait(page, target);
  } catch (cause) {
    const hasChanged = cause instanceof PortalFault && cause.outcome === 'PORTAL_CHANGED';
    const isMissing = hasChanged && (await transaction.count()) > 0 && (await target.count()) === 0;
    if (!isMissing) throw cause;
    // Not a fault of the row: the customer must choose another login, and nothing is charged.
    throw new PortalFault('CREDENTIALS_INVALID', noPermissionMessage(name), { cause });
  }
}
