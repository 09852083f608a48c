/** Facts about Bangladesh Bank's EXP portal: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const bbExpFacts = {
  key: 'bb-exp',
  position: 1,
  label: 'Bangladesh Bank EXP',
  labelBn: 'বাংলাদেশ ব্যাংক EXP',
  address: 'https://exp.bb.org.bd',
  login: {
    kind: 'bangladesh_bank_exp',
    label: 'Bangladesh Bank EXP Portal',
    labelBn: 'বাংলাদেশ ব্যাংক EXP পোর্টাল',
    position: 1,
  },
} as const satisfies PortalFacts;
