/**
 * Every route of the application and who may call it. `isolation.test.ts` fails for a route without a row here, and
 * calls each row as everybody who may not.
 */
import { pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { mine, readable, type Row } from './route-rows.ts';
import { adminRoutes } from './routes-admin.ts';

const open: Row = { access: 'public' };
const development: Row = { access: 'development' };
const portal = 'bangladesh_bank_exp';
const login = { consent: true, portalName: portal, username: 'other', password: 'other-password' };
const profile = { name: 'Changed', company: 'Changed Ltd.', mobile: '+8801999999999' };
const order = { amount: 500, merchantInvoiceNumber: 'ORDER-20261121-1' };
const confirmation = {
  transactionType: 'credit_purchase',
  amountBdt: 500,
  creditsAmount: 1000,
  paymentMethod: 'bkash',
  paymentStatus: 'completed',
};

export const routes: Record<string, Row> = {
  ...adminRoutes,
  'GET /api/health': open,
  'POST /api/auth/login': open,
  'POST /api/auth/passkey/begin': open,
  'POST /api/auth/passkey/login': open,
  'POST /api/auth/register': open,
  'POST /api/auth/resend-verification': open,
  'POST /api/auth/forgot-password': open,
  'POST /api/auth/reset-password': open,
  'POST /api/auth/verify-email': open,
  'POST /api/auth/logout': open,
  'GET /api/auth/me': open,
  'GET /api/settings': open,
  'GET /api/system-settings': open,
  'GET /templates/:file': open,
  'GET /api/marketing-figures': open,
  'GET /media/:id': open,
  'GET /sitemap.xml': open,
  'GET /robots.txt': open,

  'GET /api/blog': open,
  'GET /api/blog/:slug': open,
  'POST /api/blog/:slug/views': open,
  'POST /api/contact': open,
  'GET /api/ads/settings/:placement': open,

  'GET /api/users/:userId': {
    ...mine('signed in', ({ userId }) => ({ path: `/api/users/${userId}` })),
    administered: true,
  },
  'PUT /api/users/:userId/profile': mine('signed in', ({ userId }) => ({
    path: `/api/users/${userId}/profile`,
    json: profile,
  })),
  'PUT /api/users/:userId/preferences': mine('signed in', ({ userId }) => ({
    path: `/api/users/${userId}/preferences`,
    json: { language: 'bn', theme: 'dark', mailOnCompletion: true },
  })),
  // The owner's own passwords are refused here: `account.test.ts` shows that the right one is not.
  'POST /api/users/:userId/change-password': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/change-password`,
    json: { currentPassword: 'a wrong one', newPassword: 'another one' },
  })),
  'POST /api/users/:userId/delete-account': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/delete-account`,
    json: { currentPassword: 'a wrong one', email: 'nobody@example.test' },
  })),
  'GET /api/users/:userId/second-factor': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/second-factor`,
  })),
  // Wrong passwords and codes are refused here: `second-factor.test.ts` shows that the right ones are not.
  'POST /api/users/:userId/second-factor/begin': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/second-factor/begin`,
    json: { currentPassword: 'a wrong one' },
  })),
  'POST /api/users/:userId/second-factor/confirm': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/second-factor/confirm`,
    json: { code: '123456' },
  })),
  'POST /api/users/:userId/second-factor/disable': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/second-factor/disable`,
    json: { currentPassword: 'a wrong one', code: '123456' },
  })),
  'GET /api/users/:userId/passkeys': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/passkeys`,
  })),
  // Wrong passwords and answers are refused here too: `passkeys.test.ts` shows that the right ones are not.
  'POST /api/users/:userId/passkeys/begin': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/passkeys/begin`,
    json: { currentPassword: 'a wrong one' },
  })),
  'POST /api/users/:userId/passkeys': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/passkeys`,
    json: {
      name: 'Laptop',
      credential: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        response: { clientDataJSON: 'none', attestationObject: 'none' },
      },
    },
  })),
  'POST /api/users/:userId/passkeys/:id/remove': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/passkeys/none/remove`,
    json: { currentPassword: 'a wrong one' },
  })),
  'GET /api/users/:userId/data-export': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/data-export`,
  })),
  'GET /api/users/:userId/sessions': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/sessions`,
  })),
  'DELETE /api/users/:userId/sessions/:id': mine('verified', ({ userId, sessionId }) => ({
    path: `/api/users/${userId}/sessions/${sessionId}`,
    json: {},
  })),
  // After the one before it, which it would leave nothing to end.
  'POST /api/users/:userId/sessions/end-others': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/sessions/end-others`,
    json: {},
  })),
  'POST /api/work-history': mine('verified', ({ userId, jobId }) => ({
    path: '/api/work-history',
    json: { userId, id: jobId, serviceId: PDF_SERVICE, fileName: 'any.pdf' },
  })),
  'PUT /api/work-history/:id/files': mine('verified', ({ userId, jobId }) => ({
    path: `/api/work-history/${jobId}/files`,
    json: { userId, resultFiles: [] },
  })),
  'GET /api/analytics/credit-usage-by-day/:userId': readable(({ userId }) => ({
    path: `/api/analytics/credit-usage-by-day/${userId}?dateFrom=2026-11-01&dateTo=2026-11-30`,
  })),
  'GET /api/users/:userId/credit-history': readable(({ userId }) => ({
    path: `/api/users/${userId}/credit-history`,
  })),
  'GET /api/users/:userId/credit-overview': readable(({ userId }) => ({
    path: `/api/users/${userId}/credit-overview`,
  })),
  'PUT /api/users/:userId/credit-alert': mine('verified', ({ userId }) => ({
    path: `/api/users/${userId}/credit-alert`,
    json: { threshold: 5 },
  })),
  'GET /api/analytics/credit-usage/:userId': readable(({ userId }) => ({
    path: `/api/analytics/credit-usage/${userId}`,
  })),

  'POST /api/bkash/create-payment': mine('verified', ({ userId }) => ({
    path: '/api/bkash/create-payment',
    json: { ...order, userId },
  })),
  'POST /api/bkash/query-payment': mine('verified', ({ paymentId }) => ({
    path: '/api/bkash/query-payment',
    json: { paymentID: paymentId },
  })),
  // The payer's browser, a page without personal data, and Amazon's servers: none has a session.
  'GET /api/bkash/callback': open,
  'GET /api/bkash/result/:token': open,
  'POST /api/bkash/ipn': open,
  'POST /api/transactions': mine('verified', ({ userId, paymentId }) => ({
    path: '/api/transactions',
    json: { ...confirmation, userId, transactionId: paymentId },
  })),
  'GET /api/transactions/:userId': readable(({ userId }) => ({ path: `/api/transactions/${userId}` })),
  'GET /api/transactions/:userId/summary': readable(({ userId }) => ({
    path: `/api/transactions/${userId}/summary`,
  })),
  'GET /api/transactions/:userId/:id/receipt': readable(({ userId, transactionId }) => ({
    path: `/api/transactions/${userId}/${transactionId}/receipt`,
  })),
  'GET /api/openapi.json': { access: 'verified', call: () => ({ path: '/api/openapi.json' }) },
  'GET /api/api-tokens': { access: 'verified', call: () => ({ path: '/api/api-tokens' }) },
  'POST /api/api-tokens': {
    access: 'verified',
    call: () => ({
      path: '/api/api-tokens',
      json: { name: 'ERP', scopes: ['jobs:read'], currentPassword: 'correct horse' },
    }),
  },
  'DELETE /api/api-tokens/:id': mine('verified', ({ tokenId }) => ({
    path: `/api/api-tokens/${tokenId}`,
    json: {},
  })),
  'GET /api/webhooks': { access: 'verified', call: () => ({ path: '/api/webhooks' }) },
  'POST /api/webhooks': {
    access: 'verified',
    call: () => ({
      path: '/api/webhooks',
      json: { url: 'https://localhost/', events: ['job.failed'], currentPassword: 'correct horse' },
    }),
  },
  'PUT /api/webhooks/:id': mine('verified', ({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}`,
    json: { url: 'https://localhost/other', events: ['job.failed'], enabled: false },
  })),
  'POST /api/webhooks/:id/test': mine('verified', ({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}/test`,
    json: {},
  })),
  'GET /api/webhooks/:id/deliveries': mine('verified', ({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}/deliveries`,
  })),
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': mine(
    'verified',
    ({ webhookId, deliveryId }) => ({
      path: `/api/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
      json: {},
    }),
  ),
  // After the calls about its deliveries, which go with it.
  'DELETE /api/webhooks/:id': mine('verified', ({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}`,
    json: {},
  })),
  'GET /api/schedules': { access: 'verified', call: () => ({ path: '/api/schedules' }) },
  'POST /api/schedules': mine('verified', ({ jobId }) => ({
    path: '/api/schedules',
    form: { name: 'Every morning', time: '09:00', jobId },
  })),
  'PUT /api/schedules/:id': mine('verified', ({ scheduleId }) => ({
    path: `/api/schedules/${scheduleId}`,
    json: { name: 'Changed', time: '10:00', enabled: false },
  })),
  'DELETE /api/schedules/:id': mine('verified', ({ scheduleId }) => ({
    path: `/api/schedules/${scheduleId}`,
    json: {},
  })),
  'GET /api/portals': { access: 'verified', call: () => ({ path: '/api/portals' }) },

  'GET /api/notifications/:userId': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}`,
  })),
  'GET /api/notifications/:userId/unread-count': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}/unread-count`,
  })),
  'PUT /api/notifications/:userId/read-all': mine('signed in', ({ userId }) => ({
    path: `/api/notifications/${userId}/read-all`,
    json: {},
  })),
  'PUT /api/notifications/:id/read': mine('signed in', ({ notificationId }) => ({
    path: `/api/notifications/${notificationId}/read`,
    json: {},
  })),
  'DELETE /api/notifications/:id': mine('signed in', ({ notificationId }) => ({
    path: `/api/notifications/${notificationId}`,
    json: {},
  })),

  'GET /api/credentials/user/:userId': mine('verified', ({ userId }) => ({
    path: `/api/credentials/user/${userId}`,
  })),
  'GET /api/credentials/check/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/check/${portal}?userId=${userId}`,
  })),
  'GET /api/credentials/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/${portal}?userId=${userId}`,
  })),
  'POST /api/credentials/test': mine('verified', ({ userId }) => ({
    path: '/api/credentials/test',
    json: { ...login, userId },
  })),
  'POST /api/credentials/save': mine('verified', ({ userId }) => ({
    path: '/api/credentials/save',
    json: { ...login, userId },
  })),
  'DELETE /api/credentials/:portal': mine('verified', ({ userId }) => ({
    path: `/api/credentials/${portal}`,
    json: { userId },
  })),

  'POST /api/process-automation/preview': {
    access: 'verified',
    call: () => ({
      path: '/api/process-automation/preview',
      form: { serviceId: PDF_SERVICE, file: pdf() },
    }),
  },
  'POST /api/process-automation': mine('verified', ({ uploadId }) => ({
    path: '/api/process-automation',
    form: { serviceId: PDF_SERVICE, uploadId, totalCredits: '1' },
  })),
  'POST /api/process-rex-submission': mine('verified', ({ userId }) => ({
    path: '/api/process-rex-submission',
    form: { userId, csvFile: pdf('rex.csv'), zipFile: pdf('rex.zip'), totalCredits: '2' },
  })),
  'POST /api/rex-soo/upload-zip': mine('verified', ({ userId }) => ({
    path: '/api/rex-soo/upload-zip',
    form: { userId, zipFile: pdf('rex.zip') },
  })),
  'POST /api/rex-soo/upload-csv': mine('verified', ({ zipUploadId }) => ({
    path: '/api/rex-soo/upload-csv',
    form: { uploadId: zipUploadId, csvFile: pdf('rex.csv') },
  })),
  'POST /api/rex-soo/match-documents': {
    access: 'verified',
    call: () => ({ path: '/api/rex-soo/match-documents', json: { csvRows: [], pdfFiles: [] } }),
  },
  'POST /api/rex-soo/submit': mine('verified', ({ userId, zipUploadId }) => ({
    path: '/api/rex-soo/submit',
    json: { userId, extractPath: `rex/${zipUploadId}`, creditCost: 2 },
  })),
  'GET /api/rex-soo/submissions/:userId': mine('verified', ({ userId }) => ({
    path: `/api/rex-soo/submissions/${userId}`,
  })),
  'GET /api/work-history/:userId': mine('verified', ({ userId }) => ({
    path: `/api/work-history/${userId}`,
  })),
  'GET /api/jobs/:jobId': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}` })),
  'GET /api/jobs/:jobId/status': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/status` })),
  'GET /api/jobs/:jobId/rows': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/rows` })),
  'GET /api/jobs/:jobId/download': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/download` })),
  'GET /api/jobs/:jobId/files/:fileId': mine('verified', ({ jobId, fileId }) => ({
    path: `/api/jobs/${jobId}/files/${fileId}`,
  })),
  // Before the answer, after which it is gone.
  'GET /api/jobs/:jobId/challenges/:challengeId/picture': mine('verified', ({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}/picture`,
  })),
  'POST /api/jobs/:jobId/challenges/:challengeId': mine('verified', ({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}`,
    json: { answer: '123456' },
  })),
  'POST /api/jobs/:jobId/cancel': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/cancel` })),
  'POST /api/jobs/:jobId/corrections/check': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/corrections/check`,
    json: { rows: [{ rowNumber: 1, cells: {} }] },
  })),
  'POST /api/jobs/:jobId/corrections': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/corrections`,
    json: { rows: [{ rowNumber: 1, cells: {} }], totalCredits: 1 },
  })),
  'POST /api/jobs/:jobId/retry': mine('verified', ({ jobId }) => ({ path: `/api/jobs/${jobId}/retry` })),

  'GET /api/jobs/:jobId/rows/:rowNumber/tables': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables?page=1`,
  })),
  'PUT /api/jobs/:jobId/rows/:rowNumber/tables': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables`,
    json: { page: 1, layout: { dropped: ['1-1'], drawn: [] } },
  })),
  'GET /api/jobs/:jobId/rows/:rowNumber/tables/pages/:page': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables/pages/1`,
  })),
  'POST /api/jobs/:jobId/rows/:rowNumber/tables/export': mine('verified', ({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables/export`,
    json: { layout: { dropped: ['1-1'], drawn: [] } },
  })),

  'GET /api/dev/info': development,
  'GET /api/dev/mailbox': development,
  'GET /dev/mailbox': development,
};
