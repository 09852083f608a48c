/** The H&M supplier portal: a two-step sign-in, orders, e-invoices and packing lists. */
import type { Portal } from '#activities/portals/contract.ts';
import { createFormLogin, followLogout, usualLoginWords } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { field, tools } from './page-helpers.ts';

const { signIn: form, menu } = config;

export const hmSupplier: Portal = {
  key: 'hm',
  label: 'H&M Supplier Portal',
  credentials: 'hm_supplier',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  login: createFormLogin({
    loginPath: config.loginPath,
    timeouts: config.timeouts,
    tools,
    username: (page) => field(page, form.username, form.usernameId),
    next: (page) => page.getByRole('button', { name: form.next, exact: true }),
    password: (page) => field(page, form.password, form.passwordId),
    submit: (page) => page.getByRole('button', { name: form.submit, exact: true }),
    code: {
      prompt: form.prompt,
      field: (page) => field(page, form.code, form.codeId),
      submit: (page) => page.getByRole('button', { name: form.verify, exact: true }),
    },
    inside: (page) => page.getByRole('link', { name: menu.signOut, exact: true }),
    words: usualLoginWords,
  }),
  logout: ({ page }) =>
    followLogout(page, page.getByRole('link', { name: menu.signOut, exact: true }), config.timeouts.logoutMs),
};
