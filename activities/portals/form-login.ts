/**
 * Login with user name and password on one or two pages, for portals that ask for at most a one-time code in
 * addition.
 */
import type { Locator, Page } from 'playwright';
import type { Message } from '#contracts/messages/message.ts';
import { button, field, link, type Control } from './controls.ts';
import {
  PortalFault,
  type LoginContext,
  type LoginResult,
  type PortalLogin,
  type PortalSession,
} from './contract.ts';
import type { SignIn } from './create-portal.ts';
import { follow, open, requireSignInHost, type Timeouts } from './navigation.ts';
import { loginRefusal } from './login-words.ts';
import { typeCode, typePassword } from './typed-secrets.ts';
import type { PageTools } from './page-tools.ts';
import { answerByPerson } from './questions.ts';

export type SignInForm = {
  loginPath: string;
  timeouts: Timeouts & { logoutMs: number };
  login: {
    username: Control;
    /** The button on the page with the user name that leads to a separate page for the password. */
    next?: string;
    password: Control;
    submit: string | Control;
    /** Selector of the form by which a script on one host sends the browser to the next host. */
    passing?: string;
  } & (OneTimeCode | { code?: never });
  /** Every page behind the login has this link. */
  menu: { logout: string };
};

/** Runs after the form has appeared and before it is submitted, for example to choose a zone. */
type Prepare = (page: Page, context: LoginContext) => Promise<void>;

/** The page for a one-time code that follows the form. */
type OneTimeCode = { code: Control; verify: string; prompt: Message };

/** Creates the sign-in of a portal whose login is a form and whose pages all have a logout link. */
export function createSignIn(form: SignInForm, tools: PageTools, prepare?: Prepare): SignIn {
  return {
    login: (session, login, context) =>
      loginResult(() => tryLogin({ ...form, tools, ...(prepare && { prepare }) }, session, login, context)),
    logout: ({ page }) => followLogout(page, link(page, form.menu.logout), form.timeouts.logoutMs),
    entrance: (session) => seeForm({ ...form, tools }, session),
  };
}

/** Opens the form and checks its fields. On a login of two pages, the first one has only the user name. */
async function seeForm({ tools, timeouts, ...form }: Form, { page, baseUrl }: PortalSession): Promise<void> {
  const { username, password, next, submit } = form.login;
  await open(page, `${baseUrl}${form.loginPath}`, timeouts.navigationMs);
  const wanted =
    next === undefined
      ? [field(page, password), typeof submit === 'string' ? button(page, submit) : field(page, submit)]
      : [button(page, next)];
  await tools.requireShown(page, field(page, username), ...wanted);
}

/** Login outcomes that are reported unchanged; any other fault during a login means that the portal is down. */
const ownOutcomes = ['PORTAL_CHANGED', 'HUMAN_REQUIRED'] as const;

/** Turns a fault during a login into its result. */
export async function loginResult(logIn: () => Promise<LoginResult>): Promise<LoginResult> {
  try {
    return await logIn();
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    const outcome = ownOutcomes.find((own) => own === error.outcome) ?? 'PORTAL_DOWN';
    return { outcome, message: error.said };
  }
}

type Form = SignInForm & { tools: PageTools; prepare?: Prepare };

async function tryLogin(
  form: Form,
  { page, baseUrl }: PortalSession,
  login: PortalLogin,
  context: LoginContext,
): Promise<LoginResult> {
  const { tools, timeouts } = form;
  const { username, password, next, submit, passing } = form.login;
  const timeout = timeouts.elementMs;
  await open(page, `${baseUrl}${form.loginPath}`, timeouts.navigationMs, passing);
  await form.prepare?.(page, context);
  await tools.onPage(page, () => field(page, username).fill(login.username, { timeout }));
  const onward = passing === undefined ? {} : { passing };
  if (next !== undefined) await tools.follow(page, button(page, next), onward);
  await typePassword(field(page, password), login, { timeouts, explain: () => tools.explain(page) });
  const target = typeof submit === 'string' ? button(page, submit) : field(page, submit);
  await tools.follow(page, target, onward);
  if (form.login.code && (await field(page, form.login.code).count()) > 0)
    await giveCode(form, form.login, page, context);
  if ((await link(page, form.menu.logout).count()) > 0) return { outcome: 'ok' };
  const refused = loginRefusal(await tools.alertWords(page));
  if (refused) return refused;
  throw await tools.explain(page);
}

async function giveCode(
  { tools, timeouts, login: { passing } }: Form,
  { code, verify, prompt }: OneTimeCode,
  page: Page,
  { ask }: LoginContext,
): Promise<void> {
  await answerByPerson(ask, {
    read: async () => {
      requireSignInHost(page);
      return { kind: 'otp', prompt };
    },
    give: async (answer) => {
      await typeCode(tools, field(page, code), answer, timeouts.elementMs);
      await tools.follow(page, button(page, verify), passing === undefined ? {} : { passing });
    },
    refusal: async () => ((await field(page, code).count()) > 0 ? tools.alertWords(page) : null),
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
