/** The administrators' Jobs tab without a browser: how a typed amount is read, and what an address means. */
import { describe, expect, it } from 'vitest';
import { jobFilterIn } from '#web/features/admin/jobs/queries.ts';
import { refundCreditsIn } from '#web/features/admin/jobs/rules.ts';

describe('credits to return', () => {
  it.each(['', ' ', 'all', '-1', '0', '0.00', '1.005', '1e2', '12.51', '1.', '٣'])(
    'the credits to return are invalid as "%s"',
    (text) => {
      expect(refundCreditsIn(text, 12.5)).toBeNull();
    },
  );

  it.each([
    ['12.5', 12.5],
    ['12.50', 12.5],
    [' 0.01 ', 0.01],
    ['1,250', 1250],
  ])('the credits to return are read from "%s"', (text, credits) => {
    expect(refundCreditsIn(text, Math.max(12.5, credits))).toBe(credits);
  });

  it('the credits to return are compared to the hundredth', () => {
    expect(refundCreditsIn('0.30', 0.1 + 0.2)).toBe(0.3);
    expect(refundCreditsIn('০.৩০', 0.1 + 0.2)).toBe(0.3);
    expect(refundCreditsIn('8.21', 8.2)).toBeNull();
  });
});

describe('an address', () => {
  const filterIn = (address: string) => jobFilterIn(new URLSearchParams(address));
  const nothing = filterIn('');

  it('an address without filters has no filter set', () => {
    expect(Object.values(nothing).every((value) => value === undefined)).toBe(true);
  });

  it('an address contains the filters of a figure of the overview', () => {
    expect(filterIn('special=for_team&practice=no&ended=2026-11-24T10:00:00.000Z')).toEqual({
      ...nothing,
      special: 'for_team',
      practice: 'no',
      endedSince: '2026-11-24T10:00:00.000Z',
    });
  });

  it.each([
    'ended=yesterday',
    'ended=2026-99-24T10:00:00.000Z',
    'special=all',
    'state=draft',
    'state=lost',
    'error=OTHER',
    'from=yesterday',
    'to=2026-1-1',
    'text=%20',
  ])('an address with "%s" has no filter set', (address) => expect(filterIn(address)).toEqual(nothing));

  it('an address contains the filters of the search', () => {
    const address =
      'tab=jobs&state=failed&error=TIMEOUT&service=exp-search&from=2026-11-01&customer=%20Ana%20';
    expect(filterIn(address)).toEqual({
      ...nothing,
      state: 'failed',
      errorCode: 'TIMEOUT',
      serviceId: 'exp-search',
      dateFrom: '2026-11-01',
      customer: 'Ana',
    });
  });
});
