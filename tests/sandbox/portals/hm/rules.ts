/** The portal's complaints about an invoice, in its own words; none if it accepts the invoice. */
import { amountCents, numberOf } from './book.ts';
import { lineFields } from './fields.ts';
import {
  findOrder,
  lineName,
  markets,
  priceText,
  type Invoice,
  type InvoiceLine,
  type Order,
} from './seed.ts';

const TOLERANCE_PERCENT = 2;
const REX_ABOVE_CENTS = { EUR: 600_000, USD: 700_000 };
const EU_COUNTRY = 'NL';

export type Settings = { tolerancePercent?: number };

export function complaints(invoice: Invoice, today: string, settings: Settings = {}): string[] {
  const order = findOrder(invoice.orderNo);
  if (!order) return ['No order found.'];
  if (order.status === 'Closed') return [`Order ${order.no} is closed.`];
  return [
    ...headerComplaints(invoice, order, today),
    ...invoice.lines.flatMap((line) =>
      lineComplaints(line, order, settings.tolerancePercent ?? TOLERANCE_PERCENT).map(
        (words) => `Line ${lineName(line)}: ${words}`,
      ),
    ),
  ];
}

function headerComplaints(invoice: Invoice, order: Order, today: string): string[] {
  const { date, currency, rexNo, lines } = invoice;
  const words: string[] = [];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) words.push('Invoice Date must be filled in.');
  else if (date < order.orderedOn) words.push('Invoice Date is before the date of order.');
  else if (date > today) words.push('Invoice Date is in the future.');
  if (currency !== order.currency)
    words.push(`Currency ${currency} does not match the order currency ${order.currency}.`);
  const euCents = lines
    .filter(({ texts }) => texts['country'] === EU_COUNTRY)
    .reduce((total, line) => total + amountCents(line), 0);
  if (euCents > REX_ABOVE_CENTS[order.currency] && rexNo === '')
    words.push('REX No is required for the EU above EUR 6,000.');
  return words;
}

function lineComplaints({ market, article, texts }: InvoiceLine, order: Order, tolerance: number): string[] {
  const ordered = order.lines.find((line) => line.market === market && line.article === article);
  if (!ordered) return ['the order has no such line.'];
  const empty = lineFields.find(({ name }) => (texts[name] ?? '') === '');
  if (empty) return [`${empty.label} must be filled in.`];
  const wrong = lineFields.find(({ name, isNumber }) => isNumber && !(numberOf(texts[name]) > 0));
  if (wrong) return [`${wrong.label} must be a number above 0.`];
  const words: string[] = [];
  const quantity = numberOf(texts['quantity']);
  if (Math.abs(quantity - ordered.quantity) * 100 > ordered.quantity * tolerance)
    words.push(
      `quantity ${quantity} is outside the tolerance of ${tolerance} % of ${ordered.quantity} ordered.`,
    );
  if (Math.round(numberOf(texts['unit_price']) * 10_000) !== ordered.price)
    words.push(`price ${texts['unit_price']} does not match the order price ${priceText(ordered.price)}.`);
  if (texts['booking_no'] !== ordered.bookingNo) words.push(`booking ${texts['booking_no']} is unknown.`);
  if (texts['country'] !== markets.find(({ code }) => code === market)?.country)
    words.push(`country ${texts['country']} does not belong to the planning market.`);
  if (numberOf(texts['gross_weight_kg']) < numberOf(texts['net_weight_kg']))
    words.push('gross weight is less than net weight.');
  if (!/^\d{8}$/.test(texts['hs_code'] ?? '')) words.push('HS code must have 8 digits.');
  return words;
}

/** Why an invoice cannot be corrected; undefined if it can. */
export function refusalToCorrect({ status }: Invoice): string | undefined {
  if (status === 'PAID') return 'Invoice is paid and locked. A credit note is required.';
  if (status === 'DRAFT') return 'Invoice is not submitted yet.';
  return undefined;
}
