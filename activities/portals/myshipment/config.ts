/** Settings of MyShipment that may need adjusting to the live site: addresses, labels, ids, messages and timeouts. */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { myshipmentPortalMessages } from './messages.ts';

export const config = definePageMap({
  loginPath: '/login',
  isLogin: (url: string): boolean => /\/(login|otp)(\?|$)/.test(url),
  login: {
    username: { label: 'User name', id: '#username' },
    password: { label: 'Password', id: '#password' },
    submit: 'Log in',
    code: { label: 'One-time code', id: '#code' },
    verify: 'Verify',
    prompt: myshipmentPortalMessages.asksForCode(),
  },
  menu: { track: 'Track', logout: 'Log out' },
  search: { type: 'Search by', typeId: '#type', number: 'Number', numberId: '#q', submit: 'Search' },
  results: '#shipments',
  fields: '#facts',
  milestones: '#milestones',
  /** How the results and the milestones lead to further pages. */
  pages: { ...usualPager },
  alert: '[role=alert], .alert',
  notFound: /no shipment found/i,
  noPermission: /no permission/i,
  /** Maximum number of shipments opened per search; a row that finds more is too vague. */
  matchesMax: 50,
  timeouts: { navigationMs: 45_000, elementMs: 5_000, logoutMs: 5_000 },
});
