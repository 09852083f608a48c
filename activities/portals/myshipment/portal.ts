/** MyShipment, a forwarder's tracking portal: one login form, a search, and shipments with milestones. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { myshipmentFacts } from './facts.ts';
import { tools } from './track-page.ts';
import { probePages } from './probe-pages.ts';

export const myshipmentPortal = createPortal({
  facts: myshipmentFacts,
  sessionsMax: 4,
  signIn: createSignIn(config, tools),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
