/** Facts about BEPZA's permit system: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const bepzaFacts = {
  key: 'bepza',
  position: 8,
  label: 'BEPZA permits',
  labelBn: 'BEPZA পারমিট',
  address: null,
  login: {
    kind: 'bepza_permit',
    label: 'BEPZA Permit Portal',
    labelBn: 'BEPZA পারমিট পোর্টাল',
    position: 5,
  },
} as const satisfies PortalFacts;
