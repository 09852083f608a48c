/** Facts about the forwarder's shipper portal: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const damcoFacts = {
  key: 'damco',
  position: 4,
  label: 'Damco Shipper',
  address: 'https://portal.damco.com',
  hosts: [
    { host: 'auth.damco.com', role: 'sign-in' },
    { host: 'booking.damco.com', role: 'work' },
  ],
  login: {
    kind: 'damco_shipper',
    label: 'myDamco Shipper Portal',
    labelBn: 'myDamco Shipper পোর্টাল',
    position: 3,
  },
} as const satisfies PortalFacts;
