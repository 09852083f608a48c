/** What the forwarder's portal knows: the seed and what was booked, requested and uploaded since. */
import { createHash } from 'node:crypto';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import {
  bookings,
  documents,
  receipts,
  type Booking,
  type BookedLine,
  type Receipt,
  type StoredDocument,
} from './seed.ts';

type Book = Pick<PortalTools, 'records'>;
/** A file that was chosen in the upload window and waits for confirmation in the second one. */
export type Staged = Omit<StoredDocument, 'id' | 'uploadedAt'>;

function recordsOf<T>({ records }: Book, kind: string): T[] {
  return Object.entries(records())
    .filter(([key]) => key.startsWith(`${kind} `))
    .map(([, record]) => record as T);
}

const byKey = <T>(all: readonly T[], keyOf: (each: T) => string): T[] => [
  ...new Map(all.map((each) => [keyOf(each), each])).values(),
];

export const allBookings = (book: Book): Booking[] =>
  byKey([...bookings, ...recordsOf<Booking>(book, 'so')], ({ so }) => so);

export const allReceipts = (book: Book): Receipt[] =>
  byKey([...receipts, ...recordsOf<Receipt>(book, 'fcr')], ({ no }) => no);

export const allDocuments = (book: Book): StoredDocument[] =>
  byKey([...documents, ...recordsOf<StoredDocument>(book, 'document')], ({ id }) => id);

export const findBooking = (book: Book, so: string): Booking | undefined =>
  allBookings(book).find((booking) => booking.so === so);

export const findStaged = ({ records }: Book, token: string): Staged | undefined =>
  records()[`staged ${token}`] as Staged | undefined;

function digitsOf(text: string, modulus: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % modulus;
}

/**
 * Derived from what is filed, so that the same filing gets the same number; a further filing gets the next free number.
 */
function freeNumber(text: string, modulus: number, isTaken: (number: number) => boolean): number {
  let number = digitsOf(text, modulus);
  while (isTaken(number)) number = (number + 1) % modulus;
  return number;
}

export function newSo(book: Book, orderNo: string, lines: readonly string[]): string {
  const taken = new Set(allBookings(book).map(({ so }) => so));
  const soOf = (number: number): string => String(44_000_000 + number);
  return soOf(freeNumber(`${orderNo}|${lines.join()}`, 1_000_000, (number) => taken.has(soOf(number))));
}

export function newReceiptNo(book: Book, so: string, invoiceNo: string): string {
  const taken = new Set(allReceipts(book).map(({ no }) => no));
  const noOf = (number: number): string => `FCR-${9_200_000 + number}`;
  return noOf(freeNumber(`${so}|${invoiceNo}`, 700_000, (number) => taken.has(noOf(number))));
}

export function newDocumentId(book: Book, { so, type, name, size }: Staged): string {
  const taken = new Set(allDocuments(book).map(({ id }) => id));
  const idOf = (number: number): string => `DOC-${72_000_000 + number}`;
  return idOf(freeNumber(`${so}|${type}|${name}|${size}`, 1_000_000, (number) => taken.has(idOf(number))));
}

export const numberOf = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''));

type Amount = 'quantity' | 'packages' | 'weight' | 'measurement';
const decimals: Record<Amount, number> = { quantity: 0, packages: 0, weight: 2, measurement: 3 };

export function totalText(lines: readonly BookedLine[], amount: Amount): string {
  return lines.reduce((total, line) => total + numberOf(line[amount]), 0).toFixed(decimals[amount]);
}
