/** The refusals of the forwarder's portal, in its own words. */
import { numberOf, totalText } from './book.ts';
import {
  cartonTypes,
  findOrder,
  loadPorts,
  offices,
  typesOf,
  type Booking,
  type BookedLine,
  type OrderLine,
  type ReceiptTexts,
} from './seed.ts';

const TOLERANCE_PERCENT = 5;
const FILE_BYTES_MAX = 2_000_000;

export function refusalOfSearch(orderNo: string): string {
  const order = findOrder(orderNo);
  if (!order) return `PO ${orderNo} not found.`;
  return order.isReleased ? '' : `PO ${orderNo} is not released for booking.`;
}

export function refusalOfBooking(booking: Booking): string {
  const order = findOrder(booking.orderNo);
  if (!order) return `PO ${booking.orderNo} not found.`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(booking.delivery)) return 'Estimated delivery date is required.';
  if (booking.delivery < order.shipFrom || booking.delivery > order.shipTo)
    return `Estimated delivery ${booking.delivery} is outside the ship window ${order.shipFrom} to ${order.shipTo}.`;
  if (!offices.includes(booking.office)) return 'Origin office is required.';
  if (!loadPorts.includes(booking.loadPort)) return `Port of loading ${booking.loadPort} is not allowed.`;
  if (booking.dischargePort !== order.client.port)
    return `Port of discharge ${booking.dischargePort} is not allowed for PO ${order.no}.`;
  if (booking.country !== order.client.country)
    return `Destination ${booking.country} is not allowed for PO ${order.no}.`;
  return booking.lines.map((line) => refusalOfLine(line, order.lines)).find((words) => words !== '') ?? '';
}

function refusalOfLine(booked: BookedLine, lines: readonly OrderLine[]): string {
  const name = `Line ${booked.line}`;
  const line = lines.find((each) => each.line === booked.line);
  if (!line) return `${name} is not found.`;
  const quantity = numberOf(booked.quantity);
  if (Math.abs(quantity - line.ordered) * 100 > line.ordered * TOLERANCE_PERCENT)
    return `${name}: quantity ${quantity} exceeds the PO tolerance of ${TOLERANCE_PERCENT} % of ${line.ordered}.`;
  for (const key of ['packages', 'weight', 'measurement'] as const)
    if (!(numberOf(booked[key]) > 0)) return `${name}: ${key} must be above 0.`;
  if (booked.cartonType !== '' && !cartonTypes.includes(booked.cartonType))
    return `${name}: carton type ${booked.cartonType} is unknown.`;
  return '';
}

/** Why no receipt can be requested for the booking. */
export function refusalOfReceipt(booking: Booking): string {
  if (booking.status !== 'RECEIVED' && booking.status !== 'SHIPPED')
    return `Cargo of SO ${booking.so} is not received yet.`;
  return booking.isPastCutOff ? `FCR cut-off of SO ${booking.so} has passed.` : '';
}

const requiredLabels: Readonly<Record<string, string>> = {
  invoiceNo: 'Invoice No',
  invoiceDate: 'Invoice Date',
  contractNo: 'Contract No',
  shipper: 'Shipper',
  consignee: 'Consignee',
  notify: 'Notify Party',
  freight: 'Freight Term',
};

export function refusalOfReceiptTexts({ lines }: Booking, texts: ReceiptTexts): string {
  const empty = Object.keys(requiredLabels).find((key) => (texts[key] ?? '') === '');
  if (empty) return `${requiredLabels[empty]} is required.`;
  if (!/^\d{4,8}-\d{6}-20\d\d$/.test(texts['expNo'] ?? '') || !texts['expDate'])
    return 'EXP is missing or not valid.';
  const differing = (key: string, amount: 'quantity' | 'packages', label: string): string => {
    const received = totalText(lines, amount);
    if (numberOf(texts[key]) === numberOf(received)) return '';
    return `${label} ${texts[key]} differ from the received quantity of ${received}.`;
  };
  const words = differing('cartons', 'packages', 'Cartons') || differing('pieces', 'quantity', 'Pieces');
  if (words) return words;
  return numberOf(texts['weight']) > 0 && numberOf(texts['measurement']) > 0
    ? ''
    : 'Gross weight and measurement must be above 0.';
}

type Upload = { clientCode: string; type: string; name: string; size: number; magic: string };

export function refusalOfUpload({ clientCode, type, name, size, magic }: Upload): string {
  if (!typesOf(clientCode).includes(type))
    return `Document type ${type} is not allowed for client ${clientCode}.`;
  if (size === 0) return 'Select a file.';
  if (magic !== '%PDF-') return `${name} is not a PDF.`;
  if (size > FILE_BYTES_MAX) return `${name} exceeds the limit of ${FILE_BYTES_MAX / 1_000_000} MB.`;
  return '';
}
