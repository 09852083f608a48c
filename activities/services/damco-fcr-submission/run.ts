/** Damco FCR Submission, one row: receipts of the shipping order → Create FCR → Submit → number and draft. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { refusalOf, requestedWords } from '#activities/portals/damco/outcomes.ts';
import {
  fetchDraft,
  fillRequest,
  listReceipts,
  openReceipt,
  openRequest,
  readReceipt,
  submitRequest,
  type ReceiptList,
  type ShownReceipt,
} from '#activities/portals/damco/pages/receipts.ts';
import { receiptItems } from '#activities/portals/damco/receipt-items.ts';
import { cellOf } from '#activities/portals/cells.ts';
import { readConfirmation } from '#activities/portals/damco/tools.ts';
import { isShown } from '#services/families/shown-values.ts';
import type { RowData } from '#services/contract.ts';
import { difference } from '#services/families/differences.ts';
import { foundAmong, type PortalRecord } from '#services/families/found-among.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { damcoFcrSubmissionMessages } from './messages.ts';

export const damcoFcrSubmission: SubmitRunner<ReceiptList> = {
  outputColumns: ['fcr_no', 'fcr_status'],
  check,
  run,
};

type Frame = Parameters<typeof readReceipt>[0];

async function check([row]: Filing, { session, signal }: SubmitContext): Promise<Found<ReceiptList>> {
  signal.throwIfAborted();
  const list = (): Promise<ReceiptList> => listReceipts(session.page, row['so_no'] ?? '');
  const listed = await list();
  // `run` reports what is wrong with the shipping order.
  if ('words' in listed) return { found: 'absent', seen: listed };
  const own = listed.receipts.filter(({ invoiceNo }) => isShown(row['invoice_no'], invoiceNo));
  const found = await foundAmong(own, {
    open: async ({ receiptNo }, index) => {
      const shown = index === 0 ? listed : await list();
      return 'words' in shown ? null : recordOf(row, { session, app: shown.app, receiptNo });
    },
    conflict: (receipt, figures) => damcoFcrSubmissionMessages.receiptDiffers({ receipt, figures }),
  });
  return found.found === 'absent' ? { found: 'absent', seen: listed } : found;
}

/** Opens a receipt from the list in the frame and compares it with the row. */
async function recordOf(
  row: RowData,
  { session, app, receiptNo }: { session: PortalSession; app: Frame; receiptNo: string },
): Promise<PortalRecord> {
  const shown = await openReceipt(app, receiptNo);
  const differing = receiptItems
    .filter(({ column }) => row[column] !== undefined)
    .filter(({ column, label }) => !isShown(row[column], cellOf(shown, label)))
    .map(({ column, label }) => difference(column, cellOf(shown, label)));
  return { reference: receiptNo, differing, result: () => resultOf(session, app, shown) };
}

async function run(
  [row]: Filing,
  { session, commit }: SubmitContext,
  seen?: ReceiptList,
): Promise<FilingResult> {
  const listed = seen ?? (await listReceipts(session.page, row['so_no'] ?? ''));
  if ('words' in listed) return refusalOf(listed.words);
  const { app } = listed;
  const refused = await openRequest(app);
  if (refused !== null) return refusalOf(refused);
  await fillRequest(app, row);
  await commit(() => submitRequest(app));
  const { isTaken, words } = await readConfirmation(app, requestedWords);
  if (!isTaken) return refusalOf(words);
  return { ...(await resultOf(session, app, await readReceipt(app))), outcome: 'SUCCESS' };
}

/** Builds the result from the receipt in the frame. */
async function resultOf(session: PortalSession, app: Frame, shown: ShownReceipt): Promise<FiledResult> {
  const receiptNo = cellOf(shown, 'FCR No');
  const status = cellOf(shown, 'Status');
  const draft = async () => ({
    name: `${receiptNo.replace('-', '_')}.pdf`,
    contentType: 'application/pdf',
    bytes: await fetchDraft(session, app),
  });
  return {
    message: damcoFcrSubmissionMessages.onPortal({ receipt: receiptNo, status }),
    portalReference: receiptNo,
    values: { fcr_no: receiptNo, fcr_status: status },
    fetchDocuments: async () => [await draft()],
  };
}
