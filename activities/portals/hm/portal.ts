/** The H&M supplier portal: a two-step sign-in, orders, e-invoices and packing lists. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { hmFacts } from './facts.ts';
import { tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

export const hmPortal = createPortal({
  facts: hmFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: createSignIn(config, tools),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
