/** What may differ from memory of MyShipment: addresses, labels, ids, words and our patience. */
import { say } from '#contracts/say.ts';

export const config = {
  loginPath: '/login',
  isLogin: (url: string): boolean => /\/(login|otp)(\?|$)/.test(url),
  login: {
    username: 'User name',
    usernameId: '#username',
    password: 'Password',
    passwordId: '#password',
    submit: 'Log in',
    code: 'One-time code',
    codeId: '#code',
    verify: 'Verify',
    prompt: say('The MyShipment portal asks for the one-time code that it sent to you.'),
  },
  menu: { track: 'Track', logout: 'Log out' },
  search: { type: 'Search by', typeId: '#type', number: 'Number', numberId: '#q', submit: 'Search' },
  results: '#shipments',
  facts: '#facts',
  milestones: '#milestones',
  alert: '[role=alert], .alert',
  notFound: /no shipment found/i,
  noPermission: /no permission/i,
  /** Shipments of one search that are opened; a row that finds more is too vague. */
  matchesMax: 50,
  timeouts: { navigationMs: 45_000, elementMs: 5_000, logoutMs: 5_000 },
};
