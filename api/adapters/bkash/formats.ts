/** Converts bKash's formats of amounts, times and wallet numbers (bkash.md 2.4). */
import { MINUTE_MS } from '#contracts/durations.ts';

const AMOUNT = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/;

/**
 * Returns an amount in poisha; "10", "10.0", "10.00" and 10 are the same amount. Returns null for anything that is not
 * a whole number of poisha.
 */
export function poishaFromAmount(amount: unknown): bigint | null {
  if (typeof amount !== 'string' && typeof amount !== 'number') return null;
  const match = AMOUNT.exec(String(amount).trim());
  if (!match) return null;
  const [, taka = '', decimals = ''] = match;
  return BigInt(taka) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/**
 * Formats an amount in poisha as taka with two decimals, as bKash expects it. Throws RangeError for a negative amount.
 */
export function amountFromPoisha(poisha: bigint): string {
  if (poisha < 0n) throw new RangeError('bKash knows no amounts below zero.');
  return `${poisha / 100n}.${String(poisha % 100n).padStart(2, '0')}`;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[:.](\d{1,3}))?\s*(Z|(?:GMT)?[+-]\d\d:?\d\d)?$/;
const DIGITS = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** Bangladesh has had no daylight saving time since 2009. */
const DHAKA_OFFSET_MINUTES = 6 * 60;

/**
 * Parses "2025-11-02T14:29:02:166 GMT+0600", the same without an offset (Dhaka time), or an IPN's "20251102142902"
 * (Dhaka time). Returns null for anything else.
 */
export function dateFromBkash(text: string | null): Date | null {
  const match = text === null ? null : (TIME.exec(text) ?? DIGITS.exec(text));
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const millisecond = Number((match[7] ?? '').padEnd(3, '0'));
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  // Date.UTC silently converts 31 February to a day in March.
  const isReal =
    new Date(wallMs).toISOString().slice(0, 19) ===
    `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`;
  return isReal ? new Date(wallMs - offsetMinutes(match[8]) * MINUTE_MS) : null;
}

function offsetMinutes(offset: string | undefined): number {
  if (offset === undefined) return DHAKA_OFFSET_MINUTES;
  const match = /([+-])(\d\d):?(\d\d)$/.exec(offset);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

// No other digit may precede or follow it: digits inside a longer number, such as a paymentID, are not a wallet number.
const MSISDN = /(?<!\d)((?:\+?88)?01\d)\d{5}(\d{3})(?!\d)/g;

/** Masks wallet numbers anywhere in a text: 01700000123 becomes 017*****123. */
export const maskMsisdn = (text: string): string => text.replace(MSISDN, '$1*****$2');
