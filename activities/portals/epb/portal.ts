/** EPB's export tracker: login by e-mail, form tokens, one record per statement on origin. */
import type { Portal } from '../contract.ts';
import { createFormLogin, followLogout, usualLoginWords } from '../form-login.ts';
import { config } from './config.ts';
import { tools } from './whereabouts.ts';

const { login: form, menu } = config;

export const epbExportTracker: Portal = {
  key: 'epb',
  label: 'EPB Export Tracker Portal',
  credentials: 'epb_export_tracker',
  sessionsMax: 4,
  login: createFormLogin({
    loginPath: config.loginPath,
    timeouts: config.timeouts,
    tools,
    username: (page) => page.getByLabel(form.username, { exact: true }).or(page.locator(form.usernameId)),
    password: (page) => page.getByLabel(form.password, { exact: true }).or(page.locator(form.passwordId)),
    submit: (page) => page.getByRole('button', { name: form.submit, exact: true }),
    code: {
      prompt: form.prompt,
      field: (page) => page.getByLabel(form.code, { exact: true }).or(page.locator(form.codeId)),
      submit: (page) => page.getByRole('button', { name: form.verify, exact: true }),
    },
    inside: (page) => page.getByRole('link', { name: menu.logout, exact: true }),
    words: usualLoginWords,
  }),
  logout: ({ page }) =>
    followLogout(page, page.getByRole('link', { name: menu.logout, exact: true }), config.timeouts.logoutMs),
};
