/** Page 101 of the EXP portal: the login. */
import type { Locator, Page } from 'playwright';
import { config } from '../config.ts';

type LoginPage = { username: Locator; password: Locator; login: Locator; captcha: Locator };

export function loginPage(page: Page): LoginPage {
  const { username, usernameId, password, passwordId, link } = config.login;
  return {
    username: page.getByLabel(username, { exact: true }).or(page.locator(usernameId)),
    password: page.getByLabel(password, { exact: true }).or(page.locator(passwordId)),
    // A link that submits by script, not a button.
    login: page.getByRole('link', { name: link, exact: true }),
    captcha: page.locator(config.captcha),
  };
}
