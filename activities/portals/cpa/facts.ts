/** Facts about Chattogram port's container look-up: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const cpaFacts = {
  key: 'cpa',
  position: 2,
  label: 'Chittagong Port Authority',
  labelBn: 'চট্টগ্রাম বন্দর কর্তৃপক্ষ',
  address: 'https://cpatos.gov.bd',
  login: null,
} as const satisfies PortalFacts;
