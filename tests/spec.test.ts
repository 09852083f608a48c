/** The table of the specification leaves out no part, and every test that it names exists. */
import { describe, expect, it } from 'vitest';
import { hasTest, tableRows } from './harness/test-table.ts';

/** Sections with their parts, as the specification heads them. */
const parts = [
  '1',
  ...[
    ...['Route table', 'Shared chrome', 'Home', 'Services page', 'Sign-in / sign-up modal', 'Blog listing'],
    ...['Blog single', 'Contact page', 'Privacy page', 'Reset-password page', 'Verify-email page'],
    ...[
      'Dashboard tab',
      'Other account tabs',
      'Buy-credits modal',
      'Cart drawer',
      'REX/SOO page',
      'Admin area',
    ],
  ].map((part) => `2 ${part}`),
  '3',
  ...[
    ...['Session', 'Registration', 'User status', 'Job', 'Payment dialog', 'Cart', 'Notifications'],
    ...['Contact message status', 'Blog post status', 'REX page steps', 'Credentials modal'],
  ].map((part) => `4 ${part}`),
  ...['Credits', 'Auth', 'Files', 'Forms'].map((part) => `5 ${part}`),
  '6',
  '7',
  '8',
  ...['Credit settings defaults', 'Purchases', 'Timings', 'Limits and retention', 'Other'].map(
    (part) => `9 ${part}`,
  ),
];
const rows = tableRows('tests/spec.md').map(([part = '', , title = '', file = '']) => ({
  part,
  title,
  file,
}));

describe('the table of the specification', () => {
  it('has every part in its order', () => {
    expect([...new Set(rows.map(({ part }) => part))]).toEqual(parts);
  });

  it.each(rows)('$part is held by a test that exists: $title', ({ title, file }) => {
    expect(hasTest(file, title)).toBe(true);
  });
});
