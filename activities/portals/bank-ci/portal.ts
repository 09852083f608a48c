/** The lien bank's cash incentive desk: login with a form, one claim per scheme and EXP. */
import type { Portal } from '#activities/portals/contract.ts';
import { createFormLogin, followLogout, usualLoginWords } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { button, field, link, tools } from './page-helpers.ts';

const { login: form, menu } = config;

export const bankCashIncentive: Portal = {
  key: 'bank-ci',
  label: 'Bank Cash Incentive Desk',
  credentials: 'bank_cash_incentive',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  login: createFormLogin({
    loginPath: config.loginPath,
    timeouts: config.timeouts,
    tools,
    username: (page) => field(page, { label: form.username, id: form.usernameId }),
    password: (page) => field(page, { label: form.password, id: form.passwordId }),
    submit: (page) => button(page, form.submit),
    code: {
      prompt: form.prompt,
      field: (page) => field(page, { label: form.code, id: form.codeId }),
      submit: (page) => button(page, form.verify),
    },
    inside: (page) => link(page, menu.logout),
    words: usualLoginWords,
  }),
  logout: ({ page }) => followLogout(page, link(page, menu.logout), config.timeouts.logoutMs),
};
