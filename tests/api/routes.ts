/**
 * The route matrix: who may make each call, as the registry says, and how it is made. `isolation.test.ts` fails for a
 * route without a row here, and calls each row as everybody who may not call it.
 */
import { callEntries } from '#contracts/calls/calls.ts';
import type { Access, Row } from './route-rows.ts';
import { adminSamples } from './routes-admin.ts';
import { customerSamples } from './routes-customers.ts';

const samples = { ...customerSamples, ...adminSamples };

/** Calls that no customer makes, and pages: they are not in the registry. */
const outside: Record<string, Access> = {
  'GET /api/health': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  // The payer's browser and Amazon's servers: neither has a session.
  'GET /api/bkash/callback': 'public',
  'POST /api/bkash/ipn': 'public',
  'GET /templates/:file': 'public',
  'GET /media/:id': 'public',
  'POST /contact': 'public',
  'GET /sitemap.xml': 'public',
  'GET /robots.txt': 'public',
  'GET /api/dev/info': 'development',
  'GET /api/dev/mailbox': 'development',
  'GET /dev/mailbox': 'development',
};

/** In the order of the samples, since some calls delete what others name. */
export const routes: Record<string, Row> = Object.fromEntries([
  ...Object.entries(outside).map(([route, access]) => [route, { access }]),
  ...callEntries
    .map(([route, { access, administered }]): [string, Row] => [
      route,
      { access, ...(administered && { administered }), ...samples[route] },
    ])
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b)),
]) as Record<string, Row>;

function placeOf(route: string): number {
  return Object.keys(samples).indexOf(route);
}

/** Listed here a second time, so that no call is opened by mistake. */
export const openCalls = new Set([
  'POST /api/auth/login',
  'POST /api/auth/passkey/begin',
  'POST /api/auth/passkey/login',
  'POST /api/auth/register',
  'POST /api/auth/resend-verification',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
  'POST /api/auth/logout',
  'GET /api/auth/me',
  'GET /api/settings',
  'GET /api/system-settings',
  'GET /api/marketing-figures',
  'GET /api/blog',
  'GET /api/blog/:slug',
  'POST /api/blog/:slug/views',
  'POST /api/contact',
  'GET /api/ads/settings/:placement',
  // A page without personal data, to which bKash redirects.
  'GET /api/bkash/result/:token',
]);

/** What a customer may do before the address is verified. */
export const callsBeforeVerification = new Set([
  'GET /api/users/:userId',
  'PUT /api/users/:userId/profile',
  'PUT /api/users/:userId/preferences',
  'GET /api/notifications/:userId',
  'GET /api/notifications/:userId/unread-count',
  'PUT /api/notifications/:userId/read-all',
  'PUT /api/notifications/:id/read',
  'DELETE /api/notifications/:id',
]);

/** What an administrator may read about every customer. */
export const callsAboutEverybody = new Set([
  'GET /api/users/:userId',
  'GET /api/analytics/credit-usage-by-day/:userId',
  'GET /api/users/:userId/credit-history',
  'GET /api/users/:userId/credit-overview',
  'GET /api/analytics/credit-usage/:userId',
  'GET /api/transactions/:userId',
  'GET /api/transactions/:userId/summary',
  'GET /api/transactions/:userId/:id/receipt',
]);
