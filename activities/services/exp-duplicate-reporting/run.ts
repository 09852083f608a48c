/** EXP Duplicate Reporting, one row: details → form → Submit → report date and reference. */
import { PortalFault } from '#activities/portals/contract.ts';
import { reportItems } from '#activities/portals/bb-exp/exp-form.ts';
import { refusalOf } from '#activities/portals/bb-exp/outcomes.ts';
import {
  fillForm,
  openFilingOf,
  readConfirmation,
  submitFiling,
} from '#activities/portals/bb-exp/pages/filing-page.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import { matchesShown, readFilingDetails, type Details } from '#services/exp-search/details.ts';
import { expNumberOf, findExp } from '#services/exp-search/look-up.ts';
import { expMessages } from '#services/families/exp-messages.ts';
import { commaSeparated, difference } from '#services/families/differences.ts';
import { daysBetween } from '#contracts/calendar-days.ts';
import type { Filing, Found, RowResult, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { REPORT_DAYS } from './service.ts';
import { expDuplicateReportingMessages } from './messages.ts';

export const expDuplicateReporting: SubmitRunner = {
  outputColumns: ['exp_no', 'reported_on', 'late_days', 'report_ref'],
  check,
  run,
};

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found> {
  signal.throwIfAborted();
  const answer = await findExp(session.page, expNumberOf(row));
  // `run` opens the form, which explains why the EXP cannot be reported.
  if ('words' in answer) return { found: 'absent' };
  const shown = readFilingDetails(answer.details, answer.name);
  if (!isReported(shown)) return { found: 'absent' };
  const other = reportItems.filter(({ column }) => !matchesShown(row[column], shown[column]));
  if (other.length === 0) return { found: 'equal', result: resultOf(answer.name, shown) };
  const facts = commaSeparated(
    other.map(({ column }) => difference(column, shown[column], correctionMessages.emptyInBrackets())),
  );
  return {
    found: 'different',
    message: expDuplicateReportingMessages.alreadyReported({ day: shown['duplicate_reported_on'], facts }),
    portalReference: answer.name,
  };
}

const isReported = (shown: Details): boolean => shown['duplicate_reported_on'] !== null;

async function run([row]: Filing, { session, commit }: SubmitContext): Promise<RowResult> {
  const { page } = session;
  const number = expNumberOf(row);
  const refused = await openFilingOf(page, 'duplicate', number);
  if (refused !== null) return refusalOf(refused);
  await fillForm(page, 'duplicate', { items: reportItems, texts: row });
  await commit(() => submitFiling(page, 'duplicate'));
  const { isTaken, words } = await readConfirmation(page);
  if (!isTaken) return refusalOf(words);
  const answer = await findExp(page, number);
  if ('words' in answer)
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words: answer.words }));
  const shown = readFilingDetails(answer.details, answer.name);
  if (!isReported(shown)) throw new PortalFault('PORTAL_BUSY', expMessages.notShownYet({ exp: answer.name }));
  return { ...resultOf(answer.name, shown), outcome: 'SUCCESS' };
}

function resultOf(name: string, shown: Details): Omit<RowResult, 'outcome'> {
  const { duplicate_reported_on: reportedOn, shipment_date: shippedOn, report_ref } = shown;
  const days = daysBetween(String(shippedOn), String(reportedOn));
  return {
    message: expDuplicateReportingMessages.reported({ exp: name, reference: report_ref }),
    portalReference: name,
    values: {
      exp_no: name,
      reported_on: reportedOn ?? null,
      late_days: Math.max(0, days - REPORT_DAYS),
      report_ref: report_ref ?? null,
    },
  };
}
