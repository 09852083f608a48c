/** H&M E-Invoice Download, one row: filters the list and downloads each invoice's PDF, and its XML where available. */
import type { PortalSession } from '#activities/portals/contract.ts';
import { downloadPdf, downloadXml } from '#activities/portals/download.ts';
import { config } from '#activities/portals/hm/config.ts';
import { listInvoices, type ListedInvoice } from '#activities/portals/hm/pages/invoice-list.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { isOrder } from '#services/families/hm-invoice.ts';
import { hmMessages } from '#services/families/hm-messages.ts';
import type { RowData } from '#services/contract.ts';
import type { OutputValues, ReadRunner, RowDocument, RowResult, RunContext } from '#services/runner.ts';
import { hmEinvoiceDownloadMessages } from './messages.ts';

/** Columns in the row's own result if it found one invoice, and in the further sheet for each invoice found. */
const fieldColumns = ['invoice_status', 'amount', 'invoice_currency', 'portal_invoice_date', 'payment_date'];

export const hmEinvoiceDownload: ReadRunner = {
  outputColumns: ['invoices_found', ...fieldColumns],
  outputSheets: { Invoices: ['invoice_no', 'order_no', ...fieldColumns, 'documents'] },
  run,
};

async function run(row: RowData, { session, signal }: RunContext): Promise<RowResult> {
  signal.throwIfAborted();
  if (!session) throw new Error('H&M E-Invoice Download needs a session on the portal.');
  // The search may also find longer numbers.
  const listed = (await listInvoices(session.page, filterOf(row))).filter((invoice) => isOfRow(invoice, row));
  const [first] = listed;
  if (!first) return { outcome: 'NOT_FOUND', message: hmMessages.noInvoice() };
  const documents: RowDocument[] = [];
  const lines: OutputValues[] = [];
  for (const invoice of listed) {
    signal.throwIfAborted();
    const own = await documentsOf(session, invoice);
    documents.push(...own);
    const { invoiceNo, orderNo } = invoice;
    lines.push({ invoice_no: invoiceNo, order_no: orderNo, ...fieldsOf(invoice), documents: own.length });
  }
  const isOne = listed.length === 1;
  const noFields = Object.fromEntries(fieldColumns.map((column) => [column, null]));
  return {
    outcome: 'SUCCESS',
    message: isOne
      ? hmEinvoiceDownloadMessages.found({ invoice: first.invoiceNo, status: first.status })
      : hmEinvoiceDownloadMessages.manyFound({ count: listed.length }),
    ...(isOne && first.invoiceId ? { portalReference: first.invoiceId } : {}),
    values: { invoices_found: listed.length, ...(isOne ? fieldsOf(first) : noFields) },
    sheets: { Invoices: lines },
    documents,
  };
}

const isOfRow = ({ invoiceNo, orderNo }: ListedInvoice, row: RowData): boolean =>
  (row['invoice_no'] === undefined || isSameText(row['invoice_no'], invoiceNo)) &&
  isOrder(row['order_no'], orderNo);

function filterOf(row: RowData): Parameters<typeof listInvoices>[1] {
  const { invoice_no: invoiceNo, order_no: orderNo, date_from: dateFrom, date_to: dateTo } = row;
  return { invoiceNo, orderNo, dateFrom, dateTo };
}

function fieldsOf({ status, amount, currency, invoiceDate, paymentDate }: ListedInvoice): OutputValues {
  return {
    invoice_status: status,
    amount,
    invoice_currency: currency,
    portal_invoice_date: invoiceDate || null,
    payment_date: paymentDate || null,
  };
}

async function documentsOf(
  { context }: PortalSession,
  { invoiceNo, pdf, xml }: ListedInvoice,
): Promise<RowDocument[]> {
  const options = { timeoutMs: config.timeouts.downloadMs, isLogin: config.isLogin };
  const documents: RowDocument[] = [];
  if (pdf !== null) {
    const bytes = await downloadPdf(context, pdf, options);
    documents.push({ name: `INV_${invoiceNo}.pdf`, contentType: 'application/pdf', bytes });
  }
  if (xml !== null) {
    const bytes = await downloadXml(context, xml, options);
    documents.push({ name: `INV_${invoiceNo}.xml`, contentType: 'application/xml', bytes });
  }
  return documents;
}
