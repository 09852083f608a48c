/** The lien bank's cash incentive desk: login with a form, one claim per scheme and EXP. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { bankCiFacts } from './facts.ts';
import { tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

export const bankCiPortal = createPortal({
  facts: bankCiFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: createSignIn(config, tools),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
