/** Which words of a portal are about its own trouble or an ended session, and which are about a row or a password. */
import { describe, expect, test } from 'vitest';
import { PortalFault } from '#activities/portals/contract.ts';
import { loginRefusal } from '#activities/portals/login-words.ts';
import { refuseTrouble } from '#activities/portals/portal-trouble.ts';

/** Returns the outcome of a fault that the work throws, or its result. */
function endOf<T>(work: () => T): T | PortalFault['outcome'] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return error.outcome;
  }
}

const outages = [
  'Something went wrong. Please try again later.',
  'The system is under maintenance.',
  'The system is temporarily unavailable.',
  'Server is busy, please try again later',
  'Server busy',
  'Service Unavailable',
  'The database is currently not available.',
  'An unexpected error has occurred.',
  'The portal is closed for system maintenance.',
  'Internal Server Error',
];
const endedSessions = [
  'Your session has expired. Please log in again.',
  'Your session is invalid',
  'The user session has ended.',
  'The page has expired. Please reload.',
  'The state information is invalid for this page.',
  'The security token is not valid.',
  'The CSRF token is missing.',
  'No valid session found.',
];

describe('an answer behind the login', () => {
  test.each(outages)('"%s" is an outage', (words) => {
    expect(endOf(() => refuseTrouble(words))).toBe('PORTAL_DOWN');
  });

  test.each([...endedSessions, 'You must be logged in.', 'Login is required', 'Please sign in'])(
    '"%s" means that the session has ended',
    (words) => {
      expect(endOf(() => refuseTrouble(words))).toBe('SESSION_EXPIRED');
    },
  );

  const aboutRows = [
    'Certificate BTMA/24/40001 has expired.',
    'Contract has expired.',
    'ERC has expired',
    'The upload has expired.',
    'REX No is required for the EU above EUR 6,000.',
    'Item 3: Maintenance kit is not in the approved product list.',
    'The service is not available for zone DEPZ.',
    'Transaction failed: insufficient deposit',
    'Invoice Date must be filled in.',
    'The invoice value is not valid.',
    'Login ID is required.',
    'No invoices found.',
    'The system will be under maintenance on Friday.',
    '1204 saved successfully',
  ];
  test.each(aboutRows)('"%s" is an answer about the row', (words) => {
    expect(endOf(() => refuseTrouble(words))).toBe(words);
  });
});

describe('the answer to a login', () => {
  const endOfLogin = (words: string): string | null =>
    endOf(() => {
      const refusal = loginRefusal(words);
      return refusal && refusal.outcome;
    });

  const refusals = [
    'Invalid user name or password.',
    'Invalid Login Credentials',
    'Invalid login ID or password. Please try again later.',
    'The user name or password is incorrect.',
    'Authentication Failed',
    'Login failed.',
    'Wrong password',
    'Incorrect. 2 attempts left.',
    'Wrong. You have one more attempt.',
    'Your account is disabled.',
    'Your account has been deactivated.',
    'Your account has expired.',
    'User is suspended',
    'Access denied',
    'Your password has expired. Please change your password.',
    'The code is not right.',
  ];
  test.each(refusals)('"%s" refuses the login', (words) => {
    expect(endOfLogin(words)).toBe('CREDENTIALS_INVALID');
  });

  test.each([
    'Account locked for 30 minutes.',
    'Your account has been blocked.',
    'User is blocked',
    'Authentication Failed. Your account is locked for 30 minutes.',
    'Too many failed login attempts. Please try again later.',
  ])('"%s" means a locked account', (words) => {
    expect(endOfLogin(words)).toBe('ACCOUNT_LOCKED');
  });

  test.each([
    ...outages,
    'Login failed: the server is busy',
    'Authentication failed: directory not available',
    'Something went wrong while your password was checked.',
  ])('"%s" is an outage', (words) => {
    expect(endOfLogin(words)).toBe('PORTAL_DOWN');
  });

  test.each([...endedSessions, 'Invalid token, please reload'])('"%s" is a lost session', (words) => {
    expect(endOfLogin(words)).toBe('SESSION_EXPIRED');
  });

  test.each(['', 'Please log in again.', 'You have logged out.'])(
    '"%s" says nothing about the login',
    (words) => {
      expect(endOfLogin(words)).toBeNull();
    },
  );
});
