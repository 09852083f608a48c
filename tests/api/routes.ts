/**
 * Every route of the application and who may call it. `isolation.test.ts` fails for a route without a row here, and
 * calls each row as everybody who may not.
 */
import { pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';

/** What one customer has; ids of it are in the calls below. */
export type Belongings = {
  userId: string;
  jobId: string;
  fileId: string;
  uploadId: string;
  zipUploadId: string;
  notificationId: string;
  challengeId: string;
  paymentId: string;
  attemptId: string;
  transactionId: string;
};
type Call = { path: string; json?: object; form?: Record<string, string | File> };

/** `verified` includes `signed in`; `development` routes exist on the one-machine stack only. */
type Access = 'public' | 'signed in' | 'verified' | 'admin' | 'development';
export type Row = {
  access: Access;
  /** The call as the owner of the belongings makes it. */
  call?: (mine: Belongings) => Call;
  /** The call names something that belongs to one customer: for all others it does not exist. */
  owned?: true;
  /** An administrator may make the call about everybody. */
  administered?: true;
};

const open: Row = { access: 'public' };
const development: Row = { access: 'development' };
const portal = 'bangladesh_bank_exp';
const login = { portalName: portal, username: 'other', password: 'other-password' };
const profile = { name: 'Changed', company: 'Changed Ltd.', mobile: '+8801999999999' };

const order = { amount: 500, merchantInvoiceNumber: 'ORDER-20261121-1' };
const confirmation = {
  transactionType: 'credit_purchase',
  amountBdt: 500,
  creditsAmount: 1000,
  paymentMethod: 'bkash',
  paymentStatus: 'completed',
};
const refund = { amount: 500, reason: 'Asked for by the customer' };
const decision = { decision: 'close', reason: 'Settled by mail' };
const rate = {
  scheme: 'SME',
  ratePercent: 3,
  validFrom: '2026-01-01',
  validTo: null,
  reason: 'Circular of January 2026',
};
const rateId = '6f1f4e0a-3d2c-4b7e-9a53-0d5c7e1b2a94';

const mine = (access: Access, call: (mine: Belongings) => Call): Row => ({ access, call, owned: true });
/** A customer's own, which an administrator may read. */
const readable = (call: (mine: Belongings) => Call): Row => ({
  ...mine('verified', call),
  administered: true,
});
const admins = (call: (mine: Belongings) => Call): Row => ({ access: 'admin', call });

export const routes: Record<string, Row> = {
  'GET /api/health': open,
  'POST /api/auth/login': open,
  'POST /api/auth/register': open,
  'POST /api/auth/resend-verification': open,
  'POST /api/auth/forgot-password': open,
  'POST /api/auth/reset-password': open,
  'POST /api/auth/verify-email': open,
  'POST /api/auth/logout': open,
  'GET /api/auth/me': open,
  'GET /api/settings': open,
  'PUT /api/settings': admins(() => ({ path: '/api/settings', json: { creditsPerBDT: 1 } })),
  'GET /api/system-settings': open,
  'GET /templates/:file': open,

  'GET /api/users/:id': {
    ...mine('signed in', ({ userId }) => ({ path: `/api/users/${userId}` })),
    administered: true,
  },
  'PUT /api/users/:id/profile': mine('signed in', ({ userId }) => ({
    path: `/api/users/${userId}/profile`,
    json: profile,
  })),
  'POST /api/users/:id/credits': admins(({ userId }) => ({
    path: `/api/users/${userId}/credits`,
    json: { credits: 5, operation: 'add' },
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
  'GET /api/admin/payments': admins(() => ({ path: '/api/admin/payments' })),
  'GET /api/admin/payments/unmatched-notices': admins(() => ({
    path: '/api/admin/payments/unmatched-notices',
  })),
  'POST /api/admin/payments/:id/refund': admins(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/refund`,
    json: refund,
  })),
  'POST /api/admin/payments/:id/decide': admins(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/decide`,
    json: decision,
  })),
  'GET /api/admin/incentive-rates': admins(() => ({ path: '/api/admin/incentive-rates' })),
  'POST /api/admin/incentive-rates': admins(() => ({ path: '/api/admin/incentive-rates', json: rate })),
  'PUT /api/admin/incentive-rates/:id': admins(() => ({
    path: `/api/admin/incentive-rates/${rateId}`,
    json: rate,
  })),
  'DELETE /api/admin/incentive-rates/:id': admins(() => ({
    path: `/api/admin/incentive-rates/${rateId}`,
    json: { reason: rate.reason },
  })),
  'GET /api/portals': { access: 'verified', call: () => ({ path: '/api/portals' }) },
  'GET /api/admin/portals': admins(() => ({ path: '/api/admin/portals' })),
  'POST /api/admin/portals/:portal/pause': admins(() => ({
    path: '/api/admin/portals/bb-exp/pause',
    json: { reason: 'Maintenance tonight' },
  })),
  'POST /api/admin/portals/:portal/resume': admins(() => ({
    path: '/api/admin/portals/bb-exp/resume',
    json: { reason: 'Maintenance is over' },
  })),
  'GET /api/admin/jobs/:jobId/evidence': admins(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/evidence`,
  })),
  'GET /api/admin/jobs/:jobId/evidence/:fileId': admins(({ jobId, fileId }) => ({
    path: `/api/admin/jobs/${jobId}/evidence/${fileId}`,
  })),

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

  'GET /api/dev/info': development,
  'GET /api/dev/mailbox': development,
  'GET /dev/mailbox': development,
};
