/** The EXPs that the portal knows: the seed and what was filed since. */
import { createHash } from 'node:crypto';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { expNumber } from './fields.ts';
import { adCodes, findExp, SERIALS, type Exp } from './seed.ts';

export type Book = Pick<PortalTools, 'records' | 'now'>;
type ExpKey = Pick<Exp, 'adCode' | 'serial' | 'year'>;

/** EXPs issued here have serials outside the seed's range. */
const OWN_SERIALS = { first: 200_000, count: 800_000 };
const LISTED_MAX = 100;

/** `{"settings": {"issueMode": "adApproval", "stores": "capitals"}}` among the seeded records. */
const settingsOf = (book: Book): { issueMode?: string; stores?: string } => book.records()['settings'] ?? {};

export function issueMode(book: Book): 'immediate' | 'adApproval' {
  return settingsOf(book).issueMode === 'adApproval' ? 'adApproval' : 'immediate';
}

/** Whether the portal turns what is typed into capitals. */
export const storesCapitals = (book: Book): boolean => settingsOf(book).stores === 'capitals';

export function findInBook(book: Book, number: ExpKey): Exp | undefined {
  const seeded = findExp(number.adCode, number.serial, number.year);
  const own = book.records()[expNumber(number)] as Partial<Exp> | undefined;
  if (!seeded && own?.serial === undefined) return undefined;
  return { ...seeded, ...own } as Exp;
}

/** The AD certifies an EXP at a time on the clock; before that the EXP exists without its number. */
export function isCertified(book: Book, { certifiedAt }: Exp): boolean {
  return certifiedAt === undefined || book.now().toISOString() >= certifiedAt;
}

function ownExps(book: Book): Exp[] {
  return Object.values(book.records()).filter(
    (record) => (record as Partial<Exp>).serial !== undefined,
  ) as Exp[];
}

/** Derived from the filing, so that the same filing gets the same number whatever was filed before it. */
export function newSerial(book: Book, { adCode, year }: Pick<Exp, 'adCode' | 'year'>, key: string): string {
  const wanted = createHash('sha256').update(key).digest().readUInt32BE(0);
  for (let n = 0; n < OWN_SERIALS.count; n += 1) {
    const serial = String(OWN_SERIALS.first + ((wanted + n) % OWN_SERIALS.count));
    if (!book.records()[expNumber({ adCode, serial, year })]) return serial;
  }
  throw new Error('All serials of the year are taken.');
}

export function contractTotalCents(book: Book, contractNo: string): number {
  return ownExps(book)
    .filter((exp) => exp.contractNo === contractNo)
    .reduce((total, exp) => total + exp.invoiceValueCents, 0);
}

export type ListFilter = { invoiceNo: string; from: string | null; to: string | null };

/** Filtered by invoice number or by the day of the EXP; newest filings last. */
export function listExps(book: Book, branches: readonly string[], filter: ListFilter): Exp[] {
  const { invoiceNo, from, to } = filter;
  const fits = (exp: Exp): boolean =>
    branches.includes(exp.adCode) &&
    (invoiceNo === ''
      ? (from ?? '') <= exp.expDate && exp.expDate <= (to ?? '9999')
      : exp.invoiceNo === invoiceNo);
  const seeded = invoiceNo === '' ? seededExps(book) : ofInvoice(book, invoiceNo);
  const all = new Map([...seeded, ...ownExps(book)].map((exp) => [expNumber(exp), exp]));
  return [...all.values()].filter(fits).slice(0, LISTED_MAX);
}

function seededExps(book: Book): Exp[] {
  const count = SERIALS.last - SERIALS.first + 1;
  return adCodes.flatMap((adCode) =>
    Array.from({ length: count }, (_, n) => found(book, adCode, SERIALS.first + n)).flat(),
  );
}

/** A seeded invoice number ends in the number from which it was made. */
function ofInvoice(book: Book, invoiceNo: string): Exp[] {
  const number = Number(/\/(\d+)$/.exec(invoiceNo)?.[1] ?? Number.NaN);
  const byInvoice = adCodes.flatMap((adCode, branch) => found(book, adCode, number - branch * 3));
  return Number.isNaN(number) ? [] : byInvoice;
}

function found(book: Book, adCode: string, serial: number): Exp[] {
  const exp = findInBook(book, { adCode, serial: String(serial).padStart(6, '0'), year: '2026' });
  return exp ? [exp] : [];
}
