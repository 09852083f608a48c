/** EXP Correction, all rows of one EXP: details → form → Apply Changes → revision and printed form. */
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { correctionItems } from '#activities/portals/bb-exp/exp-form.ts';
import { refusalOf } from '#activities/portals/bb-exp/outcomes.ts';
import {
  fillForm,
  openFilingOf,
  readConfirmation,
  submitFiling,
} from '#activities/portals/bb-exp/pages/filing-page.ts';
import type { Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import type { RowData } from '#services/contract.ts';
import { expMessages } from '#services/families/exp-messages.ts';
import { reasonOf } from '#services/families/corrections.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { matchesShown, readFilingDetails, type Details } from '#services/exp-search/details.ts';
import { expNumberOf, findExp, printedForm } from '#services/exp-search/look-up.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { expCorrectionMessages } from './messages.ts';

/** The revision before the correction. */
type Seen = { revision: string };

export const expCorrection: SubmitRunner<Seen> = {
  outputColumns: ['exp_no', 'revision_no', 'changed_fields', 'changes'],
  check,
  run,
};

const fieldOf = (row: RowData): string => row['field_name'] ?? '';

async function check(rows: Filing, { session, signal, earlier }: SubmitContext): Promise<Found<Seen>> {
  signal.throwIfAborted();
  const answer = await findExp(session.page, expNumberOf(rows[0]));
  // `run` opens the form, which explains why the EXP cannot be corrected.
  if ('words' in answer) return { found: 'absent' };
  const { name } = answer;
  const shown = readFilingDetails(answer.details, name);
  const conflict = conflictOf(rows, shown);
  if (conflict) return { found: 'different', message: conflict, portalReference: name };
  const revision = revisionOf(name, shown);
  const isRevised = earlier.committed && earlier.reference !== null && earlier.reference !== revision;
  const isDone = (row: RowData): boolean => isSpelledAs(row, shown) || (isRevised && isCapital(row, shown));
  if (!isCorrected(rows, shown) || !rows.every(isDone)) return { found: 'absent', seen: { revision } };
  return { found: 'equal', result: await resultOf(session, rows, { name, shown }) };
}

const isCorrected = (rows: Filing, shown: Details): boolean =>
  rows.every((row) => matchesShown(row['new_value'], shown[fieldOf(row)]));

/**
 * The revision that is corrected. On a portal that shows only capitals, a new one is the only sign that capital letters
 * were corrected.
 */
const revisionOf = (name: string, shown: Details): string => `${name}_rev${shown['revision_no'] ?? ''}`;

/**
 * Returns whether the portal shows the new spelling, if the row corrects nothing but capital letters. After the portal
 * has processed the correction this is not asked, because a portal may show capitals only.
 */
function isSpelledAs(row: RowData, shown: Details): boolean {
  const { old_value: before = '', new_value: after = '' } = row;
  const value = shown[fieldOf(row)];
  if (typeof value !== 'string' || !isSameText(before, after)) return true;
  return value.replace(/\s+/g, ' ').trim() === after;
}

const isCapital = (row: RowData, shown: Details): boolean => {
  const value = String(shown[fieldOf(row)] ?? '');
  return value === value.toUpperCase();
};

/** Detects a change by somebody else: the field shows neither its old nor its new value. */
function conflictOf(rows: Filing, shown: Details): Message | null {
  const newInvoiceNo = rows.find((row) => fieldOf(row) === 'invoice_no')?.['new_value'];
  const invoiceNos = [rows[0]['invoice_no'], newInvoiceNo].filter((number) => number !== undefined);
  if (!invoiceNos.some((number) => matchesShown(number, shown['invoice_no'])))
    return expCorrectionMessages.portalShowsInvoice({ invoice: shown['invoice_no'] });
  const other = rows.find((row) => {
    const value = shown[fieldOf(row)];
    return !matchesShown(row['old_value'], value) && !matchesShown(row['new_value'], value);
  });
  return other
    ? correctionMessages.shownDiffers({
        shown: shown[fieldOf(other)] ?? correctionMessages.nothing(),
        field: fieldOf(other),
        old: other['old_value'],
      })
    : null;
}

async function run(
  rows: Filing,
  { session, commit, noteReference }: SubmitContext,
  seen: Seen | undefined,
): Promise<FilingResult> {
  const { page } = session;
  const number = expNumberOf(rows[0]);
  const refused = await openFilingOf(page, 'correction', number);
  if (refused !== null) return refusalOf(refused);
  const corrected = rows.map((row) => [fieldOf(row), row['new_value'] ?? ''] as const);
  const texts = { ...Object.fromEntries(corrected), reason: reasonOf(rows) };
  await fillForm(page, 'correction', { items: correctionItems, texts });
  if (seen) await noteReference(seen.revision);
  await commit(() => submitFiling(page, 'correction'));
  const { isTaken, words } = await readConfirmation(page);
  if (!isTaken) return refusalOf(words);
  const answer = await findExp(page, number);
  if ('words' in answer)
    throw new PortalFault('PORTAL_CHANGED', portalMessages.answered({ words: answer.words }));
  const { name } = answer;
  const shown = readFilingDetails(answer.details, name);
  // The revision and the printed form of before the correction must not be reported as the result of it.
  if (!isCorrected(rows, shown)) throw new PortalFault('PORTAL_BUSY', expMessages.notShownYet({ exp: name }));
  return { ...(await resultOf(session, rows, { name, shown })), outcome: 'SUCCESS' };
}

/** Builds the result from the details on the current page. */
async function resultOf(
  session: PortalSession,
  rows: Filing,
  { name, shown }: { name: string; shown: Details },
): Promise<FiledResult> {
  const revision = shown['revision_no'] ?? null;
  const changes = rows.map((row) => `${fieldOf(row)}: ${row['old_value']} → ${row['new_value']}`);
  return {
    message: expCorrectionMessages.corrected({ exp: name, revision }),
    portalReference: name,
    values: {
      exp_no: name,
      revision_no: revision,
      changed_fields: rows.map(fieldOf).join(', '),
      changes: changes.join('; '),
    },
    fetchDocuments: async () => [await printedForm(session, expNumberOf(rows[0]), `_rev${revision}`)],
  };
}
