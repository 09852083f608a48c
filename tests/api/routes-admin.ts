/** How each call of an administrator is made; see `routes.ts`. */
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { general, type Sample } from './route-rows.ts';

const refund = { amount: 500, reason: 'Asked for by the customer' };
const decision = { decision: 'close', reason: 'Settled by mail' };
const rate = {
  scheme: 'SME',
  ratePercent: 3,
  validFrom: '2026-01-01',
  validTo: null,
  reason: 'Circular of January 2026',
};
const reason = 'Asked for by phone';
const post = { title: 'A post', slug: 'a-post', excerpt: 'Short', content: '<p>Text</p>', author: 'Ana' };
const postId = '0f1a9b52-54a8-4f1b-9d27-8a6f2c5b7e10';
const rateId = '6f1f4e0a-3d2c-4b7e-9a53-0d5c7e1b2a94';

export const adminSamples: Record<string, Sample> = {
  'GET /api/admin/approvals': general(() => ({ path: '/api/admin/approvals' })),
  'PUT /api/admin/approvals/limits': general(() => ({
    path: '/api/admin/approvals/limits',
    json: { creditsMax: 1, refundBdtMax: 1 },
  })),
  'POST /api/admin/approvals/:id/confirm': general(() => ({
    path: `/api/admin/approvals/${postId}/confirm`,
    json: { currentPassword: 'a wrong one' },
  })),
  'POST /api/admin/approvals/:id/refuse': general(() => ({
    path: `/api/admin/approvals/${postId}/refuse`,
    json: { reason: 'Not agreed' },
  })),
  'POST /api/admin/approvals/:id/withdraw': general(() => ({
    path: `/api/admin/approvals/${postId}/withdraw`,
    json: {},
  })),
  'PUT /api/settings': general(() => ({ path: '/api/settings', json: { creditsPerBDT: 1 } })),
  'POST /api/blog/images': general(() => ({
    path: '/api/blog/images',
    form: { image: new File(['<svg/>'], 'a.png') },
  })),
  'POST /api/blog': general(() => ({ path: '/api/blog', json: post })),
  'PUT /api/blog/:id': general(() => ({ path: `/api/blog/${postId}`, json: post })),
  'DELETE /api/blog/:id': general(() => ({ path: `/api/blog/${postId}`, json: {} })),
  'GET /api/contact-messages': general(() => ({ path: '/api/contact-messages' })),
  'PATCH /api/contact-messages/:id/status': general(() => ({
    path: `/api/contact-messages/${postId}/status`,
    json: { status: 'read' },
  })),
  'DELETE /api/contact-messages/:id': general(() => ({
    path: `/api/contact-messages/${postId}`,
    json: {},
  })),
  'GET /api/ads/settings': general(() => ({ path: '/api/ads/settings' })),
  'PATCH /api/ads/toggle/:id': general(() => ({
    path: '/api/ads/toggle/blog_listing_top',
    json: { enabled: true },
  })),
  'PUT /api/ads/settings/:id': general(() => ({
    path: '/api/ads/settings/blog_listing_top',
    json: { enabled: true },
  })),
  'POST /api/users/:id/credits': general(({ userId }) => ({
    path: `/api/users/${userId}/credits`,
    json: { credits: 5, operation: 'add' },
  })),
  'GET /api/users': general(() => ({ path: '/api/users' })),
  'PUT /api/users/:id': general(({ userId }) => ({
    path: `/api/users/${userId}`,
    json: { name: 'Changed', status: 'suspended', reason },
  })),
  'DELETE /api/users/:id': general(({ userId }) => ({ path: `/api/users/${userId}`, json: { reason } })),
  'PUT /api/admin/users/:id/verify-email': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/verify-email`,
    json: { reason },
  })),
  'POST /api/admin/users/:id/resend-verification': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/resend-verification`,
    json: { reason },
  })),
  'POST /api/admin/users/:id/reset-second-factor': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/reset-second-factor`,
    json: { reason },
  })),
  'POST /api/admin/users/:id/reset-password': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/reset-password`,
    json: { reason },
  })),
  'GET /api/admin/users/:id/portal-logins': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/portal-logins`,
  })),
  'PUT /api/admin/users/:id/portal-logins/:portal': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/portal-logins/hm_supplier`,
    json: { username: 'a', password: 'b', hasConsent: true, reason, currentPassword: 'a-wrong-password' },
  })),
  'DELETE /api/admin/users/:id/portal-logins/:portal': general(({ userId }) => ({
    path: `/api/admin/users/${userId}/portal-logins/hm_supplier`,
    json: { reason, currentPassword: 'a-wrong-password' },
  })),
  'GET /api/admin/portal-references': general(() => ({
    path: '/api/admin/portal-references?value=43680233',
  })),
  'PUT /api/admin/portal-references': general(({ userId }) => ({
    path: '/api/admin/portal-references',
    json: { userId, kind: 'permit', value: 'EP-1', reason, currentPassword: 'a-wrong-password' },
  })),
  'POST /api/admin/portal-references': general(({ userId }) => ({
    path: '/api/admin/portal-references',
    json: { userId, kind: 'permit', values: ['EP-1'], reason, currentPassword: 'a-wrong-password' },
  })),
  'DELETE /api/admin/portal-references': general(({ userId }) => ({
    path: '/api/admin/portal-references',
    json: { userId, kind: 'permit', value: 'EP-1', reason, currentPassword: 'a-wrong-password' },
  })),
  'GET /api/admin/users/export': general(() => ({ path: '/api/admin/users/export' })),
  'POST /api/admin/users/import/preview': general(({ userId }) => ({
    path: '/api/admin/users/import/preview',
    json: { users: [{ id: userId, name: 'Changed' }] },
  })),
  'POST /api/admin/users/import': general(({ userId }) => ({
    path: '/api/admin/users/import',
    json: { users: [{ id: userId, name: 'Changed' }], digest: '0'.repeat(64), reason },
  })),
  'POST /api/admin/posts/preview': general(() => ({
    path: '/api/admin/posts/preview',
    json: { content: '<p>Text</p>' },
  })),
  'POST /api/admin/temporal-payloads/decode': general(() => ({
    path: '/api/admin/temporal-payloads/decode',
    json: { payloads: [] },
  })),
  'GET /api/admin/overview': general(() => ({ path: '/api/admin/overview' })),
  'GET /api/admin/audit': general(() => ({ path: '/api/admin/audit' })),
  'GET /api/admin/payments': general(() => ({ path: '/api/admin/payments' })),
  'GET /api/admin/payments/unmatched-notices': general(() => ({
    path: '/api/admin/payments/unmatched-notices',
  })),
  'POST /api/admin/payments/unmatched-notices/:messageId/handle': general(() => ({
    path: '/api/admin/payments/unmatched-notices/unknown/handle',
    json: { reason },
  })),
  'POST /api/admin/payments/:id/refund': general(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/refund`,
    json: refund,
  })),
  'POST /api/admin/payments/:id/decide': general(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/decide`,
    json: decision,
  })),
  'GET /api/admin/payments/:id/bkash-refunds': general(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/bkash-refunds`,
  })),
  'POST /api/admin/payments/:id/open-ends/:endId': general(({ attemptId }) => ({
    path: `/api/admin/payments/${attemptId}/open-ends/${attemptId}`,
    json: decision,
  })),
  'GET /api/admin/incentive-rates': general(() => ({ path: '/api/admin/incentive-rates' })),
  'POST /api/admin/incentive-rates': general(() => ({ path: '/api/admin/incentive-rates', json: rate })),
  'PUT /api/admin/incentive-rates/:id': general(() => ({
    path: `/api/admin/incentive-rates/${rateId}`,
    json: rate,
  })),
  'DELETE /api/admin/incentive-rates/:id': general(() => ({
    path: `/api/admin/incentive-rates/${rateId}`,
    json: { reason: rate.reason },
  })),
  'GET /api/admin/banks': general(() => ({ path: '/api/admin/banks' })),
  'POST /api/admin/banks': general(() => ({
    path: '/api/admin/banks',
    json: { key: 'second-bank', nameEn: 'Second Bank', nameBn: 'দ্বিতীয় ব্যাংক', hasDesk: true },
  })),
  'PUT /api/admin/banks/:bankKey': general(() => ({
    path: '/api/admin/banks/lien-bank',
    json: { nameEn: 'Lien bank', nameBn: 'লিয়েন ব্যাংক', hasDesk: true, isEnabled: true },
  })),
  'PUT /api/admin/banks/:bankKey/address': general(() => ({
    path: '/api/admin/banks/lien-bank/address',
    json: { address: 'https://claims.bank.example', reason: 'Agreed with the bank' },
  })),
  'GET /api/admin/portals': general(() => ({ path: '/api/admin/portals' })),
  'GET /api/admin/portals/:portal/page-map': general(() => ({ path: '/api/admin/portals/cpa/page-map' })),
  'POST /api/admin/portals/:portal/page-map/try': general(() => ({
    path: '/api/admin/portals/cpa/page-map/try',
    json: { changes: {} },
  })),
  'PUT /api/admin/portals/:portal/page-map': general(() => ({
    path: '/api/admin/portals/cpa/page-map',
    json: { changes: { 'form.search': 'Find' }, version: 0, reason: 'The port has renamed its button.' },
  })),
  'POST /api/admin/portals/:portal/probe': general(() => ({ path: '/api/admin/portals/bb-exp/probe' })),
  'POST /api/admin/portals/:portal/pause': general(() => ({
    path: '/api/admin/portals/bb-exp/pause',
    json: { reason: 'Maintenance tonight' },
  })),
  'POST /api/admin/portals/:portal/resume': general(() => ({
    path: '/api/admin/portals/bb-exp/resume',
    json: { reason: 'Maintenance is over' },
  })),
  'GET /api/admin/portals/:portal/checks': general(() => ({ path: '/api/admin/portals/cpa/checks' })),
  'PUT /api/admin/portals/:portal/checks/:item': general(() => ({
    path: `/api/admin/portals/cpa/checks/${goLiveLists.cpa[0]?.id}`,
    json: { checked: true, note: 'Seen on the live form.' },
  })),
  'GET /api/admin/portals/:portal/pictures/:pictureId': general(() => ({
    path: `/api/admin/portals/cpa/pictures/${rateId}`,
  })),
  'GET /api/admin/portals/:portal/probe-login': general(() => ({
    path: '/api/admin/portals/bank-ci/probe-login',
  })),
  'PUT /api/admin/portals/:portal/probe-login': general(() => ({
    path: '/api/admin/portals/bank-ci/probe-login',
    json: { username: 'probe', password: 'probe1234', reason, currentPassword: 'a-wrong-password' },
  })),
  'DELETE /api/admin/portals/:portal/probe-login': general(() => ({
    path: '/api/admin/portals/bank-ci/probe-login',
    json: { reason: 'The login is no longer needed.' },
  })),
  'GET /api/admin/portals/:portal/limits': general(() => ({ path: '/api/admin/portals/bb-exp/limits' })),
  'PUT /api/admin/portals/:portal/limits': general(() => ({
    path: '/api/admin/portals/bb-exp/limits',
    json: { ...noPortalLimits, reason: 'The bank asked us to go slower' },
  })),
  'GET /api/admin/jobs': general(() => ({ path: '/api/admin/jobs' })),
  'GET /api/admin/jobs/counts': general(() => ({ path: '/api/admin/jobs/counts' })),
  'GET /api/admin/jobs/bulk-retry': general(() => ({ path: '/api/admin/jobs/bulk-retry' })),
  'POST /api/admin/jobs/bulk-retry/preview': general(() => ({
    path: '/api/admin/jobs/bulk-retry/preview',
    json: {},
  })),
  'POST /api/admin/jobs/bulk-retry': general(() => ({
    path: '/api/admin/jobs/bulk-retry',
    json: { bulkRetryId: rateId, reason: 'The portal is up again' },
  })),
  'GET /api/admin/jobs/bulk-retry/:bulkRetryId': general(() => ({
    path: `/api/admin/jobs/bulk-retry/${rateId}`,
  })),
  'POST /api/admin/jobs/bulk-retry/:bulkRetryId/stop': general(() => ({
    path: `/api/admin/jobs/bulk-retry/${rateId}/stop`,
    json: { reason: 'Too many at once' },
  })),
  'GET /api/admin/jobs/:jobId': general(({ jobId }) => ({ path: `/api/admin/jobs/${jobId}` })),
  'GET /api/admin/jobs/:jobId/rows': general(({ jobId }) => ({ path: `/api/admin/jobs/${jobId}/rows` })),
  'GET /api/admin/jobs/:jobId/files/:fileId': general(({ jobId, fileId }) => ({
    path: `/api/admin/jobs/${jobId}/files/${fileId}`,
  })),
  'POST /api/admin/jobs/:jobId/retry': general(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/retry`,
    json: { reason: 'The portal is up again' },
  })),
  'POST /api/admin/jobs/:jobId/stop': general(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/stop`,
    json: { reason },
  })),
  'POST /api/admin/jobs/stop': general(({ userId }) => ({
    path: '/api/admin/jobs/stop',
    json: { target: { userId }, reason },
  })),
  'POST /api/admin/jobs/stop/preview': general(({ userId }) => ({
    path: '/api/admin/jobs/stop/preview',
    json: { target: { userId } },
  })),
  'POST /api/admin/jobs/:jobId/decide': general(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/decide`,
    json: { decision: 'retry', since: '2026-11-03T04:00:00.000Z', reason: 'The portal is up again' },
  })),
  'POST /api/admin/jobs/:jobId/refund': general(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/refund`,
    json: { credits: 1, reason: 'The result was not usable' },
  })),
  'GET /api/admin/jobs/:jobId/evidence': general(({ jobId }) => ({
    path: `/api/admin/jobs/${jobId}/evidence`,
  })),
  'GET /api/admin/jobs/:jobId/evidence/:fileId': general(({ jobId, fileId }) => ({
    path: `/api/admin/jobs/${jobId}/evidence/${fileId}`,
  })),
};
