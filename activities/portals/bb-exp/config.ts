/**
 * Settings of the EXP portal that may need adjusting to the live site: addresses, messages, ids, labels and timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';

export const config = definePageMap({
  loginPath: '/ords/f?p=112:101',
  /** APEX page numbers. The three `login` pages are the form, the one-time password and the forced password change. */
  pages: {
    search: '92',
    report: '93',
    list: '95',
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
  captcha: {
    widget: '[aria-label="CAPTCHA" i], iframe[src*="captcha" i], .captcha',
    picture: 'img[alt="CAPTCHA" i]',
    answer: 'Type the characters shown',
    answerId: '#P101_CAPTCHA',
  },
  oneTimePassword: { code: 'One-Time Password', codeId: '#P102_OTP', link: 'Verify' },
  menu: {
    transaction: 'Transaction',
    logout: 'Logout',
    entries: {
      search: 'Search EXP Detail Information',
      list: 'EXP List',
      issue: 'EXP Issue',
      correction: 'EXP Correction',
      duplicate: 'Duplicate EXP Reporting',
    },
  },
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
  /** Ids of a form's items have the form `P60_INVOICE_NO`; the link named `submit` files the form. */
  filings: {
    issue: { page: '60', submit: 'Create' },
    correction: { page: '65', submit: 'Apply Changes' },
    duplicate: { page: '70', submit: 'Submit' },
  },
  list: {
    invoiceNo: 'Invoice No',
    invoiceNoId: '#P95_INVOICE_NO',
    table: '#EXP_LIST',
    link: 'Search',
    pages: { ...usualPager },
  },
  report: { frame: 'iframe[src*="PRINT_REPORT"]', back: 'Back' },
  alert: '.t-Alert, [role=alert]',

  timeouts: filingTimeouts(),
});
