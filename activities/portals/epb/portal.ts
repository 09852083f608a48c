/** EPB's export tracker: login by email address, form tokens, one record per statement on origin. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { epbFacts } from './facts.ts';
import { tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

export const epbPortal = createPortal({
  facts: epbFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: createSignIn(config, tools),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
