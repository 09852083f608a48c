/**
 * Settings of the supplier portal that may need adjusting to the live site: addresses, messages, ids, labels and
 * timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { hmPortalMessages } from './messages.ts';

export const config = definePageMap({
  // The portal redirects to its sign-in, on whichever host that is.
  loginPath: '/',
  isLogin: (url: string): boolean => /\/signin(\/|\?|$)/.test(url),
  login: {
    username: { label: 'User name', id: '#username' },
    next: 'Next',
    password: { label: 'Password', id: '#password' },
    submit: 'Sign in',
    code: { label: 'One-time code', id: '#code' },
    verify: 'Verify',
    prompt: hmPortalMessages.asksForCode(),
  },
  menu: { orders: 'Orders', invoices: 'Invoices', logout: 'Sign out' },

  orders: {
    orderNo: 'Order No',
    orderNoId: '#order_no',
    search: 'Search',
    table: '#orders',
    packingLists: 'Packing lists',
  },
  packingLists: {
    market: 'Planning Market',
    marketId: '#market',
    invoiceNo: 'Invoice No',
    invoiceNoId: '#invoice_no',
    filter: 'Filter',
    table: '#packing-lists',
    released: 'Released',
    open: (market: string): string => `Open ${market}`,
    ranges: '#cartons',
    pdf: 'Download PDF',
    back: 'Back to packing lists',
  },
  list: {
    invoiceNo: 'Invoice No',
    invoiceNoId: '#invoice_no',
    orderNo: 'Order No',
    orderNoId: '#order_no',
    dateFrom: 'Date From',
    dateFromId: '#date_from',
    dateTo: 'Date To',
    dateToId: '#date_to',
    search: 'Search',
    table: '#invoices',
    pdf: (invoiceNo: string): string => `PDF ${invoiceNo}`,
    xml: (invoiceNo: string): string => `XML ${invoiceNo}`,
    /** How every list of the portal leads to its further pages. */
    pages: { ...usualPager, next: 'Next page' },
    create: 'Create',
    /** Maximum number of result pages read per search; a search with more is too broad. */
    pagesMax: 40,
  },
  invoice: { fields: '#invoice', lines: '#lines', pdf: 'Download PDF', correct: 'Correct', draft: 'DRAFT' },
  form: {
    orderNo: 'Order No',
    orderNoId: '#order_no',
    findOrder: 'Find order',
    orderLines: '#order-lines',
    invoiceNo: 'Invoice No',
    invoiceNoId: '#invoice_no',
    createDraft: 'Create draft',
    changeLines: 'Change lines',
    saveLines: 'Save lines',
    validate: 'Validate',
    submit: 'Submit',
    resubmit: 'Resubmit',
    reason: 'Reason',
    reasonId: '#reason',
  },
  alert: '[role=alert], .alert',
  /** Selector of the portal's success messages. */
  notice: '[role=status]',

  timeouts: filingTimeouts(),
});
