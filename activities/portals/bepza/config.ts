/**
 * Settings of BEPZA's permit system that may need adjusting to the live site: addresses, labels, ids, messages and
 * timeouts.
 */
import { usualPager } from '#activities/portals/list-pages.ts';
import { definePageMap } from '#activities/portals/page-texts.ts';
import { filingTimeouts } from '#activities/portals/filing-timeouts.ts';
import { bepzaPortalMessages } from './messages.ts';

/** Builds the id of an ASP.NET control, which is prefixed with the names of its containers. */
const id = (control: string): string => `#ctl00_MainContent_${control}`;

const control = (label: string, name: string) => ({ label, id: id(name) });

export const config = definePageMap({
  loginPath: '/Account/Login',
  isLogin: (url: string): boolean => /\/Account\/(Login|Code)(\?|$)/.test(url),
  login: {
    zone: control('Zone', 'ddlZone'),
    username: control('Login ID', 'txtLoginId'),
    password: control('Password', 'txtPassword'),
    submit: 'Login',
    code: control('One-time code', 'txtCode'),
    verify: 'Verify',
    prompt: bepzaPortalMessages.asksForCode(),
  },
  menu: {
    export: 'Export Permit',
    import: 'Import Permit',
    applications: 'My Applications',
    permits: 'Approved Permits',
    logout: 'Logout',
  },
  /** Names of the kinds of permit in the search forms. */
  kinds: { export: 'Export Permit', import: 'Import Permit' },

  form: { new: 'New', addItem: 'Add Item', grid: id('gvItems'), save: 'Save' },
  search: {
    kind: control('Permit Type', 'ddlKind'),
    applicationNo: control('Application No', 'txtApplicationNo'),
    permitNo: control('Permit No', 'txtPermitNo'),
    invoiceNo: control('Invoice No', 'txtInvoiceNo'),
    blNo: control('B/L No', 'txtBlNo'),
    submit: 'Search',
    applications: id('gvApplications'),
    permits: id('gvPermits'),
    pages: { ...usualPager },
    notFound: /^no (application|permit) found/i,
  },
  application: {
    fields: id('dvApplication'),
    items: id('gvItems'),
    print: 'Print Application',
    documents: 'Papers',
    submit: 'Submit to Zone',
  },
  documents: {
    table: id('gvPapers'),
    paper: control('Type of Paper', 'ddlPaper'),
    file: control('File to Upload', 'fuPaper'),
    upload: 'Upload',
  },
  submission: {
    fields: id('dvFee'),
    undertaking: control('I accept the undertaking', 'chkUndertaking'),
    remarks: control('Remarks', 'txtRemarks'),
    submit: 'Submit',
  },
  /**
   * The expected submission fee. If the portal asks for a different one, a person must decide. As a number it is no text
   * of the page map, so that nobody can accept another fee for all customers by publishing it.
   */
  feeBdt: 25,

  alert: '[role=alert], .alert',
  /** Selector of the portal's success messages. */
  notice: '[role=status]',

  timeouts: { ...filingTimeouts(), uploadMs: 180_000 },
});
