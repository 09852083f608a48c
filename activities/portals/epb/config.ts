/**
 * Settings of the EPB export tracker that may need adjusting to the live site: addresses, labels, ids, messages and
 * timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { epbPortalMessages } from './messages.ts';

export const config = definePageMap({
  loginPath: '/login',
  isLogin: (url: string): boolean => /\/(login|otp)(\?|$)/.test(url),
  login: {
    username: { label: 'E-mail', id: '#username' },
    password: { label: 'Password', id: '#password' },
    submit: 'Log in',
    code: { label: 'One-time code', id: '#code' },
    verify: 'Verify',
    prompt: epbPortalMessages.asksForCode(),
  },
  menu: { soo: 'REX / SOO', logout: 'Log out' },
  list: {
    add: 'Add',
    invoiceNo: 'Invoice No',
    invoiceNoId: '#invoice',
    submit: 'Search',
    table: '#soo_list',
    pages: { ...usualPager },
    recordNo: 'Record No',
    notFound: /no record found/i,
  },
  form: {
    importer: { label: 'Importer', id: '#importerId' },
    country: { label: 'Destination Country', id: '#countryId' },
    invoicePdf: { label: 'Invoice PDF', id: '#invoicePdf' },
    blPdf: { label: 'B/L PDF', id: '#blPdf' },
    submit: 'Submit',
  },
  record: { table: '#soo', receipt: 'Receipt' },
  alert: '[role=alert], .alert',
  alreadyRecorded: /is already recorded/i,
  refusals:
    /outside the REX scheme|select an importer|select a country|is larger than|is not a PDF|is not the number of this account|is not valid|must not be empty|is missing/i,
  /** The submitting click uploads two PDFs, which takes longer. */
  timeouts: { ...filingTimeouts(), filingMs: 180_000 },
});
