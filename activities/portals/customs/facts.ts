/** Plain facts of Bangladesh Customs' bill tracking. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const customsFacts = {
  key: 'customs',
  position: 3,
  label: 'Bangladesh Customs',
  address: 'https://customs.gov.bd',
  login: null,
} as const satisfies PortalFacts;
