/** Facts about the H&M supplier portal: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const hmFacts = {
  key: 'hm',
  position: 7,
  label: 'H&M supplier portal',
  address: null,
  login: { kind: 'hm_supplier', label: 'H&M Supplier Portal', position: 4 },
} as const satisfies PortalFacts;
