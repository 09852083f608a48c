/** Every sentence that the specification spells out (sections 5 and 8) is provoked by a test, letter by letter. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The specification is no part of a checkout that stands alone. */
const place = new URL('../../shared/spec.md', import.meta.url);

/** By the file of the tests that cause the sentence and read it where a customer or a client of the API does. */
const provoked = {
  'api/accounts/account.test.ts': [
    'Current password is required',
    'New password is required',
    'Automation failed: ',
  ],
  'api/accounts/auth-reset.test.ts': [
    'Password reset instructions have been sent to your email address.',
    'Invalid or missing reset token',
    'Password must be at least 6 characters long.',
  ],
  'api/accounts/auth.test.ts': ['Verification email sent! Please check your inbox (and spam folder).'],
  'api/jobs/bulk-retry.test.ts': ['Insufficient credits. Please purchase more credits.'],
  'api/portals/credentials.test.ts': [
    'Credentials test failed',
    'Credentials saved successfully!',
    'Credentials deleted successfully!',
    'Username is required',
    'Password is required',
  ],
  'api/edge.test.ts': ['An error occurred. Please try again.'],
  'api/jobs/jobs-portal.test.ts': ['Job queued at position '],
  'api/jobs/jobs-refused.test.ts': ['File size must be less than 50MB'],
  'api/jobs/jobs.test.ts': ['Processing started!'],
  'api/payments/payment-queries.test.ts': ['Payment was cancelled or failed'],
  'api/payments/transactions.test.ts': ['Failed to record transaction', 'User ID is required'],
  'e2e/account-area.e2e.ts': [
    'New password must be at least 6 characters long',
    'New password must be different from current password',
    'Password changed successfully!',
    'All fields are required',
    'Profile updated successfully!',
    'Automation complete! Download your results in the work history below.',
  ],
  'e2e/admin.e2e.ts': [
    'Email verified successfully',
    'Password reset email sent successfully',
    'User deleted successfully',
    'Data imported successfully',
    'Failed to import data. Please check the file format.',
    'Failed to update message status',
    'System notification updated successfully',
    'Failed to load ads settings',
    'All ad settings saved successfully',
    'Failed to save ad settings',
  ],
  'e2e/messages.e2e.ts': [
    'Login failed. Please check your connection and try again.',
    'Registration failed. Please check your connection and try again.',
    'Failed to send verification email. Please try again.',
    'Invalid verification link. No token provided.',
    'An error occurred while verifying your email. Please try again.',
    'Unable to resend verification email. Please try registering again.',
    'Verification email sent successfully! Please check your inbox.',
    'Failed to resend verification email.',
    'Passwords do not match.',
    'Failed to create payment',
    'Failed to create payment. Please try again.',
    'Payment verification failed',
    'Failed to verify payment status',
    'Failed to process payment',
    'Failed to fetch transactions',
    'Failed to load transactions',
    'Failed to fetch credit history',
    'Failed to load credit history. Please try again.',
    'Passwords do not match',
    'Failed to change password',
    'Failed to update profile',
    'Failed to test credentials',
    'Failed to save credentials',
    'Failed to delete credentials',
    'Failed to start automation: ',
    'Unknown error',
    'Failed to start REX/SOO submission: ',
    'Error processing automation: ',
    "Automation complete! If download button doesn't appear, please refresh the page.",
    'Portal Credentials Required',
    'Failed to verify email',
    'Verification email sent successfully',
    'Failed to send verification email',
    'Failed to send password reset email',
    'Failed to delete user: ',
    'Failed to toggle ad placement',
    'Failed to upload ZIP file',
    'Failed to process CSV file',
    'Failed to submit REX SOO data',
    'Verification Link Expired',
    'Ready to Process',
  ],
  'e2e/payments.e2e.ts': [
    'Please allow popups for bKash payment',
    'Minimum purchase amount is ',
    'Please select a package or enter an amount',
    'Added to Cart',
  ],
  'e2e/public.e2e.ts': [
    'Failed to submit your message',
    'Failed to submit your message. Please try again.',
    'No blog posts found',
    'Try adjusting your search or filter criteria',
    '404 Page Not Found',
  ],
  'e2e/services.e2e.ts': [
    'Invalid file type. Accepted formats: ',
    'Both ZIP and CSV files are required for REX/SOO submission.',
  ],
  'e2e/scenarios.e2e.ts': ['Credentials are valid and working!', 'Configure Credentials'],
  'e2e/systems.e2e.ts': ['Just now'],
};
/** Part of a server's sentence that a client looks for; nobody reads it alone. */
const lookedFor = 'Email not verified';
const rows = Object.entries(provoked).flatMap(([file, sentences]) =>
  sentences.map((sentence) => ({ file, sentence })),
);

it.each(rows)('$sentence is provoked in $file [sentence-is-provoked]', ({ file, sentence }) => {
  expect(readFileSync(`tests/${file}`, 'utf8').replaceAll("\\'", "'")).toContain(sentence);
});

describe.skipIf(!existsSync(place))('section 8 of the specification', () => {
  it('section 8 of the specification spells no sentence that is not provoked by a test', () => {
    const text = readFileSync(place, 'utf8');
    const section = text.slice(text.indexOf('## 8.'), text.indexOf('## 9.'));
    // A sentence may hold an apostrophe, and may leave out what follows.
    const spelled = [...section.matchAll(/'([A-Z](?:[^'\n]|'(?=[a-z]))+)'/g)].map(([, sentence = '']) =>
      sentence.replace(/ ?(\.\.\.|N)$/, ''),
    );
    expect(spelled.length).toBeGreaterThan(50);
    const known = rows.map(({ sentence }) => sentence);
    const open = spelled.filter(
      (sentence) => sentence !== lookedFor && !known.some((each) => each.startsWith(sentence)),
    );
    expect(open).toEqual([]);
  });
});
