/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and thirty seconds, which every app supports. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;
const STEP_S = 30;
/** Number of steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const DRIFT_STEPS = 1;
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the number of the 30-second step that contains the moment, counted from the Unix epoch. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1_000 / STEP_S);

/** Returns the six-digit code of a step, with leading zeros. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns the time step whose code matches; null if no current one does. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - DRIFT_STEPS; step <= present + DRIFT_STEPS; step += 1)
    if (isSame(codeOfStep(secret, step), code)) found = step;
  return found;
}

/** Returns the address that an app reads from the QR code. */
export function otpauthAddress(secret: Buffer, account: string): string {
  const issuer = 'Chalan';
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${query.toString()}`;
}

/** Encodes bytes in Base32 (RFC 4648) without padding, as authenticator apps expect a secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function isSame(code: string, given: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
