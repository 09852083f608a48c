/** EXP Issue, one row: list by invoice → form → Create → EXP number, details and printed form. */
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { issueItems } from '#activities/portals/bb-exp/exp-form.ts';
import { refusalOf } from '#activities/portals/bb-exp/outcomes.ts';
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
 * Columns that identify the EXP: one of the same invoice with other figures is a different EXP, and a person must
 * decide.
 */
const figureColumns = ['quantity', 'unit', 'invoice_value', 'currency'];

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found> {
  signal.throwIfAborted();
  const listed = await listByInvoice(session.page, row['invoice_no'] ?? '');
  const standing = listed
    .map((entry) => readFields(entry, listFields))
    .filter((exp) => exp['portal_status'] !== 'Cancelled' && differences(row, exp, keyColumns).length === 0);
  const [first] = standing;
  if (!first) return { found: 'absent' };
  const [equal, ...twins] = standing.filter((exp) => differences(row, exp, figureColumns).length === 0);
  if (equal)
    return {
      found: 'equal',
      result: await resultOf(session, row, equal['exp_no']),
      twins: twins.map(nameOf),
    };
  const name = first['exp_no'];
  const figures = differences(row, first, figureColumns).map((column) => difference(column, first[column]));
  return {
    found: 'different',
    message: expIssueMessages.portalDiffers({
      exp: name ?? expIssueMessages.notCertifiedYet(),
      figures: commaSeparated(figures),
    }),
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
  const { isProcessed, words } = await readConfirmation(page);
  if (!isProcessed) return refusalOf(words);
  const [, name = null] = /EXP No (\S+)/.exec(words) ?? [];
  if (name === null && !/submitted to the AD/i.test(words))
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words }));
  if (name !== null) await noteReference(name);
  return { ...(await resultOf(session, row, name)), outcome: 'SUCCESS' };
}

async function resultOf(
  session: PortalSession,
  row: RowData,
  name: Details[string] | undefined,
): Promise<FiledResult> {
  // Without an EXP number the portal shows neither details nor a form.
  if (typeof name !== 'string')
    return {
      message: expIssueMessages.filed(),
      values: {
        exp_no: null,
        exp_date: null,
        fob_value: Number(row['fob_value']),
        portal_status: 'Submitted to AD',
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
