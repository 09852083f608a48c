/** Plain facts of the forwarder's shipper portal. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const damcoFacts = {
  key: 'damco',
  position: 4,
  label: 'Damco Shipper',
  address: 'https://portal.damco.com',
  login: { kind: 'damco_shipper', label: 'myDamco Shipper Portal', position: 3 },
} as const satisfies PortalFacts;
