/** Changed amounts that a second administrator confirms, in both languages. */
import { describe, expect, test } from 'vitest';
import { formatAmountChange } from '#web/features/admin/approvals/amount-change.ts';
import { useBengali } from './bengali.ts';

test('both amounts of a change are grouped, and every other text stays as it is', () => {
  expect(formatAmountChange('1000 → 99999.5')).toBe('1,000.00 → 99,999.50');
  expect(formatAmountChange('0 → 5')).toBe('0.00 → 5.00');
  for (const text of ['Ana → Rahman', '1.2.3 → 4', '', 'suspended'])
    expect(formatAmountChange(text)).toBe(text);
});

describe('in Bengali', () => {
  useBengali();
  test('both amounts of a change have Bengali digits', () => {
    expect(formatAmountChange('1000 → 99999.5')).toBe('১,০০০.০০ → ৯৯,৯৯৯.৫০');
  });
});
