/** BEPZA's online permit system: a login for one zone, applications, their submission and approved permits. */
import type { Page } from 'playwright';
import type { LoginContext, Portal } from '#activities/portals/contract.ts';
import { createFormLogin, followLogout, usualLoginWords } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { field, link, onPage, select, tools } from './page-helpers.ts';

const { login: form, menu, timeouts } = config;

/** Selects the zone. When a saved login is checked no zone is given, and the first one offered is used. */
async function chooseZone(page: Page, { scope }: LoginContext): Promise<void> {
  if (scope !== '') return select(page, form.zone, scope);
  const zones = field(page, form.zone);
  await onPage(page, () => zones.waitFor({ timeout: timeouts.elementMs }));
  const labels = await zones.locator('option:not([value=""])').allTextContents();
  if (labels[0] !== undefined) await select(page, form.zone, labels[0].trim());
}

export const bepzaPermits: Portal = {
  key: 'bepza',
  label: 'BEPZA Permit Portal',
  credentials: 'bepza_permit',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  login: createFormLogin({
    loginPath: config.loginPath,
    timeouts,
    tools,
    prepare: chooseZone,
    username: (page) => field(page, form.username),
    password: (page) => field(page, form.password),
    submit: (page) => page.getByRole('button', { name: form.submit, exact: true }),
    code: {
      prompt: form.prompt,
      field: (page) => field(page, form.code),
      submit: (page) => page.getByRole('button', { name: form.verify, exact: true }),
    },
    inside: (page) => link(page, menu.logout),
    words: usualLoginWords,
  }),
  logout: ({ page }) => followLogout(page, link(page, menu.logout), timeouts.logoutMs),
};
