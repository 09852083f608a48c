/**
 * Bangladesh Bank's "Online EXP": an Oracle APEX application with the session id in the address and one login per
 * customer.
 */
import { createPortal } from '#activities/portals/create-portal.ts';
import { config } from './config.ts';
import { bbExpFacts } from './facts.ts';
import { entrance, login, logout } from './login.ts';
import { tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

export const bbExpPortal = createPortal({
  facts: bbExpFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: { login, logout, entrance },
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
