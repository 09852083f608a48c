/**
 * Submits one application to the zone officer: look it up → upload missing documents → undertaking → fee → Submit →
 * receipt.
 */
import type { PermitKind } from '#activities/portals/bepza/application-items.ts';
import { config } from '#activities/portals/bepza/config.ts';
import { refusalOf, submittedWords } from '#activities/portals/bepza/outcomes.ts';
import {
  openDocuments,
  openSubmission,
  readApplication,
  submit,
  uploadPaper,
  type ListedDocument,
} from '#activities/portals/bepza/pages/application-page.ts';
import {
  listApplications,
  openListed,
  type ListedApplication,
} from '#activities/portals/bepza/pages/search-pages.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { dayOf, readConfirmation } from '#activities/portals/bepza/tools.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import type { Filing, Found, NamedFile, RowResult, SubmitContext, SubmitRunner } from '#services/runner.ts';
import type { DocumentColumns } from './bepza-submission-input.ts';
import { bepzaMessages } from './bepza-messages.ts';
import { requireDocument } from './required-documents.ts';

type Submission = { kind: PermitKind; documents: DocumentColumns };

export function createSubmissionRunner(submission: Submission): SubmitRunner<Meant> {
  return {
    outputColumns: ['application_no', 'portal_status', 'submitted_at', 'receipt_no'],
    check: (rows, context) => check(submission, rows, context),
    run: (rows, context, seen) => run(submission, rows, { context, seen }),
  };
}

const sent = ['SUBMITTED', 'APPROVED'];

/** The application in the list on the page that a row means; `several` explains why that is ambiguous. */
type Meant = { application: ListedApplication } | { several: Message } | null;

async function find({ kind }: Submission, row: RowData, { session, earlier }: SubmitContext): Promise<Meant> {
  const { page } = session;
  const { application_no, invoice_no: invoiceNo } = row;
  // An invoice may have other drafts, so the stored number identifies the one whose answer was lost.
  const applicationNo = application_no ?? (earlier.committed ? (earlier.reference ?? undefined) : undefined);
  if (applicationNo !== undefined) {
    const [application] = await listApplications(page, kind, { applicationNo });
    if (!application) return null;
    if (invoiceNo === undefined || isSameInAnyCase(application.invoiceNo, invoiceNo)) return { application };
    return {
      several: bepzaMessages.otherInvoice({ number: applicationNo, invoice: application.invoiceNo }),
    };
  }
  const listed = (await listApplications(page, kind, { invoiceNo })).filter((each) =>
    isSameInAnyCase(each.invoiceNo, invoiceNo ?? ''),
  );
  const drafts = listed.filter(({ status }) => status === 'DRAFT');
  const [application, ...others] = drafts.length > 0 ? drafts : listed;
  if (!application) return null;
  if (others.length === 0) return { application };
  const numbers = [application, ...others].map((each) => each.applicationNo).join(', ');
  return {
    several: bepzaMessages.severalApplications({ invoice: invoiceNo, numbers }),
  };
}

const isSameInAnyCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

async function check(submission: Submission, [row]: Filing, context: SubmitContext): Promise<Found<Meant>> {
  context.signal.throwIfAborted();
  const meant = await find(submission, row, context);
  if (!meant) return { found: 'absent', seen: meant };
  if ('several' in meant) return { found: 'different', message: meant.several };
  const { applicationNo, status } = meant.application;
  if (status === 'DRAFT') return { found: 'absent', seen: meant };
  if (!sent.includes(status)) return turnedDown(meant.application);
  await openListed(context.session.page, submission.kind, applicationNo);
  return { found: 'equal', result: await resultOf(context) };
}

async function run(
  submission: Submission,
  [row]: Filing,
  { context, seen }: { context: SubmitContext; seen: Meant | undefined },
): Promise<RowResult> {
  const { page } = context.session;
  const meant = seen === undefined ? await find(submission, row, context) : seen;
  if (!meant) return { outcome: 'NOT_FOUND', message: bepzaMessages.noApplication() };
  if ('several' in meant) return { outcome: 'CONFLICT', message: meant.several };
  const { applicationNo } = meant.application;
  await openListed(page, submission.kind, applicationNo);
  const refused = await completeDocuments(submission, row, context);
  if (refused) return refused;
  const { fee } = await openSubmission(page, row['remarks']);
  if (Number(fee) !== config.feeBdt)
    return {
      outcome: 'CONFLICT',
      message: bepzaMessages.otherFee({ fee, number: applicationNo, expected: config.feeBdt.toFixed(2) }),
    };
  await context.noteReference(applicationNo);
  await context.commit(() => submit(page));
  const { isTaken, words } = await readConfirmation(page, submittedWords);
  if (!isTaken) return refusalOf(words);
  return { ...(await resultOf(context)), outcome: 'SUCCESS' };
}

/** Returns the result for a rejected application; throws PORTAL_CHANGED for an unknown status. */
function turnedDown({ applicationNo, status, remark }: ListedApplication): Found<never> {
  if (status !== 'RETURNED_WITH_QUERY')
    throw new PortalFault('PORTAL_CHANGED', bepzaMessages.unknownStatus({ status, number: applicationNo }));
  return {
    found: 'refused',
    message: bepzaMessages.returnedWithQuery({ words: remark }),
    portalReference: applicationNo,
  };
}

/**
 * Uploads the documents that the portal still needs. Problems are reported, before anything is uploaded where
 * possible.
 */
async function completeDocuments(
  { documents }: Submission,
  row: RowData,
  { session, readDocument }: SubmitContext,
): Promise<RowResult | null> {
  const { page } = session;
  const lacking = (await openDocuments(page)).filter(({ isReceived }) => !isReceived);
  const files: { paper: string; file: NamedFile }[] = [];
  for (const listed of lacking) {
    const column = columnOf(documents, listed);
    const reference = column === undefined ? undefined : row[column];
    if (reference === undefined) {
      if (!listed.isRequired) continue;
      const { paper } = listed;
      const message = column
        ? bepzaMessages.documentNeededIn({ paper, column })
        : bepzaMessages.documentNeeded({ paper });
      return { outcome: 'INPUT_INVALID', message };
    }
    const named = requireDocument(reference, await readDocument(reference));
    if ('refusal' in named) return named.refusal;
    files.push({ paper: listed.paper, file: named.file });
  }
  for (const { paper, file } of files) {
    const words = await uploadPaper(page, paper, file);
    if (words !== null) return refusalOf(words);
  }
  return null;
}

const columnOf = (documents: DocumentColumns, { paper }: ListedDocument): string | undefined =>
  documents.find((known) => known.paper === paper)?.column;

/** Builds the result from the application on the current page. */
async function resultOf({ session }: SubmitContext): Promise<Omit<RowResult, 'outcome'>> {
  const { fields } = await readApplication(session.page);
  const applicationNo = cellOf(fields, 'Application No');
  const receiptNo = cellOf(fields, 'Receipt No');
  const status = cellOf(fields, 'Status');
  return {
    message: bepzaMessages.withOfficer({ number: applicationNo, status, receipt: receiptNo }),
    portalReference: applicationNo,
    values: {
      application_no: applicationNo,
      portal_status: status,
      submitted_at: dayOf(fields, 'Submitted At'),
      receipt_no: receiptNo,
    },
  };
}
