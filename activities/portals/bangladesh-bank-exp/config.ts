/** Everything about the EXP portal that may differ from memory: addresses, words, ids, labels and patience. */

export const config = {
  loginPath: '/ords/f?p=112:101',
  /** Numbers of the pages; the login's three are the form, the one-time password and the forced new password. */
  pages: {
    search: '92',
    report: '93',
    login: ['101', '102', '103'],
    oneTimePassword: '102',
    newPassword: '103',
  },
  reportUrl: '*PRINT_REPORT*',

  login: {
    username: 'Username',
    usernameId: '#P101_USERNAME',
    password: 'Password',
    passwordId: '#P101_PASSWORD',
    link: 'Login',
  },
  captcha: '[aria-label="CAPTCHA" i], iframe[src*="captcha" i], .captcha',
  menu: { transaction: 'Transaction', search: 'Search EXP Detail Information', logout: 'Logout' },
  search: {
    adCode: 'AD Code',
    adCodeId: '#P92_AD_CODE',
    serial: 'EXP Serial',
    serialId: '#P92_SERIAL',
    year: 'EXP Year',
    yearId: '#P92_YEAR',
    link: 'Search',
  },
  detail: { table: '#EXP_DETAIL', print: 'Print EXP' },
  report: { frame: 'iframe[src*="PRINT_REPORT"]', back: 'Back' },
  alert: '.t-Alert, [role=alert]',

  timeouts: { navigationMs: 45_000, elementMs: 5_000, downloadMs: 60_000, logoutMs: 5_000 },
};
