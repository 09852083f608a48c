/** Every sentence that the specification spells out (sections 5 and 8) stands in the product, letter by letter. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const sentences = {
  auth: [
    'Login failed. Please check your connection and try again.',
    'Registration failed. Please check your connection and try again.',
    'An error occurred. Please try again.',
    'Verification email sent! Please check your inbox (and spam folder).',
    'Failed to send verification email. Please try again.',
    'Password reset instructions have been sent to your email address.',
    'Invalid verification link. No token provided.',
    'An error occurred while verifying your email. Please try again.',
    'Unable to resend verification email. Please try registering again.',
    'Verification email sent successfully! Please check your inbox.',
    'Failed to resend verification email.',
    'Invalid or missing reset token',
    'Passwords do not match.',
    'Password must be at least 6 characters long.',
  ],
  'payment and transactions': [
    'Failed to create payment',
    'Failed to create payment. Please try again.',
    'Payment was cancelled or failed',
    'Payment verification failed',
    'Failed to verify payment status',
    'Please allow popups for bKash payment',
    'Failed to record transaction',
    'Failed to process payment',
    'User ID is required',
    'Failed to fetch transactions',
    'Failed to load transactions',
    'Failed to fetch credit history',
    'Failed to load credit history. Please try again.',
    'Minimum purchase amount is ',
    'Please select a package or enter an amount',
  ],
  account: [
    'Current password is required',
    'New password is required',
    'New password must be at least 6 characters long',
    'Passwords do not match',
    'New password must be different from current password',
    'Failed to change password',
    'Password changed successfully!',
    'All fields are required',
    'Failed to update profile',
    'Profile updated successfully!',
    'Credentials test failed',
    'Failed to test credentials',
    'Failed to save credentials',
    'Failed to delete credentials',
    'Credentials are valid and working!',
    'Credentials saved successfully!',
    'Credentials deleted successfully!',
    'Username is required',
    'Password is required',
    'Failed to submit your message',
    'Failed to submit your message. Please try again.',
  ],
  automation: [
    'Insufficient credits. Please purchase more credits.',
    'File size must be less than 50MB',
    'Invalid file type. Accepted formats: ',
    'Both ZIP and CSV files are required for REX/SOO submission.',
    'Failed to start automation: ',
    'Unknown error',
    'Failed to start REX/SOO submission: ',
    'Error processing automation: ',
    'Automation failed: ',
    'Automation complete! Download your results in the work history below.',
    "Automation complete! If download button doesn't appear, please refresh the page.",
    'Processing started!',
    'Job queued at position ',
    'Portal Credentials Required',
    'Configure Credentials',
  ],
  administration: [
    'Email verified successfully',
    'Failed to verify email',
    'Verification email sent successfully',
    'Failed to send verification email',
    'Password reset email sent successfully',
    'Failed to send password reset email',
    'User deleted successfully',
    'Failed to delete user: ',
    'Data imported successfully',
    'Failed to import data. Please check the file format.',
    'Failed to update message status',
    'System notification updated successfully',
    'Failed to load ads settings',
    'Failed to toggle ad placement',
    'All ad settings saved successfully',
    'Failed to save ad settings',
  ],
  'rex page': ['Failed to upload ZIP file', 'Failed to process CSV file', 'Failed to submit REX SOO data'],
  pages: [
    'No blog posts found',
    'Try adjusting your search or filter criteria',
    '404 Page Not Found',
    'Verification Link Expired',
    'Just now',
    'Added to Cart',
    'Ready to Process',
  ],
};

const sources = ['api', 'web/app', 'web/features', 'web/lib', 'web/ui']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", "'"));

describe.each(Object.entries(sentences))('the messages of %s', (_, spelled) => {
  it.each(spelled)('are spelled as specified: %s', (sentence) => {
    expect(sources.some((source) => source.includes(sentence))).toBe(true);
  });
});
