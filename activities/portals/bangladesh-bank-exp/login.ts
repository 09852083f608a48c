/** Logs in at the EXP portal, and tells the ways in which that can end apart. */
import type { Page } from 'playwright';
import { PortalFault, type LoginResult, type PortalLogin, type PortalSession } from '../contract.ts';
import { follow, open } from '../navigation.ts';
import { fillSecret } from '../page-tools.ts';
import { config } from './config.ts';
import { captchaOutcome, loginOutcomes } from './outcomes.ts';
import { loginPage } from './pages/login-page.ts';
import { menu } from './pages/menu.ts';
import { skipReportFrame } from './pages/report-page.ts';
import { alertWords, explain, onPage, pageId } from './whereabouts.ts';

export async function login(session: PortalSession, credentials: PortalLogin): Promise<LoginResult> {
  try {
    return await tryLogin(session, credentials);
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    const outcome = error.outcome === 'PORTAL_CHANGED' ? 'PORTAL_CHANGED' : 'PORTAL_DOWN';
    return { outcome, message: error.message };
  }
}

async function tryLogin({ page, baseUrl }: PortalSession, credentials: PortalLogin): Promise<LoginResult> {
  await skipReportFrame(page);
  await open(page, `${baseUrl}${config.loginPath}`, config.timeouts.navigationMs);
  const form = loginPage(page);
  if ((await form.captcha.count()) > 0) return captchaOutcome;
  const timeout = config.timeouts.elementMs;
  await onPage(page, form.username.fill(credentials.username, { timeout }));
  await fillSecret(form.password, credentials.password, {
    elementMs: timeout,
    explain: () => explain(page),
  });
  await follow(page, form.login, config.timeouts);
  return readOutcome(page);
}

async function readOutcome(page: Page): Promise<LoginResult> {
  if ((await menu(page).logout.count()) > 0) return { outcome: 'ok' };
  const state = { page: pageId(page.url()), words: await alertWords(page) };
  const known = loginOutcomes.find(({ when }) => when(state));
  if (known) return { outcome: known.outcome, message: known.message ?? state.words };
  if ((await loginPage(page).captcha.count()) > 0) return captchaOutcome;
  throw await explain(page);
}

/** As far as the portal lets us: the session ends by itself otherwise, and the caller closes the context anyway. */
export async function logout({ page }: PortalSession): Promise<void> {
  const link = menu(page).logout;
  const { logoutMs } = config.timeouts;
  try {
    if ((await link.count()) > 0) await follow(page, link, { navigationMs: logoutMs, elementMs: logoutMs });
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
  }
}
