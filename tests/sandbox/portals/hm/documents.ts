/** Documents of the portal: the invoice as PDF and as XML, and the packing list. */
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import { amountCents, amountText, invoiceId, totalCents } from './book.ts';
import { cartonRanges, lineName, type Invoice, type InvoiceStatus, type Order } from './seed.ts';

export const hasPdf = (status: InvoiceStatus): boolean => status !== 'DRAFT';
export const hasXml = (status: InvoiceStatus): boolean => status === 'APPROVED' || status === 'PAID';

export function invoicePdf(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const { no, orderNo, date, version, currency } = invoice;
  return pairsPdf(
    `E-Invoice ${no}`,
    [
      ['Invoice id', invoiceId(invoice)],
      ['Version', String(version)],
      ['Order', orderNo],
      ['Date', date],
      ...invoice.lines.map(
        (line) =>
          [
            lineName(line),
            `${line.texts['quantity']} x ${line.texts['unit_price']} = ${amountText(amountCents(line))}`,
          ] as const,
      ),
      ['Total', `${amountText(totalCents(invoice))} ${currency}`],
    ],
    date,
  );
}

export function invoiceXml(invoice: Invoice): string {
  const { no, date, currency } = invoice;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- SANDBOX -->
<Invoice><Id>${invoiceId(invoice)}</Id><No>${escaped(no)}</No><Date>${date}</Date><Total currency="${currency}">${(totalCents(invoice) / 100).toFixed(2)}</Total></Invoice>
`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function packingListPdf(order: Order, market: string): Promise<Uint8Array<ArrayBuffer>> {
  return pairsPdf(
    `Packing List ${order.no} ${market}`,
    [
      ['Product', `${order.productNo} ${order.productName}`],
      ...cartonRanges(order, market).map(
        ({ from, to, article, pieces, sizes }) =>
          [`Cartons ${from}-${to}`, `${article}: ${pieces} pcs (${sizes})`] as const,
      ),
    ],
    order.orderedOn,
  );
}
