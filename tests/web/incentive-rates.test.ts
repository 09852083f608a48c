/**
 * How an administrator's input for an incentive rate is read, and whether a rate is past, current or future on a day.
 */
import { describe, expect, it } from 'vitest';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { draftOf, percentIn, rateState, readDraft } from '#web/features/admin/portals/rate-rules.ts';

const rate: IncentiveRate = {
  id: 'one',
  scheme: 'SME',
  ratePercent: 1.5,
  validFrom: '2026-01-01',
  validTo: '2026-06-30',
};

describe('a rate that is typed', () => {
  it.each(['', 'half', '0', '0.000', '-1', '1,5', '1.2345', '1.', '20.001', '1e1'])(
    'a rate cannot be typed as "%s"',
    (text) => expect(percentIn(text)).toBeNull(),
  );

  it.each([
    ['1.50', 1.5],
    [' 0.125 ', 0.125],
    ['20', 20],
  ])('a rate can be typed as "%s"', (text, percent) => expect(percentIn(text)).toBe(percent));
});

describe('a draft', () => {
  it('a draft names every field that is wrong', () => {
    expect(readDraft(draftOf(null))).toEqual({
      problems: { percent: expect.any(String), validFrom: expect.any(String), reason: expect.any(String) },
    });
    expect(readDraft({ ...draftOf(rate), validTo: '2025-12-31', reason: 'Circular 7' })).toEqual({
      problems: { validTo: 'This is before the first day.' },
    });
  });

  it('a draft with an empty last day is sent as valid until further notice', () => {
    const draft = { ...draftOf(rate), percent: '3.00', validTo: '', reason: ' Circular 7 ' };
    expect(readDraft(draft)).toEqual({
      body: {
        scheme: 'SME',
        ratePercent: 3,
        validFrom: '2026-01-01',
        validTo: null,
        reason: 'Circular 7',
      },
    });
  });
});

it('a rate is coming, current or ended depending on the day', () => {
  const states = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map((day) => rateState(rate, day));
  expect(states).toEqual(['coming', 'current', 'current', 'ended']);
  expect(rateState({ ...rate, validTo: null }, '2040-01-01')).toBe('current');
});
