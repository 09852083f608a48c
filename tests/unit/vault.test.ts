/** Sealed portal passwords: they open for their owner only, and survive a change of keys. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '#api/adapters/vault.ts';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [older, newer] = [key('k1'), key('k2')];

describe('a sealed text', () => {
  test('does not open under another owner or portal', () => {
    const vault = createVault(older);
    const sealed = vault.seal('padma1234', 'user-1:bangladesh_bank_exp');
    expect(() => vault.open(sealed, 'user-2:bangladesh_bank_exp')).toThrow();
    expect(() => vault.open(sealed, 'user-1:epb_export_tracker')).toThrow();
  });

  test('does not open when any part of it was changed', () => {
    const vault = createVault(older);
    const parts = vault.seal('padma1234', 'user-1').split('.');
    for (const changed of [1, 2, 3]) {
      const forged = parts.map((part, index) => (index === changed ? flipped(part) : part)).join('.');
      expect(() => vault.open(forged, 'user-1')).toThrow();
    }
    expect(() => vault.open('', 'user-1')).toThrow();
  });

  test('does not open without its key, and the failure does not show the text', () => {
    const sealed = createVault(older).seal('padma1234', 'user-1');
    expect(() => createVault(newer).open(sealed, 'user-1')).toThrow('The vault has no key "k1".');
    const impostor = createVault(key('k1'));
    expect(() => impostor.open(sealed, 'user-1')).toThrow(expect.not.stringContaining('padma1234'));
  });

  test('opens after the keys were rotated, and new texts are sealed with the new key', () => {
    const sealed = createVault(older).seal('padma1234', 'user-1');
    const rotated = createVault(`${newer},${older}`);
    expect(rotated.open(sealed, 'user-1')).toBe('padma1234');
    expect(rotated.seal('padma1234', 'user-1')).toMatch(/^k2\./);
  });

  test('gives back any password, and never looks the same twice', () => {
    const vault = createVault(older);
    for (const plain of ['', 'চালান ১২৩৪', 'a.b.c:d,e', 'x'.repeat(500)]) {
      const sealed = vault.seal(plain, 'user-1');
      expect(vault.open(sealed, 'user-1')).toBe(plain);
      expect(vault.seal(plain, 'user-1')).not.toBe(sealed);
    }
  });
});

describe('a mark', () => {
  test('is equal for equal texts only, and of one purpose', () => {
    const vault = createVault(older);
    const [mark] = vault.marks('ana@example.test', 'trial');
    expect(vault.marks('ana@example.test', 'trial')).toEqual([mark]);
    expect(mark).not.toContain('ana');
    expect(vault.marks('eve@example.test', 'trial')).not.toEqual([mark]);
    expect(vault.marks('ana@example.test', 'portal login')).not.toEqual([mark]);
    expect(createVault(key('k1')).marks('ana@example.test', 'trial')).not.toEqual([mark]);
  });

  test('is found again after the keys were rotated', () => {
    const [former] = createVault(older).marks('ana@example.test', 'trial');
    const [current, ...earlier] = createVault(`${newer},${older}`).marks('ana@example.test', 'trial');
    expect(earlier).toEqual([former]);
    expect(current).not.toBe(former);
  });
});

test('a vault refuses keys of the wrong length', () => {
  expect(() => createVault(`k1:${randomBytes(16).toString('base64')}`)).toThrow('32-byte keys');
  expect(() => createVault('')).toThrow();
});

function flipped(part: string): string {
  const bytes = Buffer.from(part, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
}
