/** Facts about MyShipment: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const myshipmentFacts = {
  key: 'myshipment',
  position: 6,
  label: 'MyShipment',
  address: null,
  login: {
    kind: 'myshipment',
    label: 'MyShipment Portal',
    labelBn: 'MyShipment পোর্টাল',
    position: 6,
  },
} as const satisfies PortalFacts;
