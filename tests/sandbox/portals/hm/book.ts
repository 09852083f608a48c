/** The invoices that the portal knows: the seed and what was created and changed since. */
import { createHash } from 'node:crypto';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { findOrder, invoices, type Invoice, type InvoiceLine } from './seed.ts';

type Book = Pick<PortalTools, 'records'>;

export function allInvoices(book: Book): Invoice[] {
  const seeded = invoices.map((invoice) => [invoice.no, invoice] as const);
  const byNo = new Map<string, Invoice>(seeded);
  for (const [key, record] of Object.entries(book.records())) {
    const no = key.startsWith('invoice ') ? key.slice('invoice '.length) : '';
    if (no !== '') byNo.set(no, { ...byNo.get(no), ...(record as Invoice) });
  }
  return [...byNo.values()];
}

export const recordKey = (no: string): string => `invoice ${no}`;

/** Capital and small letters are the same to the portal, which shows a number as it was typed first. */
const isSameNo = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

export function findInvoice(book: Book, no: string): Invoice | undefined {
  return allInvoices(book).find((invoice) => isSameNo(invoice.no, no));
}

/** Drafts are not filings: they are stored, but not entered in the journal. */
export function keepDraft(book: Book, draft: Invoice): void {
  book.records()[recordKey(draft.no)] = draft;
}

/** Derived from the number, so that the same filing gets the same id in any order. */
export function invoiceId({ no }: Pick<Invoice, 'no'>): string {
  const number = createHash('sha256').update(no).digest().readUInt32BE(0) % 100_000_000;
  return `EI-${String(number).padStart(8, '0')}`;
}

export type InvoiceFilter = { invoiceNo: string; orderNo: string; from: string; to: string };

export function filterInvoices(book: Book, { invoiceNo, orderNo, from, to }: InvoiceFilter): Invoice[] {
  const order = orderNo === '' ? undefined : (findOrder(orderNo)?.no ?? 'none');
  return allInvoices(book)
    .filter(
      (invoice) =>
        invoice.no.toUpperCase().includes(invoiceNo.toUpperCase()) &&
        (order === undefined || invoice.orderNo === order) &&
        (from === '' || invoice.date >= from) &&
        (to === '' || invoice.date <= to),
    )
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.no.localeCompare(b.no));
}

export function numberOf(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}

export function amountCents({ texts }: InvoiceLine): number {
  const price = Math.round(numberOf(texts['unit_price']) * 10_000);
  return Math.round((numberOf(texts['quantity']) * price) / 100);
}

export const totalCents = ({ lines }: Invoice): number =>
  lines.reduce((total, line) => total + amountCents(line), 0);

/** 704694 → 7,046.94. */
export function amountText(cents: number): string {
  const [whole = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
