/** The forwarder's portal: an ADFS login, then bookings, cargo receipts and documents, each in a frame. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { createSignIn } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { damcoFacts } from './facts.ts';
import { tools } from './tools.ts';
import { probePages } from './probe-pages.ts';

export const damcoPortal = createPortal({
  facts: damcoFacts,
  sessionsMax: 4,
  filing: config.timeouts,
  signIn: createSignIn(config, tools),
  behindSignIn: { pages: probePages, tools, timeouts: config.timeouts },
});
