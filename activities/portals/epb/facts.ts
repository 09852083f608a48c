/** Facts about EPB's export tracker: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const epbFacts = {
  key: 'epb',
  position: 9,
  label: 'EPB export tracker',
  labelBn: 'EPB এক্সপোর্ট ট্র্যাকার',
  address: null,
  login: {
    kind: 'epb_export_tracker',
    label: 'EPB Export Tracker Portal',
    labelBn: 'EPB এক্সপোর্ট ট্র্যাকার পোর্টাল',
    position: 2,
  },
} as const satisfies PortalFacts;
