/**
 * Bangladesh Bank's "Online EXP": an Oracle APEX application with the session id in the address and one login per
 * customer.
 */
import type { Portal } from '#activities/portals/contract.ts';
import { config } from './config.ts';
import { login, logout } from './login.ts';

export const bangladeshBankExp: Portal = {
  key: 'bb-exp',
  label: 'Bangladesh Bank EXP Portal',
  credentials: 'bangladesh_bank_exp',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  login,
  logout,
};
