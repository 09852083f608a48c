/**
 * Login with user name and password on one or two pages, for portals that ask for at most a one-time code in
 * addition.
 */
import type { Locator, Page } from 'playwright';
import {
  passwordOf,
  PortalFault,
  type LoginContext,
  type LoginResult,
  type Portal,
  type PortalLogin,
  type PortalSession,
} from './contract.ts';
import { follow, open, type Timeouts } from './navigation.ts';
import { fillSecret, type PageTools } from './page-tools.ts';
import { answerByPerson } from './questions.ts';
import { portalMessages } from './messages.ts';

/** Maps the portal's messages to login outcomes; the first pattern that matches decides. */
export type LoginWords = readonly {
  words: RegExp;
  outcome: Exclude<LoginResult['outcome'], 'ok'>;
  message?: string;
}[];

/** Messages used by many portals. */
export const usualLoginWords: LoginWords = [
  { words: /locked/i, outcome: 'ACCOUNT_LOCKED' },
  {
    words: /password has expired|change your password/i,
    outcome: 'CREDENTIALS_INVALID',
    message: portalMessages.passwordExpired(),
  },
  { words: /invalid|incorrect|wrong|not right|failed|inactive|disabled/i, outcome: 'CREDENTIALS_INVALID' },
];

export type FormLogin = {
  loginPath: string;
  timeouts: Timeouts;
  tools: PageTools;
  username: (page: Page) => Locator;
  /** The control that leads from the user name to a separate page for the password. */
  next?: (page: Page) => Locator;
  password: (page: Page) => Locator;
  submit: (page: Page) => Locator;
  /** Runs after the form has appeared and before it is submitted, for example to choose a zone. */
  prepare?: (page: Page, context: LoginContext) => Promise<void>;
  /** The page for a one-time code that follows the form. */
  code?: { prompt: string; field: (page: Page) => Locator; submit: (page: Page) => Locator };
  /** An element that every page behind the login contains. */
  inside: (page: Page) => Locator;
  words: LoginWords;
};

type LabelledForm = {
  loginPath: string;
  timeouts: Timeouts & { logoutMs: number };
  login: Record<
    | 'username'
    | 'usernameId'
    | 'password'
    | 'passwordId'
    | 'submit'
    | 'code'
    | 'codeId'
    | 'verify'
    | 'prompt',
    string
  >;
  menu: { logout: string };
};

/**
 * Creates login and logout for a portal whose fields are found by label or id and which has a logout link on every
 * page.
 */
export function labelledLogin(
  { loginPath, timeouts, login: form, menu }: LabelledForm,
  tools: PageTools,
): Pick<Portal, 'login' | 'logout'> {
  const field = (label: string, id: string) => (page: Page) =>
    page.getByLabel(label, { exact: true }).or(page.locator(id));
  const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
  const leave = (page: Page) => page.getByRole('link', { name: menu.logout, exact: true });
  return {
    login: createFormLogin({
      loginPath,
      timeouts,
      tools,
      username: field(form.username, form.usernameId),
      password: field(form.password, form.passwordId),
      submit: button(form.submit),
      code: { prompt: form.prompt, field: field(form.code, form.codeId), submit: button(form.verify) },
      inside: leave,
      words: usualLoginWords,
    }),
    logout: ({ page }) => followLogout(page, leave(page), timeouts.logoutMs),
  };
}

/** Login outcomes that are reported unchanged; any other fault during a login means that the portal is down. */
const ownOutcomes = ['PORTAL_CHANGED', 'HUMAN_REQUIRED'] as const;

export function createFormLogin(form: FormLogin) {
  return async (session: PortalSession, login: PortalLogin, context: LoginContext): Promise<LoginResult> => {
    try {
      return await tryLogin(form, session, login, context);
    } catch (error) {
      if (!(error instanceof PortalFault)) throw error;
      const outcome = ownOutcomes.find((own) => own === error.outcome) ?? 'PORTAL_DOWN';
      return { outcome, message: error.message };
    }
  };
}

async function tryLogin(
  form: FormLogin,
  { page, baseUrl }: PortalSession,
  login: PortalLogin,
  context: LoginContext,
): Promise<LoginResult> {
  const { tools, timeouts } = form;
  const timeout = timeouts.elementMs;
  await open(page, `${baseUrl}${form.loginPath}`, timeouts.navigationMs);
  await form.prepare?.(page, context);
  await tools.onPage(page, () => form.username(page).fill(login.username, { timeout }));
  if (form.next) await follow(page, form.next(page), timeouts);
  await fillSecret(form.password(page), await passwordOf(login), {
    timeouts,
    explain: () => tools.explain(page),
  });
  await follow(page, form.submit(page), timeouts);
  if (form.code && (await form.code.field(page).count()) > 0) await giveCode(form, form.code, page, context);
  if ((await form.inside(page).count()) > 0) return { outcome: 'ok' };
  const said = await tools.alertWords(page);
  const known = form.words.find(({ words }) => words.test(said));
  if (known) return { outcome: known.outcome, message: known.message ?? said };
  throw await tools.explain(page);
}

async function giveCode(
  { tools, timeouts }: FormLogin,
  code: NonNullable<FormLogin['code']>,
  page: Page,
  { ask }: LoginContext,
): Promise<void> {
  await answerByPerson(ask, {
    read: async () => ({ kind: 'otp', prompt: code.prompt }),
    give: async (answer) => {
      await tools.onPage(page, () => code.field(page).fill(answer.trim(), { timeout: timeouts.elementMs }));
      await follow(page, code.submit(page), timeouts);
    },
    refusal: async () => ((await code.field(page).count()) > 0 ? tools.alertWords(page) : null),
  });
}

/**
 * Clicks the logout link. Failures are ignored, because the session expires by itself and the caller closes the
 * context.
 */
export async function followLogout(page: Page, link: Locator, logoutMs: number): Promise<void> {
  try {
    if ((await link.count()) > 0) await follow(page, link, { navigationMs: logoutMs, elementMs: logoutMs });
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
  }
}
