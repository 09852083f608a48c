/** The menu that every page behind the login carries. */
import type { Locator, Page } from 'playwright';
import { config } from '../config.ts';

type Menu = { transaction: Locator; search: Locator; logout: Locator };

export function menu(page: Page): Menu {
  const { transaction, search, logout } = config.menu;
  return {
    transaction: page.getByRole('link', { name: transaction, exact: true }),
    search: page.getByRole('link', { name: search, exact: true }),
    logout: page.getByRole('link', { name: logout, exact: true }),
  };
}
