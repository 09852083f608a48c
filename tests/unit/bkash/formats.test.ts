/** bKash's spellings of amounts, times and wallet numbers: read exactly or not at all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountFromPoisha,
  dateFromBkash,
  maskMsisdn,
  poishaFromAmount,
} from '#api/adapters/bkash/formats.ts';

describe('an amount', () => {
  it('an amount is read only as taka with at most two significant decimals', () => {
    const wrong = ['', ' ', '-1', '+1', '1e3', '1.005', '10.', '.5', '1,000', '10 BDT', '0x10', 'NaN', '১০'];
    for (const amount of [...wrong, null, undefined, {}, Number.NaN, 1e21, -5, 0.001])
      expect(poishaFromAmount(amount), String(amount)).toBeNull();
  });

  it('an amount is the same in all of its spellings [spellings-of-amounts]', () => {
    for (const amount of ['10', '10.0', '10.00', '10.000', 10, '010', ' 10 '])
      expect(poishaFromAmount(amount), String(amount)).toBe(1000n);
    expect(poishaFromAmount(599.99)).toBe(59_999n);
    expect(poishaFromAmount('0.07')).toBe(7n);
  });

  it('an amount survives a round trip as text, and as a number below a billion taka [amounts-round-trip]', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (poisha) => {
        const text = amountFromPoisha(poisha);
        expect(text).toMatch(/^\d+\.\d\d$/);
        expect(poishaFromAmount(text)).toBe(poisha);
        expect(poishaFromAmount(Number(text))).toBe(poisha);
      }),
    );
  });

  it('an amount below zero is never sent', () => {
    expect(() => amountFromPoisha(-1n)).toThrow(RangeError);
  });
});

describe('a time', () => {
  it('a time that does not exist is not read', () => {
    const wrong = [
      '',
      'yesterday',
      '2025-02-30T10:00:00:000 GMT+0600',
      '2025-13-01T10:00:00',
      '20251301000000',
    ];
    for (const time of [...wrong, '2025-11-02T24:61:00:000', null]) expect(dateFromBkash(time)).toBeNull();
  });

  it('a time is the same in every spelling that bKash uses [spellings-of-times]', () => {
    const moment = new Date('2025-11-02T08:29:02.000Z');
    const spellings = ['2025-11-02T14:29:02:000 GMT+0600', '2025-11-02T14:29:02:000', '20251102142902'];
    for (const time of [...spellings, '2025-11-02T08:29:02Z', '2025-11-02T14:29:02.000+06:00'])
      expect(dateFromBkash(time), time).toEqual(moment);
  });

  it('a time keeps its milliseconds and its day across midnight of UTC', () => {
    expect(dateFromBkash('2025-01-01T02:00:00:166 GMT+0600')).toEqual(new Date('2024-12-31T20:00:00.166Z'));
    expect(dateFromBkash('2025-01-01T02:00:00 GMT-0330')).toEqual(new Date('2025-01-01T05:30:00Z'));
  });
});

describe('a wallet number', () => {
  it('a wallet number is masked in every spelling and at every place in a text', () => {
    expect(maskMsisdn('from 01619777283, 8801619777283 and +8801619777283.')).toBe(
      'from 016*****283, 88016*****283 and +88016*****283.',
    );
  });

  it('a paymentID, a trxID or a longer number is not mistaken for a wallet number', () => {
    for (const text of ['TR0011mqN0nOK1762072142166', 'CK250NROQ5', '901619777283', '016197772839'])
      expect(maskMsisdn(text)).toBe(text);
  });
});
