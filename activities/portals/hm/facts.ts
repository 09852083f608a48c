/** Facts about the H&M supplier portal: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const hmFacts = {
  key: 'hm',
  position: 7,
  label: 'H&M supplier portal',
  labelBn: 'H&M সাপ্লায়ার পোর্টাল',
  address: null,
  login: {
    kind: 'hm_supplier',
    label: 'H&M Supplier Portal',
    labelBn: 'H&M সাপ্লায়ার পোর্টাল',
    position: 4,
  },
} as const satisfies PortalFacts;
