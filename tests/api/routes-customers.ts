/** How each call of a customer is made; see `routes.ts`. */
import { digestOf } from '#api/domain/jobs/pdf-table-files.ts';
import { unchangedLayout } from '#contracts/jobs/pdf-tables.ts';
import { pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { general, mine, type Sample } from './route-rows.ts';

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

export const customerSamples: Record<string, Sample> = {
  'GET /api/users/:userId': mine(({ userId }) => ({ path: `/api/users/${userId}` })),
  'PUT /api/users/:userId/profile': mine(({ userId }) => ({
    path: `/api/users/${userId}/profile`,
    json: profile,
  })),
  'PUT /api/users/:userId/preferences': mine(({ userId }) => ({
    path: `/api/users/${userId}/preferences`,
    json: { language: 'bn', theme: 'dark', mailOnCompletion: true },
  })),
  // The calls here are refused because of a wrong password; `account.test.ts` shows that the right one is accepted.
  'POST /api/users/:userId/change-password': mine(({ userId }) => ({
    path: `/api/users/${userId}/change-password`,
    json: { currentPassword: 'a wrong one', newPassword: 'another one' },
  })),
  'POST /api/users/:userId/delete-account': mine(({ userId }) => ({
    path: `/api/users/${userId}/delete-account`,
    json: { currentPassword: 'a wrong one', email: 'nobody@example.test' },
  })),
  'GET /api/users/:userId/second-factor': mine(({ userId }) => ({
    path: `/api/users/${userId}/second-factor`,
  })),
  // The calls here are refused because of a wrong password or code; `second-factor.test.ts` shows that the right ones
  // are accepted.
  'POST /api/users/:userId/second-factor/begin': mine(({ userId }) => ({
    path: `/api/users/${userId}/second-factor/begin`,
    json: { currentPassword: 'a wrong one' },
  })),
  'POST /api/users/:userId/second-factor/confirm': mine(({ userId }) => ({
    path: `/api/users/${userId}/second-factor/confirm`,
    json: { code: '123456' },
  })),
  'POST /api/users/:userId/second-factor/disable': mine(({ userId }) => ({
    path: `/api/users/${userId}/second-factor/disable`,
    json: { currentPassword: 'a wrong one', code: '123456' },
  })),
  'GET /api/users/:userId/passkeys': mine(({ userId }) => ({
    path: `/api/users/${userId}/passkeys`,
  })),
  // The calls here are refused because of a wrong password or answer; `passkeys.test.ts` shows that the right ones are
  // accepted.
  'POST /api/users/:userId/passkeys/begin': mine(({ userId }) => ({
    path: `/api/users/${userId}/passkeys/begin`,
    json: { currentPassword: 'a wrong one' },
  })),
  'POST /api/users/:userId/passkeys': mine(({ userId }) => ({
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
  'POST /api/users/:userId/passkeys/:id/remove': mine(({ userId }) => ({
    path: `/api/users/${userId}/passkeys/none/remove`,
    json: { currentPassword: 'a wrong one' },
  })),
  'GET /api/users/:userId/data-export': mine(({ userId }) => ({
    path: `/api/users/${userId}/data-export`,
  })),
  'GET /api/users/:userId/sessions': mine(({ userId }) => ({
    path: `/api/users/${userId}/sessions`,
  })),
  'DELETE /api/users/:userId/sessions/:id': mine(({ userId, sessionId }) => ({
    path: `/api/users/${userId}/sessions/${sessionId}`,
    json: {},
  })),
  // After the preceding call, for which it would leave no session to end.
  'POST /api/users/:userId/sessions/end-others': mine(({ userId }) => ({
    path: `/api/users/${userId}/sessions/end-others`,
    json: {},
  })),
  'GET /api/jobs': general(({ jobId }) => ({ path: `/api/jobs?q=${jobId}` })),
  'POST /api/work-history': mine(({ userId, jobId }) => ({
    path: '/api/work-history',
    json: { userId, id: jobId, serviceId: PDF_SERVICE, fileName: 'any.pdf' },
  })),
  'PUT /api/work-history/:id/files': mine(({ userId, jobId }) => ({
    path: `/api/work-history/${jobId}/files`,
    json: { userId, resultFiles: [] },
  })),
  'GET /api/analytics/credit-usage-by-day/:userId': mine(({ userId }) => ({
    path: `/api/analytics/credit-usage-by-day/${userId}?dateFrom=2026-11-01&dateTo=2026-11-30`,
  })),
  'GET /api/users/:userId/credit-history': mine(({ userId }) => ({
    path: `/api/users/${userId}/credit-history`,
  })),
  'GET /api/users/:userId/credit-overview': mine(({ userId }) => ({
    path: `/api/users/${userId}/credit-overview`,
  })),
  'PUT /api/users/:userId/credit-alert': mine(({ userId }) => ({
    path: `/api/users/${userId}/credit-alert`,
    json: { threshold: 5 },
  })),
  'GET /api/analytics/credit-usage/:userId': mine(({ userId }) => ({
    path: `/api/analytics/credit-usage/${userId}`,
  })),

  'POST /api/bkash/create-payment': mine(({ userId }) => ({
    path: '/api/bkash/create-payment',
    json: { ...order, userId },
  })),
  'POST /api/bkash/query-payment': mine(({ paymentId }) => ({
    path: '/api/bkash/query-payment',
    json: { paymentID: paymentId },
  })),
  'POST /api/transactions': mine(({ userId, paymentId }) => ({
    path: '/api/transactions',
    json: { ...confirmation, userId, transactionId: paymentId },
  })),
  'GET /api/transactions/:userId': mine(({ userId }) => ({ path: `/api/transactions/${userId}` })),
  'GET /api/transactions/:userId/summary': mine(({ userId }) => ({
    path: `/api/transactions/${userId}/summary`,
  })),
  'GET /api/transactions/:userId/:id/receipt': mine(({ userId, transactionId }) => ({
    path: `/api/transactions/${userId}/${transactionId}/receipt`,
  })),
  'GET /api/openapi.json': general(() => ({ path: '/api/openapi.json' })),
  'GET /api/api-tokens': general(() => ({ path: '/api/api-tokens' })),
  'POST /api/api-tokens': general(() => ({
    path: '/api/api-tokens',
    json: { name: 'ERP', scopes: ['jobs:read'], currentPassword: 'correct horse' },
  })),
  'DELETE /api/api-tokens/:id': mine(({ tokenId }) => ({
    path: `/api/api-tokens/${tokenId}`,
    json: {},
  })),
  'GET /api/webhooks': general(() => ({ path: '/api/webhooks' })),
  'POST /api/webhooks': general(() => ({
    path: '/api/webhooks',
    json: { url: 'https://localhost/', events: ['job.failed'], currentPassword: 'correct horse' },
  })),
  'PUT /api/webhooks/:id': mine(({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}`,
    json: { url: 'https://localhost/other', events: ['job.failed'], enabled: false },
  })),
  'POST /api/webhooks/:id/test': mine(({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}/test`,
    json: {},
  })),
  'GET /api/webhooks/:id/deliveries': mine(({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}/deliveries`,
  })),
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': mine(({ webhookId, deliveryId }) => ({
    path: `/api/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
    json: {},
  })),
  // After the calls about its deliveries, which are deleted with it.
  'DELETE /api/webhooks/:id': mine(({ webhookId }) => ({
    path: `/api/webhooks/${webhookId}`,
    json: {},
  })),
  'GET /api/schedules': general(() => ({ path: '/api/schedules' })),
  'POST /api/schedules': mine(({ jobId }) => ({
    path: '/api/schedules',
    form: { name: 'Every morning', time: '09:00', jobId },
  })),
  'POST /api/schedules/price': mine(({ jobId }) => ({ path: '/api/schedules/price', form: { jobId } })),
  'GET /api/schedules/:id/price': mine(({ scheduleId }) => ({ path: `/api/schedules/${scheduleId}/price` })),
  'PUT /api/schedules/:id': mine(({ scheduleId }) => ({
    path: `/api/schedules/${scheduleId}`,
    json: { name: 'Changed', time: '10:00', enabled: false },
  })),
  'DELETE /api/schedules/:id': mine(({ scheduleId }) => ({
    path: `/api/schedules/${scheduleId}`,
    json: {},
  })),
  'GET /api/banks': general(() => ({ path: '/api/banks' })),
  'GET /api/portals': general(() => ({ path: '/api/portals' })),
  'GET /api/portals/status': general(() => ({ path: '/api/portals/status' })),

  'GET /api/notifications/:userId': mine(({ userId }) => ({
    path: `/api/notifications/${userId}`,
  })),
  'GET /api/notifications/:userId/unread-count': mine(({ userId }) => ({
    path: `/api/notifications/${userId}/unread-count`,
  })),
  'PUT /api/notifications/:userId/read-all': mine(({ userId }) => ({
    path: `/api/notifications/${userId}/read-all`,
    json: {},
  })),
  'PUT /api/notifications/:id/read': mine(({ notificationId }) => ({
    path: `/api/notifications/${notificationId}/read`,
    json: {},
  })),
  'DELETE /api/notifications/:id': mine(({ notificationId }) => ({
    path: `/api/notifications/${notificationId}`,
    json: {},
  })),

  'GET /api/push-subscriptions': general(() => ({ path: '/api/push-subscriptions' })),
  'POST /api/push-subscriptions': general(() => ({
    path: '/api/push-subscriptions',
    json: {
      endpoint: 'https://localhost/push',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      language: 'en',
    },
  })),
  'POST /api/push-subscriptions/:id/test': mine(({ pushId }) => ({
    path: `/api/push-subscriptions/${pushId}/test`,
    json: {},
  })),
  // After the test message, whose browser is forgotten here.
  'DELETE /api/push-subscriptions/:id': mine(({ pushId }) => ({
    path: `/api/push-subscriptions/${pushId}`,
    json: {},
  })),

  'GET /api/credentials/user/:userId': mine(({ userId }) => ({
    path: `/api/credentials/user/${userId}`,
  })),
  'GET /api/credentials/check/:portal': mine(({ userId }) => ({
    path: `/api/credentials/check/${portal}?userId=${userId}`,
  })),
  'GET /api/credentials/:portal': mine(({ userId }) => ({
    path: `/api/credentials/${portal}?userId=${userId}`,
  })),
  'POST /api/credentials/test': mine(({ userId }) => ({
    path: '/api/credentials/test',
    json: { ...login, userId },
  })),
  'POST /api/credentials/save': mine(({ userId }) => ({
    path: '/api/credentials/save',
    json: { ...login, userId },
  })),
  'DELETE /api/credentials/:portal': mine(({ userId }) => ({
    path: `/api/credentials/${portal}`,
    json: { userId },
  })),

  'GET /api/mailbox/settings': general(() => ({ path: '/api/mailbox/settings' })),
  // No provider is configured here; `own-mailboxes.test.ts` connects mailboxes.
  'POST /api/mailbox/consents': general(() => ({
    path: '/api/mailbox/consents',
    json: { provider: 'google', consent: true },
  })),
  'POST /api/mailbox/consents/finish': general(() => ({
    path: '/api/mailbox/consents/finish',
    json: { state: 'unknown', code: 'unknown' },
  })),

  'POST /api/process-automation/preview': general(() => ({
    path: '/api/process-automation/preview',
    form: { serviceId: PDF_SERVICE, file: pdf() },
  })),
  'POST /api/process-automation/uploads/:uploadId/edits': mine(({ uploadId }) => ({
    path: `/api/process-automation/uploads/${uploadId}/edits`,
    json: { serviceId: PDF_SERVICE, edits: [] },
  })),
  'POST /api/process-automation': mine(({ uploadId }) => ({
    path: '/api/process-automation',
    form: { serviceId: PDF_SERVICE, uploadId, totalCredits: '1' },
  })),
  'GET /api/practice': general(() => ({ path: '/api/practice' })),
  // Practice portals have no address here; `practice.test.ts` starts practice runs.
  'POST /api/practice': general(() => ({ path: '/api/practice', form: { serviceId: PDF_SERVICE } })),
  'POST /api/process-rex-submission': mine(({ userId }) => ({
    path: '/api/process-rex-submission',
    form: { userId, csvFile: pdf('rex.csv'), zipFile: pdf('rex.zip'), totalCredits: '2' },
  })),
  'POST /api/rex-soo/upload-zip': mine(({ userId }) => ({
    path: '/api/rex-soo/upload-zip',
    form: { userId, zipFile: pdf('rex.zip') },
  })),
  'POST /api/rex-soo/upload-csv': mine(({ zipUploadId }) => ({
    path: '/api/rex-soo/upload-csv',
    form: { uploadId: zipUploadId, csvFile: pdf('rex.csv') },
  })),
  'POST /api/rex-soo/match-documents': general(() => ({
    path: '/api/rex-soo/match-documents',
    json: { csvRows: [], pdfFiles: [] },
  })),
  'POST /api/rex-soo/submit': mine(({ userId, zipUploadId }) => ({
    path: '/api/rex-soo/submit',
    json: { userId, extractPath: `rex/${zipUploadId}`, creditCost: 2 },
  })),
  'GET /api/rex-soo/submissions/:userId': mine(({ userId }) => ({
    path: `/api/rex-soo/submissions/${userId}`,
  })),
  'GET /api/work-history/:userId': mine(({ userId }) => ({
    path: `/api/work-history/${userId}`,
  })),
  'GET /api/jobs/:jobId': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}` })),
  'GET /api/jobs/:jobId/status': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/status` })),
  'GET /api/jobs/:jobId/rows': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/rows` })),
  'GET /api/job-events': general(() => ({ path: '/api/job-events' })),
  'GET /api/jobs/:jobId/failures': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/failures` })),
  'GET /api/jobs/:jobId/download': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/download` })),
  'GET /api/jobs/:jobId/files/:fileId': mine(({ jobId, fileId }) => ({
    path: `/api/jobs/${jobId}/files/${fileId}`,
  })),
  // Before the answer, after which the picture is deleted.
  'GET /api/jobs/:jobId/challenges/:challengeId/picture': mine(({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}/picture`,
  })),
  'POST /api/jobs/:jobId/challenges/:challengeId': mine(({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}`,
    json: { answer: '123456' },
  })),
  'POST /api/jobs/:jobId/challenges/:challengeId/control': mine(({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}/control`,
    json: { takeOver: false },
  })),
  'GET /api/jobs/:jobId/challenges/:challengeId/live': mine(({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}/live?control=${challengeId}`,
  })),
  'POST /api/jobs/:jobId/challenges/:challengeId/inputs': mine(({ jobId, challengeId }) => ({
    path: `/api/jobs/${jobId}/challenges/${challengeId}/inputs`,
    json: { control: challengeId, inputs: [{ act: 'done' }] },
  })),
  'POST /api/jobs/:jobId/cancel': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/cancel` })),
  'POST /api/jobs/:jobId/corrections/check': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/corrections/check`,
    json: { rows: [{ rowNumber: 1, cells: {} }] },
  })),
  'POST /api/jobs/:jobId/corrections': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/corrections`,
    json: { rows: [{ rowNumber: 1, cells: {} }], totalCredits: 1 },
  })),
  'POST /api/jobs/:jobId/retry': mine(({ jobId }) => ({ path: `/api/jobs/${jobId}/retry` })),

  'GET /api/jobs/:jobId/rows/:rowNumber/tables': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables?page=1`,
  })),
  'PUT /api/jobs/:jobId/rows/:rowNumber/tables': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables`,
    json: { page: 1, layout: { dropped: ['1-1'], drawn: [] }, base: digestOf(unchangedLayout) },
  })),
  'GET /api/jobs/:jobId/rows/:rowNumber/tables/pages/:page': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables/pages/1`,
  })),
  'POST /api/jobs/:jobId/rows/:rowNumber/tables/export': mine(({ jobId }) => ({
    path: `/api/jobs/${jobId}/rows/1/tables/export`,
    json: { layout: { dropped: ['1-1'], drawn: [] }, base: digestOf(unchangedLayout) },
  })),
  'GET /api/table-layouts': general(() => ({ path: '/api/table-layouts' })),
  'DELETE /api/table-layouts/:layoutId': mine(({ keptLayoutId }) => ({
    path: `/api/table-layouts/${keptLayoutId}`,
    json: {},
  })),
  'GET /api/saved-views': general(() => ({ path: '/api/saved-views' })),
  'POST /api/saved-views': general(() => ({
    path: '/api/saved-views',
    json: { name: 'Failed', filters: { state: 'failed' } },
  })),
  'PUT /api/saved-views/:viewId': mine(({ savedViewId }) => ({
    path: `/api/saved-views/${savedViewId}`,
    json: { name: 'Renamed' },
  })),
  'DELETE /api/saved-views/:viewId': mine(({ savedViewId }) => ({
    path: `/api/saved-views/${savedViewId}`,
    json: {},
  })),
};
