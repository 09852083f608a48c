/** The forwarder's portal: an ADFS login, then bookings, cargo receipts and documents, each in a frame. */
import type { Portal } from '#activities/portals/contract.ts';
import { createFormLogin, followLogout, usualLoginWords } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { field, link, tools } from './page-helpers.ts';

const { signIn: form, menu } = config;

export const myDamco: Portal = {
  key: 'damco',
  label: 'myDamco Shipper Portal',
  credentials: 'damco_shipper',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  login: createFormLogin({
    loginPath: config.loginPath,
    timeouts: config.timeouts,
    tools,
    username: (page) => page.locator(form.username),
    password: (page) => page.locator(form.password),
    submit: (page) => page.locator(form.submit),
    code: {
      prompt: form.prompt,
      field: (page) => field(page, form.passcode, form.passcodeId),
      submit: (page) => page.getByRole('button', { name: form.proceed, exact: true }),
    },
    inside: (page) => link(page, menu.logout),
    words: usualLoginWords,
  }),
  logout: ({ page }) => followLogout(page, link(page, menu.logout), config.timeouts.logoutMs),
};
