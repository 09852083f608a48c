/** Codes of authenticator apps: the standards' own examples, and how far clocks may differ. */
import { describe, expect, test } from 'vitest';
import { base32, codeOfStep, otpauthAddress, stepAt, stepOfCode } from '#api/domain/accounts/totp.ts';

/** From RFC 6238, appendix B, whose codes have eight digits; the platform's codes are the last six. */
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number): Date => new Date(seconds * 1_000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %d s is the one of RFC 6238', (seconds, code) => {
  expect(codeOfStep(secret, stepAt(at(seconds)))).toBe(code);
});

describe('a code', () => {
  const now = at(1_111_111_111);
  const near = (steps: number): string => codeOfStep(secret, stepAt(now) + steps);

  test.each([-1, 0, 1])('a code is accepted %d steps from now', (steps) => {
    expect(stepOfCode(secret, near(steps), now)).toBe(stepAt(now) + steps);
  });

  test.each([near(-2), near(2), '', '05047', '0504711', '050 471', 'abcdef', '০৫০৪৭১'])(
    'a code that is older, later or malformed is refused: %j [wrong-codes]',
    (code) => {
      expect(stepOfCode(secret, code, now)).toBeNull();
    },
  );
});

test('the secret is written in the form that authenticator apps read', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(otpauthAddress(secret, 'ana+1@example.test')).toBe(
    'otpauth://totp/Chalan:ana%2B1%40example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Chalan',
  );
});
