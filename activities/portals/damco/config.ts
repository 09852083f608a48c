/**
 * Settings of the forwarder's portal that may need adjusting to the live site: addresses, messages, ids, labels and
 * timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { damcoPortalMessages } from './messages.ts';

export const config = definePageMap({
  // The portal redirects to its sign-in host and back.
  loginPath: '/',
  isLogin: (url: string): boolean => /\/adfs\/ls(\/|\?|$)/.test(url),
  login: {
    username: { id: '#ctl00_ContentPlaceHolder1_UsernameTextBox' },
    password: { id: '#ctl00_ContentPlaceHolder1_PasswordTextBox' },
    submit: { id: '#ctl00_ContentPlaceHolder1_SubmitButton' },
    passing: 'form[name=hiddenform]',
    code: { label: 'PIN and one-time code', id: '#passcode_otp' },
    verify: 'Continue',
    prompt: damcoPortalMessages.asksForPasscode(),
  },
  menu: { shipper: 'Shipper', documents: 'Document Management', logout: 'Log out' },
  /** Frame in which the applications run. */
  frame: 'iframe#applicationIframe',

  tabs: { searchPo: 'Search PO', searchSo: 'Search SO', receipts: 'FCR/HBL' },
  searchPo: {
    orderNo: '#searchPO_PO_No',
    search: '#searchPObtn',
    lines: '#poLines',
    allLines: '#selAllCkhBox',
    line: (number: string): string => `Line ${number}`,
    book: 'Book',
  },
  form: {
    so: '#soIdId',
    details: 'Details',
    lines: '#LineTableId',
    unit: { id: '#unitId', value: 'PCS' },
    packageUnit: { id: '#packageUnitId', value: 'CARTONS' },
    saveAs: '#SaveAsMenuBtnId',
    draft: 'Draft',
    finished: 'Finished',
  },
  searchSo: {
    so: '#searchSO_SO_No',
    orderNo: '#searchSO_PO_No',
    search: '#searchSObtn',
    table: '#soTable',
    pages: { ...usualPager },
  },
  booking: { fields: '#bookingTable', lines: '#LineTableId', pdf: 'Print/Export PDF' },
  receipts: {
    so: '#fcr_SO_No',
    search: '#searchFcrBtn',
    table: '#fcrTable',
    pages: { ...usualPager },
    create: 'Create FCR',
    submit: 'Submit',
    fields: '#fcrDetail',
    pdf: 'Draft PDF',
  },
  documents: {
    client: '#selectedClientId_chosen',
    clientOpen: '.chosen-single',
    clientChoices: 'li',
    objectType: '#searchForm_objectType',
    shippingOrder: 'SO',
    number: '#searchForm_objectValue1',
    search: '#searchButton',
    table: '#documents',
    pages: { ...usualPager },
    object: (so: string): string => `SO ${so}`,
    upload: '#moreOptionUpload',
    type: '#documentType1',
    file: '#file1',
    update: 'Update',
    staged: '#staged',
    confirm: 'Upload',
  },
  alert: '[role=alert], .alert',
  /** Selector of the portal's success messages. */
  notice: '#MsgDivId',

  timeouts: filingTimeouts(),
});
