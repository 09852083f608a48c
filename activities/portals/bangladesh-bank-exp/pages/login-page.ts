/** Pages 101 and 102 of the EXP portal: the login, and the one-time password behind it. */
import type { Locator, Page } from 'playwright';
import { config } from '#activities/portals/bangladesh-bank-exp/config.ts';

type LoginPage = {
  username: Locator;
  password: Locator;
  login: Locator;
  captcha: { widget: Locator; picture: Locator; answer: Locator };
};

export function loginPage(page: Page): LoginPage {
  const { username, usernameId, password, passwordId, link } = config.login;
  const { widget, picture, answer, answerId } = config.captcha;
  return {
    username: page.getByLabel(username, { exact: true }).or(page.locator(usernameId)),
    password: page.getByLabel(password, { exact: true }).or(page.locator(passwordId)),
    // The submit control is a link with a script, not a button.
    login: page.getByRole('link', { name: link, exact: true }),
    captcha: {
      widget: page.locator(widget),
      picture: page.locator(picture),
      answer: page.getByLabel(answer, { exact: true }).or(page.locator(answerId)),
    },
  };
}

export function oneTimePasswordPage(page: Page): { code: Locator; verify: Locator } {
  const { code, codeId, link } = config.oneTimePassword;
  return {
    code: page.getByLabel(code, { exact: true }).or(page.locator(codeId)),
    verify: page.getByRole('link', { name: link, exact: true }),
  };
}
