/** H&M E-Invoice Correction, all rows of one invoice: list by number → Correct → Resubmit → version and PDF. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { config } from '#activities/portals/hm/config.ts';
import { refusalOf, resubmittedWords } from '#activities/portals/hm/outcomes.ts';
import {
  fillInvoice,
  fillReason,
  openCorrection,
  readConfirmation,
  resubmit,
  type LineTexts,
} from '#activities/portals/hm/pages/invoice-form.ts';
import { findInvoice, openInvoice } from '#activities/portals/hm/pages/invoice-list.ts';
import { readInvoice, type ShownInvoice } from '#activities/portals/hm/pages/invoice-page.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import { invoiceMessages } from '#services/families/invoice-messages.ts';
import { hmMessages } from '#services/families/hm-messages.ts';
import type { RowData } from '#services/contract.ts';
import { reasonOf } from '#services/families/corrections.ts';
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
import { hmEinvoiceCorrectionMessages } from './messages.ts';

export const hmEinvoiceCorrection: SubmitRunner<Seen> = {
  outputColumns: ['version', 'invoice_status', 'total_amount', 'changes'],
  check,
  run,
};

/** The invoice on the current page, or why it cannot be corrected. */
type Seen = { shown: ShownInvoice } | { refusal: RowResult };

async function open(page: PortalSession['page'], rows: Filing): Promise<Seen> {
  const listed = await findInvoice(page, invoiceNoOf(rows));
  if (!listed) return { refusal: { outcome: 'NOT_FOUND', message: hmMessages.noInvoices() } };
  if (listed.status === config.invoice.draft) {
    const message = hmEinvoiceCorrectionMessages.onlyDraft();
    return { refusal: { outcome: 'REJECTED', message } };
  }
  await openInvoice(page, listed);
  return { shown: await readInvoice(page) };
}

/** What the portal shows in a corrected field: of a line by its name, or of the invoice itself (`line` is null). */
type CorrectedField = { line: string | null; value: string };

const fieldOf = (row: RowData): string => row['field_name'] ?? '';
const invoiceNoOf = ([first]: Filing): string => first['invoice_no'] ?? '';

async function check(rows: Filing, { session, signal }: SubmitContext): Promise<Found<Seen>> {
  signal.throwIfAborted();
  const seen = await open(session.page, rows);
  // `run` reports why the invoice cannot be corrected.
  if ('refusal' in seen) return { found: 'absent', seen };
  const { shown } = seen;
  const conflict = conflictOf(rows, shown);
  if (conflict !== null) return { found: 'different', message: conflict, portalReference: shown.invoiceId };
  const isDone = rows.every((row) => isShownOnInvoice(row['new_value'], fieldOnInvoice(row, shown)?.value));
  if (!isDone) return { found: 'absent', seen };
  return { found: 'equal', result: await resultOf(session, rows, shown) };
}

/**
 * Detects a change by somebody else, after which the field shows neither its old nor its new value, and rows that name
 * the same line in different ways, which only the invoice shows.
 */
function conflictOf(rows: Filing, shown: ShownInvoice): Message | null {
  const corrected = new Set<string>();
  for (const row of rows) {
    const field = fieldOnInvoice(row, shown);
    if (!field)
      return hmEinvoiceCorrectionMessages.severalLines({
        invoice: shown.invoiceNo,
        lines: linesOf(row, shown).length,
      });
    const name = changeName(row, field);
    if (corrected.has(english(name))) {
      const words = invoiceMessages.invoice({ invoice: shown.invoiceNo });
      return correctionMessages.correctedTwice({ field: name, words });
    }
    corrected.add(english(name));
    const { value } = field;
    if (!isShownOnInvoice(row['old_value'], value) && !isShownOnInvoice(row['new_value'], value))
      return correctionMessages.shownDiffers({
        shown: value || correctionMessages.nothing(),
        field: name,
        old: row['old_value'],
      });
  }
  return null;
}

function linesOf(row: RowData, { orderNo, lines }: ShownInvoice): ShownInvoice['lines'] {
  const { order_no: order, planning_market: market, article_no: article } = row;
  return lines.filter(
    (line) =>
      isOrder(order, orderNo) &&
      (market === undefined || line.market === market) &&
      (article === undefined || line.article === article),
  );
}

/** Returns null if the row names no line of the invoice, or more than one. */
function fieldOnInvoice(row: RowData, shown: ShownInvoice): CorrectedField | null {
  const field = fieldOf(row);
  const own = shown.header[field];
  if (own !== undefined) return { line: null, value: own };
  const [line, ...others] = linesOf(row, shown);
  if (!line || others.length > 0) return null;
  return { line: lineName(line.market, line.article), value: line.texts[field] ?? '' };
}

/** Names the corrected field, and its line if it belongs to one. */
const changeName = (row: RowData, { line }: CorrectedField): Message =>
  line === null
    ? quote(fieldOf(row))
    : hmEinvoiceCorrectionMessages.fieldOfLine({ field: fieldOf(row), line });

async function run(rows: Filing, { session, commit }: SubmitContext, seen?: Seen): Promise<FilingResult> {
  const { page } = session;
  const opened = seen ?? (await open(page, rows));
  if ('refusal' in opened) return opened.refusal;
  const { shown } = opened;
  const refused = await openCorrection(page);
  if (refused !== null) return refusalOf(refused);
  await fillInvoice(page, correctedTexts(rows, shown));
  await fillReason(page, reasonOf(rows));
  await commit(() => resubmit(page));
  const { isTaken, words } = await readConfirmation(page, resubmittedWords);
  if (!isTaken) return refusalOf(words);
  return { ...(await resultOf(session, rows, await readInvoice(page))), outcome: 'SUCCESS' };
}

function correctedTexts(
  rows: Filing,
  shown: ShownInvoice,
): { header: Record<string, string>; lines: LineTexts[] } {
  const header: Record<string, string> = {};
  const lines: LineTexts[] = [];
  for (const row of rows) {
    const field = fieldOnInvoice(row, shown);
    const texts = { [fieldOf(row)]: row['new_value'] ?? '' };
    if (field?.line === null) Object.assign(header, texts);
    else if (field) lines.push({ name: field.line, texts });
  }
  return { header, lines };
}

/** Builds the result from the invoice on the current page. */
async function resultOf(session: PortalSession, rows: Filing, shown: ShownInvoice): Promise<FiledResult> {
  const { invoiceNo, invoiceId, version, status, totalAmount } = shown;
  const changes = rows.map((row) => {
    const name = changeName(row, fieldOnInvoice(row, shown) ?? { line: null, value: '' });
    return `${english(name)}: ${row['old_value']} → ${row['new_value']}`;
  });
  return {
    message: hmEinvoiceCorrectionMessages.corrected({ invoice: invoiceNo, version }),
    portalReference: invoiceId,
    values: {
      version,
      invoice_status: status,
      total_amount: totalAmount,
      changes: changes.join('; '),
    },
    fetchDocuments: async () => [await invoicePdf(session, `INV_${invoiceNo}_v${version}`)],
  };
}
