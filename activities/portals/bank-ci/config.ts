/**
 * Settings of the bank's cash incentive desk that may need adjusting to the live site: addresses, messages, ids and
 * timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { bankCiPortalMessages } from './messages.ts';

export const config = definePageMap({
  loginPath: '/login',
  isLogin: (url: string): boolean => /\/(login|otp)(\?|$)/.test(url),
  login: {
    username: { label: 'User ID', id: '#username' },
    password: { label: 'Password', id: '#password' },
    submit: 'Log in',
    code: { label: 'One-time code', id: '#code' },
    verify: 'Verify',
    prompt: bankCiPortalMessages.asksForCode(),
  },
  menu: { claims: 'Export incentive', logout: 'Log out' },
  list: {
    expNo: 'EXP No',
    expNoId: '#exp',
    search: 'Search',
    table: '#claims',
    pages: { ...usualPager },
    notFound: /no claim found/i,
    create: 'New claim',
  },
  form: {
    scheme: { label: 'Scheme', id: '#scheme' },
    /** Table of each step; it shows that the step has loaded. */
    shipment: '#shipment',
    certificates: '#certificates',
    calculation: '#calculation',
    next: 'Next',
    calculate: 'Calculate',
    submit: 'Submit',
  },
  claim: { table: '#claim', pdf: 'Print claim' },
  alert: '[role=alert], .alert',
  /** Entries of the scheme list. */
  schemes: {
    LOCAL_TEXTILE: 'Local textile in lieu of bond/drawback',
    SME: 'SME garments',
    EURO_ZONE: 'Additional, euro zone',
    NEW_MARKET: 'New market expansion',
    SPECIAL_RMG: 'Special, RMG sector',
  } as const satisfies Record<IncentiveScheme, string>,
  timeouts: filingTimeouts(),
});
