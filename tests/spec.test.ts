/** The table of the specification leaves out no part. */
import { describe, expect, it } from 'vitest';
import { tableRows } from './harness/test-table.ts';

/** Sections with their parts, as the specification heads them. */
const sections: Record<string, readonly string[]> = {
  1: [],
  2: [
    'Route table',
    'Shared chrome',
    'Home',
    'Services page',
    'Sign-in / sign-up modal',
    'Blog listing',
    'Blog single',
    'Contact page',
    'Privacy page',
    'Reset-password page',
    'Verify-email page',
    'Dashboard tab',
    'Other account tabs',
    'Buy-credits modal',
    'Cart drawer',
    'REX/SOO page',
    'Admin area',
  ],
  3: [],
  4: [
    'Session',
    'Registration',
    'User status',
    'Job',
    'Payment dialog',
    'Cart',
    'Notifications',
    'Contact message status',
    'Blog post status',
    'REX page steps',
    'Credentials modal',
  ],
  5: ['Credits', 'Auth', 'Files', 'Forms'],
  6: [],
  7: [],
  8: [],
  9: ['Credit settings defaults', 'Purchases', 'Timings', 'Limits and retention', 'Other'],
};
const parts = Object.entries(sections).flatMap(([section, names]) =>
  names.length === 0 ? [section] : names.map((name) => `${section} ${name}`),
);
const partsInTable = tableRows('tests/spec.md').map(([part]) => part);

describe('the table of the specification', () => {
  it('the table of the specification has every part in order', () => {
    expect([...new Set(partsInTable)]).toEqual(parts);
  });
});
