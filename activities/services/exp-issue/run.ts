/** EXP Issue, one row: list by invoice → form → Create → EXP number, details and printed form. */
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { issueItems } from '#activities/portals/bb-exp/exp-form.ts';
import { refusalOf, standingOf } from '#activities/portals/bb-exp/outcomes.ts';
import {
  fillForm,
  openFiling,
  readConfirmation,
  submitFiling,
} from '#activities/portals/bb-exp/pages/filing-page.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { listByInvoice } from '#activities/portals/bb-exp/pages/list-page.ts';
import type { RowData } from '#services/contract.ts';
import {
  matchesShown,
  readDetails,
  readFields,
  type Details,
  type LabelledField,
} from '#services/exp-search/details.ts';
import { findExp, printedForm } from '#services/exp-search/look-up.ts';
import { commaSeparated, difference } from '#services/families/differences.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { expIssueMessages } from './messages.ts';

export const expIssue: SubmitRunner = {
  outputColumns: ['exp_no', 'exp_date', 'fob_value', 'portal_status'],
  check,
  run,
};

const listFields: readonly LabelledField[] = [
  ['exp_no', 'EXP No', 'text'],
  ['exporter_erc', 'Exporter ERC', 'text'],
  ['invoice_no', 'Invoice No', 'text'],
  ['invoice_date', 'Invoice Date', 'date'],
  ['currency', 'Currency', 'text'],
  ['invoice_value', 'Invoice Value', 'number'],
  ['quantity', 'Quantity', 'number'],
  ['unit', 'Unit', 'text'],
  ['portal_status', 'Status', 'text'],
];
const keyColumns = ['exporter_erc', 'invoice_no', 'invoice_date'];
/**
 * Columns that identify the EXP, beside its AD code: one of the same invoice with other figures, or of another branch,
 * is a different EXP, and a person must decide.
 */
const figureColumns = ['quantity', 'unit', 'invoice_value', 'currency'];

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found> {
  signal.throwIfAborted();
  const listed = await listByInvoice(session.page, row['invoice_no'] ?? '');
  const ofInvoice = listed
    .map((entry) => readFields(entry, listFields))
    .map((exp): Details => ({ ...exp, ad_code: adCodeOf(exp) }))
    .filter((exp) => differences(row, exp, keyColumns).length === 0)
    .map((exp) => ({ exp, standing: standingOf(statusOf(exp)) }));
  const filed = ofInvoice.filter(({ standing }) => standing === 'filed').map(({ exp }) => exp);
  const [first] = filed;
  if (!first) return draftAmong(ofInvoice) ?? { found: 'absent' };
  const figuresOf = ({ ad_code: adCode }: Details): string[] =>
    adCode === null ? figureColumns : ['ad_code', ...figureColumns];
  const [equal, ...twins] = filed.filter((exp) => differences(row, exp, figuresOf(exp)).length === 0);
  if (equal)
    return {
      found: 'equal',
      result: await resultOf(session, row, { name: equal['exp_no'], status: statusOf(equal) }),
      twins: twins.map(nameOf),
    };
  const name = first['exp_no'];
  const figures = differences(row, first, figuresOf(first)).map((column) =>
    difference(column, first[column]),
  );
  return {
    found: 'different',
    message: expIssueMessages.portalDiffers({
      exp: name ?? expIssueMessages.notCertifiedYet(),
      figures: commaSeparated(figures),
    }),
    ...(name === null ? {} : { portalReference: String(name) }),
  };
}

/** Returns the branch whose EXP it is, with which its number begins; null as long as it has no number. */
const adCodeOf = (exp: Details): string | null =>
  typeof exp['exp_no'] === 'string' ? (exp['exp_no'].split('-')[0] ?? null) : null;

const statusOf = (exp: Details): string => String(exp['portal_status'] ?? '');

/** Returns the end of a row whose invoice has a draft. It may be the customer's own work, so a person decides. */
function draftAmong(
  ofInvoice: readonly { exp: Details; standing: ReturnType<typeof standingOf> }[],
): Found | null {
  const draft = ofInvoice.find(({ standing }) => standing === 'draft');
  if (!draft) return null;
  const name = draft.exp['exp_no'];
  return {
    found: 'different',
    message: expIssueMessages.draftOnPortal({ exp: name ?? expIssueMessages.noNumberYet() }),
    ...(name === null ? {} : { portalReference: String(name) }),
  };
}

const nameOf = (exp: Details): string => String(exp['exp_no'] ?? '(not certified yet)');

const differences = (row: RowData, shown: Details, columns: readonly string[]): string[] =>
  columns.filter((column) => !matchesShown(row[column], shown[column]));

async function run([row]: Filing, { session, commit, noteReference }: SubmitContext): Promise<FilingResult> {
  const { page } = session;
  await openFiling(page, 'issue');
  await fillForm(page, 'issue', { items: issueItems, texts: row });
  await commit(() => submitFiling(page, 'issue'));
  const { isTaken, words } = await readConfirmation(page);
  if (!isTaken) return refusalOf(words);
  const [, name = null] = /EXP No (\S+)/.exec(words) ?? [];
  if (name === null && !/submitted to the AD/i.test(words))
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
  if (name !== null) await noteReference(name);
  return { ...(await resultOf(session, row, { name, status: 'Submitted to AD' })), outcome: 'SUCCESS' };
}

/** `status` is reported for an EXP without a number, whose details the portal does not show. */
async function resultOf(
  session: PortalSession,
  row: RowData,
  { name, status }: { name: Details[string] | undefined; status: string },
): Promise<FiledResult> {
  // Without an EXP number the portal shows neither details nor a form.
  if (typeof name !== 'string')
    return {
      message: expIssueMessages.filed(),
      values: {
        exp_no: null,
        exp_date: null,
        fob_value: Number(row['fob_value']),
        portal_status: status,
      },
    };
  const [adCode = '', serial = '', year = ''] = name.split('-');
  const number = { adCode, serial, year };
  const answer = await findExp(session.page, number);
  if ('words' in answer)
    throw new PortalFault('PORTAL_CHANGED', expIssueMessages.listedBut({ exp: name, words: answer.words }));
  const { exp_date, fob_value, portal_status } = readDetails(answer.details, name);
  return {
    message: expIssueMessages.onPortal({ exp: name, status: portal_status }),
    portalReference: name,
    values: {
      exp_no: name,
      exp_date: exp_date ?? null,
      fob_value: fob_value ?? null,
      portal_status: portal_status ?? null,
    },
    fetchDocuments: async () => [await printedForm(session, number)],
  };
}
