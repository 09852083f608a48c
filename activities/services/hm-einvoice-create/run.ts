/** H&M E-Invoice Create, all rows of one invoice: list by number → draft → lines → Validate → Submit → id and PDF. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { refusalOf, submittedWords } from '#activities/portals/hm/outcomes.ts';
import {
  changeDraftLines,
  createDraft,
  fillInvoice,
  openDraftLines,
  openOrderLines,
  orderedQuantities,
  readConfirmation,
  submitDraft,
  validateDraft,
} from '#activities/portals/hm/pages/invoice-form.ts';
import { findInvoice, openInvoice, type ListedInvoice } from '#activities/portals/hm/pages/invoice-list.ts';
import { readInvoice, type ShownInvoice } from '#activities/portals/hm/pages/invoice-page.ts';
import { headerItems, lineItems } from '#activities/portals/hm/invoice-items.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { hmRules } from '#services/families/hm-fields.ts';
import { commaSeparated, difference } from '#services/families/differences.ts';
import { invoicePdf, isOrder, isShownOnInvoice, lineName } from '#services/families/hm-invoice.ts';
import type {
  FiledResult,
  Filing,
  FilingResult,
  Found,
  RowResult,
  SubmitContext,
  SubmitRunner,
} from '#services/runner.ts';
import { hmEinvoiceCreateMessages } from './messages.ts';

/** An existing draft with the invoice number, or null if there is none. */
type Seen = { draft: ListedInvoice | null };

export const hmEinvoiceCreate: SubmitRunner<Seen> = {
  outputColumns: ['portal_invoice_id', 'invoice_status', 'total_amount'],
  check,
  run,
};

const nameOf = (row: RowData): string => lineName(row['planning_market'], row['article_no']);
const invoiceNoOf = ([first]: Filing): string => first['invoice_no'] ?? '';

/** Looks the invoice up. A draft counts as not filed and is reused, unless it belongs to another order. */
async function check(rows: Filing, { session, signal }: SubmitContext): Promise<Found<Seen>> {
  signal.throwIfAborted();
  const { page } = session;
  const listed = await findInvoice(page, invoiceNoOf(rows));
  if (!listed) return { found: 'absent', seen: { draft: null } };
  if (listed.status === config.invoice.draft) {
    if (isOrder(rows[0]['order_no'], listed.orderNo)) return { found: 'absent', seen: { draft: listed } };
    const message = hmEinvoiceCreateMessages.draftOfOrder({ order: listed.orderNo });
    return { found: 'different', message };
  }
  await openInvoice(page, listed);
  const shown = await readInvoice(page);
  const differing = differences(rows, shown);
  if (differing.length === 0) return { found: 'equal', result: await resultOf(session, shown) };
  const message = hmEinvoiceCreateMessages.invoiceDiffers({
    invoice: shown.invoiceNo,
    figures: commaSeparated(differing),
  });
  return { found: 'different', message, portalReference: shown.invoiceId };
}

/** Returns the differences between the rows and what the portal shows. */
function differences(rows: Filing, shown: ShownInvoice): Message[] {
  const [first] = rows;
  const header = headerItems
    .filter(({ column }) => !isShownOnInvoice(first[column], shown.header[column]))
    .map(({ column }) => difference(column, shown.header[column]));
  const order = isOrder(first['order_no'], shown.orderNo) ? [] : [difference('order_no', shown.orderNo)];
  const wanted = new Map(rows.map((row) => [nameOf(row), row]));
  const names = shown.lines.map(({ market, article }) => lineName(market, article));
  const missing = [...wanted.keys()]
    .filter((name) => !names.includes(name))
    .map((line) => hmEinvoiceCreateMessages.missingLine({ line }));
  const lines = shown.lines.flatMap(({ market, article, texts }) => {
    const name = lineName(market, article);
    const row = wanted.get(name);
    if (!row) return [hmEinvoiceCreateMessages.additionalLine({ line: name })];
    return lineItems
      .filter(({ column }) => !isShownOnInvoice(row[column], texts[column]))
      .map(({ column }) =>
        hmEinvoiceCreateMessages.differsForLine({ differing: difference(column, texts[column]), line: name }),
      );
  });
  return [...order, ...header, ...missing, ...lines];
}

async function run(rows: Filing, { session, commit }: SubmitContext, seen?: Seen): Promise<FilingResult> {
  const { page } = session;
  const { draft } = seen ?? { draft: await findInvoice(page, invoiceNoOf(rows)) };
  const refused = await openDraft(session, rows, draft);
  if (refused) return refused;
  const lines = rows.map((row) => ({ name: nameOf(row), texts: row }));
  // An empty REX number clears the one that an older draft may have.
  await fillInvoice(page, { header: { rex_no: '', ...rows[0] }, lines });
  const complaints = await validateDraft(page);
  if (complaints !== null) return refusalOf(complaints);
  await commit(() => submitDraft(page));
  const { isTaken, words } = await readConfirmation(page, submittedWords);
  if (!isTaken) return refusalOf(words);
  return { ...(await resultOf(session, await readInvoice(page))), outcome: 'SUCCESS' };
}

/** Opens a draft that contains exactly the lines of the rows. A new draft is created only if no earlier one exists. */
async function openDraft(
  { page }: PortalSession,
  rows: Filing,
  draft: ListedInvoice | null,
): Promise<RowResult | null> {
  const [first] = rows;
  if (draft) {
    await openInvoice(page, draft);
    await openDraftLines(page);
  } else {
    const words = await openOrderLines(page, first['order_no'] ?? '');
    if (words !== null) return refusalOf(words);
  }
  const ordered = await orderedQuantities(page);
  const problem = orderProblem(rows, ordered);
  if (problem) return problem;
  const choice = { all: ordered.keys(), names: new Set(rows.map(nameOf)) };
  if (draft) {
    await changeDraftLines(page, choice);
    return null;
  }
  const words = await createDraft(page, invoiceNoOf(rows), choice);
  return words === null ? null : refusalOf(words);
}

/** Finds problems with the order before creating a draft that the portal would refuse. */
function orderProblem(rows: Filing, ordered: ReadonlyMap<string, number>): RowResult | null {
  for (const row of rows) {
    const name = nameOf(row);
    const quantity = ordered.get(name);
    if (quantity === undefined)
      return {
        outcome: 'NOT_FOUND',
        message: hmEinvoiceCreateMessages.noLine({ order: row['order_no'], line: name }),
      };
    const { tolerancePercent } = hmRules;
    if (Math.abs(Number(row['quantity']) - quantity) * 100 > quantity * tolerancePercent) {
      const message = hmEinvoiceCreateMessages.quantityOff({
        line: name,
        pieces: row['quantity'],
        percent: tolerancePercent,
        ordered: quantity,
      });
      return { outcome: 'REJECTED', message };
    }
  }
  return null;
}

/** Builds the result from the invoice on the current page. */
async function resultOf(session: PortalSession, shown: ShownInvoice): Promise<FiledResult> {
  const { invoiceNo, invoiceId, status, totalAmount } = shown;
  return {
    message: hmEinvoiceCreateMessages.onPortal({ invoice: invoiceNo, status }),
    portalReference: invoiceId,
    values: { portal_invoice_id: invoiceId, invoice_status: status, total_amount: totalAmount },
    fetchDocuments: async () => [await invoicePdf(session, `INV_${invoiceNo}`)],
  };
}
