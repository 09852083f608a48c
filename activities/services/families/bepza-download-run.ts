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
import type { Message } from '#contracts/messages/message.ts';
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
  const permits = await list();
  if (permits.length > 0) return downloaded(download, permits, { session, signal });
  const application = await applicationOf(kind, row, session);
  if (!application) return { outcome: 'NOT_FOUND', message: bepzaMessages.noPermit() };
  if (application.status === 'APPROVED') {
    // The officer may have approved it since the first search.
    const approved = await list();
    if (approved.length > 0) return downloaded(download, approved, { session, signal });
  }
  return unapproved(application, outputColumns);
}

async function downloaded(
  { prefix, outputColumns }: Download,
  permits: readonly ListedPermit[],
  { session, signal }: { session: PortalSession; signal: AbortSignal },
): Promise<RowResult> {
  const documents: RowDocument[] = [];
  for (const permit of permits) {
    signal.throwIfAborted();
    documents.push(await documentOf(session, prefix, permit));
  }
  const [first, ...others] = permits;
  const only = others.length === 0 ? first : undefined;
  return {
    outcome: 'SUCCESS',
    message: only
      ? bepzaMessages.permitFound({ permit: only.permitNo, status: only.status })
      : bepzaMessages.permitsFound({ count: permits.length }),
    ...(only ? { portalReference: only.permitNo } : {}),
    values: valuesOf(permits, outputColumns),
    documents,
  };
}

const fields: readonly (readonly [column: string, read: (permit: ListedPermit) => string | null])[] = [
  ['permit_no', ({ permitNo }) => permitNo],
  ['approved_at', ({ approvedAt }) => approvedAt],
  ['valid_till', ({ validTill }) => validTill],
  ['portal_status', ({ status }) => status],
  ['officer_remark', ({ remark }) => remark || null],
];

/** Returns the values of the permits; with several permits, each column lists theirs in the same order. */
function valuesOf(permits: readonly ListedPermit[], outputColumns: readonly string[]): OutputValues {
  const shown = fields.filter(([column]) => outputColumns.includes(column));
  return Object.fromEntries(
    shown.map(([column, read]) => {
      const texts = permits.map(read).filter((text) => text !== null);
      return [column, texts.length === 0 ? null : texts.join('; ')];
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

/** Finds the application of a row without a permit. A permit number alone identifies no application. */
async function applicationOf(
  kind: PermitKind,
  row: RowData,
  { page }: PortalSession,
): Promise<ListedApplication | undefined> {
  const { application_no: applicationNo, invoice_no: invoiceNo, permit_no, bl_no: blNo } = row;
  if (permit_no !== undefined || (applicationNo === undefined && invoiceNo === undefined)) return undefined;
  const listed = await listApplications(page, kind, { applicationNo, invoiceNo });
  return listed.find(({ transportDocNo }) => blNo === undefined || isSameText(transportDocNo, blNo));
}

/** Reports the state of an application without a permit. */
function unapproved(
  { applicationNo: number, status, remark }: ListedApplication,
  outputColumns: readonly string[],
): RowResult {
  const message = messageOf(number, status, remark);
  const values: OutputValues = { portal_status: status };
  if (outputColumns.includes('officer_remark')) values['officer_remark'] = remark || null;
  return { outcome: 'REJECTED', message, portalReference: number, values };
}

function messageOf(number: string, status: string, remark: string): Message {
  switch (status) {
    case 'DRAFT':
      return bepzaMessages.notSubmitted({ number });
    case 'SUBMITTED':
      return bepzaMessages.pendingApproval({ number });
    case 'RETURNED_WITH_QUERY':
      return bepzaMessages.returnedWithQuery({ words: remark });
    case 'APPROVED':
      return bepzaMessages.permitNotListedYet({ number });
    default:
      throw new PortalFault('PORTAL_CHANGED', bepzaMessages.unknownStatus({ status, number }));
  }
}
