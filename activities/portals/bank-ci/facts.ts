/** Facts about the bank's cash incentive desk: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const bankCiFacts = {
  key: 'bank-ci',
  position: 10,
  label: 'Bank cash incentive',
  labelBn: 'ব্যাংকের নগদ সহায়তা',
  address: null,
  login: {
    kind: 'bank_cash_incentive',
    label: 'Bank Cash Incentive Desk',
    labelBn: 'ব্যাংকের নগদ সহায়তা ডেস্ক',
    position: 7,
  },
} as const satisfies PortalFacts;
