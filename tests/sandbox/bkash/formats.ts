/** bKash's formats: amounts, Dhaka times, payment, transaction and page identifiers. */
import { randomInt } from 'node:crypto';
import { HOUR_MS } from '#tests/sandbox/framework/durations.ts';

const DHAKA_OFFSET_MS = 6 * HOUR_MS;
const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const HASH_LENGTH = 85;
const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/;

/** Null for anything but a positive amount as text with at most two decimals. */
export function poishaOf(amount: unknown): number | null {
  if (typeof amount !== 'string' || !AMOUNT.test(amount)) return null;
  const [taka = '', decimals = ''] = amount.split('.');
  const poisha = Number(taka) * 100 + Number(decimals.padEnd(2, '0'));
  return poisha > 0 ? poisha : null;
}

export function amountOf(poisha: number): string {
  return `${Math.floor(poisha / 100)}.${String(poisha % 100).padStart(2, '0')}`;
}

/** "10" rather than "10.00". */
export const plainAmountOf = (poisha: number): string => amountOf(poisha).replace(/\.00$/, '');

/** 2025-11-02T14:29:02:166 */
export function dhakaTime(ms: number): string {
  return new Date(ms + DHAKA_OFFSET_MS).toISOString().replace('.', ':').replace('Z', '');
}

export const zonedTime = (ms: number): string => `${dhakaTime(ms)} GMT+0600`;

/** 20251102142902 */
export const compactTime = (ms: number): string => dhakaTime(ms).replace(/\D/g, '').slice(0, 14);

function randomText(length: number, alphabet = DIGITS + UPPER + LOWER): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

export const newPaymentId = (mode: string, ms: number): string => `TR${mode}${randomText(7)}${ms}`;
export const newSignature = (): string => randomText(10);
export const newHash = (): string => randomText(HASH_LENGTH, `${DIGITS}${UPPER}${LOWER}!()*.-_`);

/** The first three characters encode year, month and day in Dhaka. */
export function newTrxId(ms: number): string {
  const day = new Date(ms + DHAKA_OFFSET_MS);
  const year = (DIGITS.slice(6) + UPPER).charAt(day.getUTCFullYear() - 2019);
  const month = UPPER.charAt(day.getUTCMonth());
  const date = (DIGITS + UPPER).charAt(day.getUTCDate());
  return `${year}${month}${date}${randomText(7, DIGITS + UPPER)}`;
}

/** The address to which the payer's browser is sent; the parameters are appended to an existing query. */
export function returnUrl(callbackUrl: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${query.join('&')}`;
}
