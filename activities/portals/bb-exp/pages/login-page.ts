/** Pages 101 and 102 of the EXP portal: the login, and the one-time password behind it. */
import type { Locator, Page } from 'playwright';
import { field } from '#activities/portals/controls.ts';
import { config } from '#activities/portals/bb-exp/config.ts';

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
    username: field(page, { label: username, id: usernameId }),
    password: field(page, { label: password, id: passwordId }),
    // The submit control is a link with a script, not a button.
    login: page.getByRole('link', { name: link, exact: true }),
    captcha: {
      widget: page.locator(widget),
      picture: page.locator(picture),
      answer: field(page, { label: answer, id: answerId }),
    },
  };
}

export function oneTimePasswordPage(page: Page): { code: Locator; verify: Locator } {
  const { code, codeId, link } = config.oneTimePassword;
  return {
    code: field(page, { label: code, id: codeId }),
    verify: page.getByRole('link', { name: link, exact: true }),
  };
}
