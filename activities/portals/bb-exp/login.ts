/** Logs in to the EXP portal and distinguishes the ways in which that can end. */
import type { Page } from 'playwright';
import { quote } from '#contracts/messages/message.ts';
import type {
  Ask,
  LoginContext,
  LoginResult,
  PortalLogin,
  PortalSession,
} from '#activities/portals/contract.ts';
import { followLogout, loginResult } from '#activities/portals/form-login.ts';
import { loginRefusal } from '#activities/portals/login-words.ts';
import { open, requireSignInHost } from '#activities/portals/navigation.ts';
import { typeCode, typePassword } from '#activities/portals/typed-secrets.ts';
import { answerByPerson } from '#activities/portals/questions.ts';
import { config } from './config.ts';
import { captchaOutcome, passwordExpired, questions } from './outcomes.ts';
import { loginPage, oneTimePasswordPage } from './pages/login-page.ts';
import { menu } from './pages/menu.ts';
import { skipReportFrame } from './pages/report-page.ts';
import { alertWords, explain, follow, onPage, pageId, requireShown } from './tools.ts';

/**
 * Logs in with the user name and password, the CAPTCHA, and a one-time password if the portal asks for one. Returns a
 * PortalFault as an outcome instead of throwing it.
 */
export const login = (
  session: PortalSession,
  credentials: PortalLogin,
  { ask }: LoginContext,
): Promise<LoginResult> => loginResult(() => tryLogin(session, credentials, ask));

/** Opens the login page and looks at its form. */
export async function entrance({ page, baseUrl }: PortalSession): Promise<void> {
  await open(page, `${baseUrl}${config.loginPath}`, config.timeouts.navigationMs);
  const { username, password, login: submit } = loginPage(page);
  await requireShown(page, username, password, submit);
}

async function tryLogin(
  { page, baseUrl }: PortalSession,
  credentials: PortalLogin,
  ask: Ask,
): Promise<LoginResult> {
  await skipReportFrame(page);
  await open(page, `${baseUrl}${config.loginPath}`, config.timeouts.navigationMs);
  const { captcha } = loginPage(page);
  if ((await captcha.widget.count()) === 0) await submitLogin(page, credentials);
  else if ((await captcha.picture.count()) === 0) return captchaOutcome;
  else await submitWithCaptcha(page, credentials, ask);
  if (pageId(page.url()) === config.pages.oneTimePassword) await giveOneTimePassword(page, ask);
  return readOutcome(page);
}

async function submitLogin(page: Page, credentials: PortalLogin, captcha?: string): Promise<void> {
  const form = loginPage(page);
  const timeout = config.timeouts.elementMs;
  await onPage(page, () => form.username.fill(credentials.username, { timeout }));
  await typePassword(form.password, credentials, { timeouts: config.timeouts, explain: () => explain(page) });
  if (captcha !== undefined) await onPage(page, () => form.captcha.answer.fill(captcha, { timeout }));
  await follow(page, form.login);
}

async function submitWithCaptcha(page: Page, credentials: PortalLogin, ask: Ask): Promise<void> {
  const { widget, picture } = loginPage(page).captcha;
  const timeout = config.timeouts.elementMs;
  await answerByPerson(ask, {
    read: async () => ({
      kind: 'captcha',
      prompt: questions.captcha,
      picturePng: await onPage(page, () => picture.screenshot({ timeout })),
    }),
    give: (answer) => submitLogin(page, credentials, answer),
    refusal: async () => {
      const words = await alertWords(page);
      return (await widget.count()) > 0 && isAboutCaptcha(words) ? words : null;
    },
  });
}

const isAboutCaptcha = (words: string): boolean => /captcha|characters/i.test(words);

async function giveOneTimePassword(page: Page, ask: Ask): Promise<void> {
  const { code, verify } = oneTimePasswordPage(page);
  await answerByPerson(ask, {
    read: async () => {
      requireSignInHost(page);
      return { kind: 'otp', prompt: questions.oneTimePassword };
    },
    give: async (answer) => {
      await typeCode({ onPage }, code, answer, config.timeouts.elementMs);
      await follow(page, verify);
    },
    refusal: async () => (pageId(page.url()) === config.pages.oneTimePassword ? alertWords(page) : null),
  });
}

async function readOutcome(page: Page): Promise<LoginResult> {
  if ((await menu(page).logout.count()) > 0) return { outcome: 'ok' };
  if (pageId(page.url()) === config.pages.newPassword) return passwordExpired;
  const words = await alertWords(page);
  const refused = loginRefusal(words);
  if (refused) return refused;
  if (isAboutCaptcha(words)) return { outcome: 'HUMAN_REQUIRED', message: quote(words) };
  if ((await loginPage(page).captcha.widget.count()) > 0) return captchaOutcome;
  throw await explain(page);
}

/** Never fails because of the portal, since the session also expires by itself. */
export const logout = ({ page }: PortalSession): Promise<void> =>
  followLogout(page, menu(page).logout, config.timeouts.logoutMs);
