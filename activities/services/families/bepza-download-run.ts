/** Downloads the approved permits of one row; an application without a permit yet explains why. */
import type { PermitKind } from '#activities/portals/bepza/application-items.ts';
import { config } from '#activities/portals/bepza/config.ts';
import {
  listApplications,
  listPermits,
  type ListedApplication,
  type ListedPermit,
} from '#activities/portals/bepza/pages/search-pages.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { downloadPdf } from '#activities/portals/download.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';
import { bepzaMessages } from './bepza-messages.ts';

type Download = { kind: PermitKind; prefix: 'EP' | 'IP'; outputColumns: readonly string[] };

export function createDownloadRunner(download: Download): ReadRunner {
  const { outputColumns } = download;
  return { outputColumns, run: (row, context) => run(download, row, context) };
}

async function run(download: Download, row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  signal.throwIfAborted();
  if (!session) throw new Error('The download of permits needs a session on the portal.');
  const { kind, outputColumns } = download;
  const { application_no: applicationNo, permit_no: permitNo, invoice_no: invoiceNo, bl_no: blNo } = row;
  const list = (): Promise<ListedPermit[]> =>
    listPermits(session.page, kind, { applicationNo, permitNo, invoiceNo, blNo });
  let permits = await list();
  const applications = await applicationsBeside(permits, { kind, row, session });
  let waiting = withoutPermit(applications, permits);
  if (waiting.some(({ status }) => status === 'APPROVED')) {
    // The officer may have approved it since the first search.
    permits = await list();
    waiting = withoutPermit(applications, permits);
  }
  if (permits.length > 0) return downloaded(download, { permits, waiting }, { session, signal });
  if (waiting.length > 0) return unapproved(waiting, outputColumns);
  return { outcome: 'NOT_FOUND', message: bepzaMessages.noPermit() };
}

const withoutPermit = (
  applications: readonly ListedApplication[],
  permits: readonly ListedPermit[],
): ListedApplication[] =>
  applications.filter(
    ({ applicationNo }) => !permits.some((permit) => isSameText(permit.applicationNo, applicationNo)),
  );

async function downloaded(
  { prefix, outputColumns }: Download,
  { permits, waiting }: { permits: readonly ListedPermit[]; waiting: readonly ListedApplication[] },
  { session, signal }: { session: PortalSession; signal: AbortSignal },
): Promise<RowResult> {
  const documents: RowDocument[] = [];
  for (const permit of permits) {
    signal.throwIfAborted();
    documents.push(await documentOf(session, prefix, permit));
  }
  const [first, ...others] = permits;
  const only = others.length === 0 ? first : undefined;
  const found = only
    ? bepzaMessages.permitFound({ permit: only.permitNo, status: only.status })
    : bepzaMessages.permitsFound({ count: permits.length });
  return {
    outcome: 'SUCCESS',
    message: sequence(found, ...waiting.map((application) => stateOf(application) ?? onPortal(application))),
    ...(only ? { portalReference: only.permitNo } : {}),
    values: valuesOf([...permits, ...waiting.map(asListed)], outputColumns),
    documents,
  };
}

type Shown = Pick<ListedPermit, 'status' | 'remark'> &
  Partial<Pick<ListedPermit, 'permitNo' | 'approvedAt' | 'validTill'>>;

/** Returns how an application without a permit is shown beside others: its number identifies it. */
const asListed = ({ applicationNo, status, remark }: ListedApplication): Shown => ({
  status: `${applicationNo}: ${status}`,
  remark,
});

const fields: readonly (readonly [column: string, read: (shown: Shown) => string | null | undefined])[] = [
  ['permit_no', ({ permitNo }) => permitNo],
  ['approved_at', ({ approvedAt }) => approvedAt],
  ['valid_till', ({ validTill }) => validTill],
  ['portal_status', ({ status }) => status],
  ['officer_remark', ({ remark }) => remark || null],
];
/** The place of an empty text in a list, so that each text has the place of its permit. */
const EMPTY_PLACE = '–';

/** Returns the values of the permits; with several permits, each column lists theirs in the same order. */
function valuesOf(permits: readonly Shown[], outputColumns: readonly string[]): OutputValues {
  const shown = fields.filter(([column]) => outputColumns.includes(column));
  return Object.fromEntries(
    shown.map(([column, read]) => {
      const texts = permits.map((permit) => read(permit) ?? null);
      const isEmpty = texts.every((text) => text === null);
      return [column, isEmpty ? null : texts.map((text) => text ?? EMPTY_PLACE).join('; ')];
    }),
  );
}

async function documentOf(
  { context }: PortalSession,
  prefix: string,
  { permitNo, pdf }: ListedPermit,
): Promise<RowDocument> {
  const { downloadMs: timeoutMs } = config.timeouts;
  const bytes = await downloadPdf(context, pdf, { timeoutMs, isLogin: config.isLogin });
  return { name: `${prefix}_${permitNo}.pdf`, contentType: 'application/pdf', bytes };
}

/**
 * Finds the applications of the row that may have no permit among those that were found: an invoice can have several. A
 * permit or B/L number alone finds no application, and an application with its permit is the only one of its number.
 */
async function applicationsBeside(
  permits: readonly ListedPermit[],
  { kind, row, session: { page } }: { kind: PermitKind; row: RowData; session: PortalSession },
): Promise<ListedApplication[]> {
  const { application_no: applicationNo, invoice_no: invoiceNo, permit_no, bl_no: blNo } = row;
  if (permit_no !== undefined || (applicationNo === undefined && invoiceNo === undefined)) return [];
  if (applicationNo !== undefined && permits.length > 0) return [];
  const listed = await listApplications(page, kind, { applicationNo, invoiceNo });
  return listed.filter(({ transportDocNo }) => blNo === undefined || isSameText(transportDocNo, blNo));
}

/** Reports the states of applications of which none has a permit. */
function unapproved(waiting: readonly ListedApplication[], outputColumns: readonly string[]): RowResult {
  const [first, ...others] = waiting;
  if (first && waiting.every((application) => stateOf(application) === null)) {
    const { status, applicationNo: number } = first;
    throw new PortalFault('PORTAL_CHANGED', bepzaMessages.unknownStatus({ status, number }));
  }
  const only = others.length === 0 ? first : undefined;
  const columns = outputColumns.filter((column) => ['portal_status', 'officer_remark'].includes(column));
  return {
    outcome: 'REJECTED',
    message: sequence(...waiting.map((application) => stateOf(application) ?? onPortal(application))),
    ...(only ? { portalReference: only.applicationNo } : {}),
    values: valuesOf(only ? [only] : waiting.map(asListed), columns),
  };
}

/** Returns what the state of an application without a permit means; null for an unknown state. */
function stateOf({ applicationNo: number, status, remark }: ListedApplication): Message | null {
  switch (status) {
    case 'DRAFT':
      return bepzaMessages.notSubmitted({ number });
    case 'SUBMITTED':
      return bepzaMessages.pendingApproval({ number });
    case 'RETURNED_WITH_QUERY':
      return bepzaMessages.applicationReturned({ number, words: remark });
    case 'APPROVED':
      return bepzaMessages.permitNotListedYet({ number });
    default:
      return null;
  }
}

/** An unknown state of an application does not spoil what is known of the others. */
const onPortal = ({ applicationNo: number, status }: ListedApplication): Message =>
  bepzaMessages.onPortal({ number, status });
