/** Rules of the account's pages: what a new password must contain, and the height of a chart. */
import { describe, expect, test } from 'vitest';
import { niceMax } from '#web/features/accounts/chart-scale.ts';
import {
  isComplete,
  isProfileComplete,
  passwordProblem,
  problemWhileTyping,
} from '#web/features/accounts/profile/rules.ts';

const draft = (currentPassword: string, newPassword: string, confirmation = newPassword) => ({
  currentPassword,
  newPassword,
  confirmation,
});

describe('a new password', () => {
  test.each([
    ['', 'jute-and-tea', 'jute-and-tea', 'Current password is required'],
    ['old-one', '', '', 'New password is required'],
    ['old-one', 'short', 'short', 'New password must be at least 6 characters long'],
    ['old-one', 'jute-and-tea', 'jute-and-coffee', 'Passwords do not match'],
    ['old-one', 'old-one', 'old-one', 'New password must be different from current password'],
  ])(
    'a new password after "%s", entered as "%s" and "%s", is refused: %s',
    (current, next, again, message) => {
      expect(passwordProblem(draft(current, next, again))?.message).toBe(message);
    },
  );

  test('a new password that follows every rule has no problem [valid-password]', () => {
    expect(passwordProblem(draft('old-one', 'jute-and-tea'))).toBeNull();
  });

  test('a new password shows no problem while its confirmation is being typed', () => {
    expect(problemWhileTyping(draft('old-one', 'jute-and-tea', 'jute'))).toBeNull();
    expect(problemWhileTyping(draft('old-one', 'jute-and-tea', 'jote'))?.message).toBe(
      'Passwords do not match',
    );
  });

  test.each([
    ['', 'a', 'a', false],
    ['a', '', '', false],
    ['a', 'b', 'c', false],
    ['a', 'b', 'b', true],
  ])('the passwords "%s", "%s" and "%s" can be submitted: %s', (current, next, again, expected) => {
    expect(isComplete(draft(current, next, again))).toBe(expected);
  });
});

test('a profile with a field of only spaces is not complete', () => {
  expect(isProfileComplete({ name: 'Ana', company: ' ', mobile: '1' })).toBe(false);
  expect(isProfileComplete({ name: 'Ana', company: 'Padma', mobile: '1' })).toBe(true);
});

test.each([
  [0, 1],
  [0.3, 0.5],
  [1, 1],
  [1.01, 2],
  [37, 50],
  [99.5, 100],
  [2_001, 5_000],
])('a chart with a largest value of %d has a maximum of %d', (largest, height) => {
  expect(niceMax(largest)).toBeCloseTo(height);
});
