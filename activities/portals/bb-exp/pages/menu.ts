/** The menu on every page behind the login. */
import type { Locator, Page } from 'playwright';
import { PortalFault } from '#activities/portals/contract.ts';
import { onceLoaded } from '#activities/portals/loading.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { noPermissionMessage } from '#activities/portals/bb-exp/outcomes.ts';
import { clickAndWait, onPage, stayInside } from '#activities/portals/bb-exp/page-helpers.ts';

export type MenuEntry = keyof typeof config.menu.entries;

export function menu(page: Page): { transaction: Locator; logout: Locator } {
  const { transaction, logout } = config.menu;
  return {
    transaction: page.getByRole('link', { name: transaction, exact: true }),
    logout: page.getByRole('link', { name: logout, exact: true }),
  };
}

/** Opens an entry of the menu. Throws PortalFault CREDENTIALS_INVALID if the login lacks the permission for it. */
export async function openEntry(page: Page, entry: MenuEntry): Promise<void> {
  const { transaction } = menu(page);
  await stayInside(page, transaction);
  const { elementMs: timeout, navigationMs: patienceMs } = config.timeouts;
  const name = config.menu.entries[entry];
  const link = page.getByRole('link', { name, exact: true });
  // oxlint-disable-next-line typescript/no-deprecated -- still needed until not waiting is the default
  await onPage(page, () => transaction.click({ timeout, noWaitAfter: true }));
  await onceLoaded(page, () => link.waitFor({ timeout }), {
    patienceMs,
    // Not a fault of the row: the customer must choose another login, and nothing is charged.
    explain: (cause) =>
      Promise.resolve(new PortalFault('CREDENTIALS_INVALID', noPermissionMessage(name), { cause })),
  });
  await clickAndWait(page, link);
}
