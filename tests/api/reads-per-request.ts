/** How many rows each call that is no page may read of a list, and a record for the calls that need one of their own. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { passkeysMax } from '#contracts/accounts/passkey-rules.ts';
import { sessionsListMax } from '#contracts/accounts/sessions.ts';
import { usageDaysMax } from '#contracts/credits/usage-rules.ts';
import { deliveriesPageSize, webhooksMax } from '#contracts/integrations/webhooks.ts';
import { failedOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { pushSubscriptionsMax } from '#contracts/messaging/push-rules.ts';
import { savedViewsMax } from '#contracts/jobs/job-list-rules.ts';
import { limits } from '#contracts/limits.ts';
import { quote } from '#contracts/messages/message.ts';
import { adPlacements } from '#contracts/site/ads-rules.ts';
import { objectiveNames } from '#contracts/site/objectives.ts';
import { banksMax } from '#contracts/portals/bank-keys.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { services } from '#services/catalogue.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { Belongings } from './route-rows.ts';

/** The session, the user, balances, counts, and the record itself with what belongs to it. */
export const singleRecordRowsMax = 16;

/** Jobs that have not ended are counted by portal and state. */
const PORTAL_ROWS_MAX = portals.length * 6;
/** Banks, their places, the last one of each list of a place, and people. */
const BANK_ROWS_MAX = banksMax * 8;
const JOB_STATES_MAX = 12;
const GO_LIVE_ITEMS_MAX = Math.max(...Object.values(goLiveLists).map(({ length }) => length));

/** The rows of a list that one call may read; 0 for a single record, which is found by its key or computed from sums. */
export const rowsListedMax: Record<string, number> = {
  'GET /api/ads/settings': adPlacements.length,
  'GET /api/ads/settings/:placement': 0,
  // Open requests and closed ones, and the people that they name.
  'GET /api/admin/approvals': 2 * limits.approvalsListMax * 4,
  // Banks with their places, as on the portals' board, and who proposed and confirmed their addresses.
  'GET /api/admin/banks': BANK_ROWS_MAX + PORTAL_ROWS_MAX + portals.length * 8,
  'GET /api/admin/incentive-rates': limits.incentiveRatesListMax,
  'GET /api/admin/jobs/:jobId': limits.jobEventsListMax + limits.jobResultFilesListMax,
  'GET /api/admin/jobs/:jobId/evidence': limits.evidenceListMax,
  'GET /api/admin/jobs/bulk-retry': limits.bulkRetriesListMax * (limits.bulkRetryRefusalsListMax + 2),
  'GET /api/admin/jobs/bulk-retry/:bulkRetryId': limits.bulkRetryRefusalsListMax,
  'GET /api/admin/jobs/counts': JOB_STATES_MAX,
  // The board of portals and banks, the longest waiting jobs, outcomes of failures, failing webhooks and their customers, and objectives.
  'GET /api/admin/overview':
    PORTAL_ROWS_MAX +
    portals.length * 4 +
    BANK_ROWS_MAX +
    limits.longestWaitingListMax +
    failedOutcomes.length +
    limits.failingWebhooksListMax * 2 +
    objectiveNames.length,
  'GET /api/admin/payments/:id/bkash-refunds': limits.refundsPerPaymentListMax,
  'GET /api/admin/payments/unmatched-notices': limits.unmatchedNoticesListMax * 2,
  'GET /api/admin/portal-references': limits.referenceOwnersListMax * 2,
  // Kinds of logins, each by how it ended last, hours, versions of page maps, and checks of lists.
  'GET /api/admin/portals': PORTAL_ROWS_MAX + portals.length * 8 + BANK_ROWS_MAX,
  // Checks, and who made them.
  'GET /api/admin/portals/:portal/checks': GO_LIVE_ITEMS_MAX * 2,
  // Versions and their people, evidence with what was found on it, and pictures of pages.
  'GET /api/admin/portals/:portal/page-map':
    limits.pageMapVersionsListMax * 2 + limits.changedPagesListMax * 2 + limits.portalPagesListMax,
  'GET /api/admin/portals/:portal/pictures/:pictureId': 0,
  'GET /api/admin/portals/:portal/probe-login': 0,
  'GET /api/admin/portals/:portal/limits': 0,
  'GET /api/admin/users/:id/portal-logins': portals.length + banksMax,
  'GET /api/analytics/credit-usage-by-day/:userId': usageDaysMax,
  'GET /api/analytics/credit-usage/:userId': services.length,
  'GET /api/auth/me': 0,
  'GET /api/bkash/callback': limits.polledQueriesPerPaymentMax,
  'GET /api/bkash/result/:token': 0,
  'GET /api/blog/:slug': 0,
  'GET /api/credentials/:portal': 0,
  'GET /api/credentials/check/:portal': 0,
  'GET /api/banks': 2 * banksMax + portals.length,
  'GET /api/credentials/user/:userId': portals.length + banksMax,
  'GET /api/mailbox/settings': 0,
  'GET /api/health': 0,
  'GET /healthz': 0,
  'GET /readyz': 0,
  'GET /api/job-events': limits.jobFeedJobsMax,
  'GET /api/jobs/:jobId': limits.jobEventsListMax + limits.jobResultFilesListMax,
  'GET /api/jobs/:jobId/challenges/:challengeId/live': 0,
  'GET /api/jobs/:jobId/challenges/:challengeId/picture': 0,
  'GET /api/jobs/:jobId/failures': limits.failureGroupsListMax,
  'GET /api/jobs/:jobId/rows/:rowNumber/tables': 0,
  'GET /api/jobs/:jobId/rows/:rowNumber/tables/pages/:page': 0,
  'GET /api/jobs/:jobId/status': limits.queuePositionsReadMax,
  'GET /api/marketing-figures': 0,
  'GET /api/notifications/:userId/unread-count': 0,
  'GET /api/openapi.json': 0,
  'GET /api/portals': 2 * portals.length + 2 * banksMax,
  'GET /api/portals/status':
    4 * portals.length + 4 * banksMax + limits.portalOutagesReadMax + services.length,
  'GET /api/practice': 0,
  'GET /api/push-subscriptions': pushSubscriptionsMax * 2,
  'GET /api/saved-views': savedViewsMax,
  'GET /api/schedules/:id/price': 0,
  'GET /api/settings': services.length,
  'GET /api/system-settings': 0,
  'GET /api/table-layouts': limits.keptLayoutsMax,
  'GET /api/transactions/:userId/summary': 0,
  'GET /api/users/:userId': 0,
  'GET /api/users/:userId/credit-overview': 0,
  'GET /api/users/:userId/passkeys': passkeysMax,
  'GET /api/users/:userId/second-factor': 0,
  'GET /api/users/:userId/sessions': sessionsListMax,
  'GET /api/webhooks': webhooksMax * 2,
  'GET /api/webhooks/:id/deliveries': deliveriesPageSize,
  'GET /media/:id': 0,
  'GET /robots.txt': 0,
  'GET /sitemap.xml': limits.sitemapPostsMax,
  'GET /templates/:file': 0,
};

export type Places = Record<string, string>;
type Store = Pick<Deps, 'db' | 'files'>;

/** Adds what no customer owns, and says where the calls find it. */
export async function planted(
  { db, files }: Store,
  { belongings, adminId, word }: { belongings: Belongings; adminId: string; word: string },
): Promise<Places> {
  const { userId, uploadId, attemptId, paymentId } = belongings;
  await db.blogPost.create({
    data: {
      title: word,
      slug: word,
      content: `<p>${word}</p>`,
      excerpt: word,
      author: word,
      status: 'published',
      publishedAt: new Date(),
    },
  });
  const fileKey = `media/${word}`;
  await files.put(fileKey, Buffer.from(word), 'image/png');
  const facts = { fileKey, contentType: 'image/png', sizeBytes: word.length, sha256: word };
  const { id: mediaId } = await db.mediaFile.create({ data: { ...facts, uploadedBy: adminId } });
  const queued = await db.job.create({
    data: {
      userId,
      uploadId,
      serviceId: 'hm-packing-list',
      serviceName: 'Packing list',
      fileName: word,
      portal: 'hm',
      state: 'queued',
      rowsTotal: 1,
      costPerRow: 100,
    },
  });
  await db.portalLease.create({
    data: { portal: 'hm', login: word, holder: jobWorkflowId(queued.serviceId, queued.id), userId: adminId },
  });
  const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  await db.bkashCall.create({ data: { operation: 'query', paymentId, durationMs: 1, request: {} } });
  return {
    'GET /media/:id': `/media/${mediaId}`,
    'GET /api/blog/:slug': `/api/blog/${word}`,
    'GET /templates/:file': '/templates/exp-search.csv',
    'GET /api/ads/settings/:placement': '/api/ads/settings/blog_listing_top',
    'GET /api/jobs/:jobId/status': `/api/jobs/${queued.id}/status`,
    'GET /api/admin/portal-references': `/api/admin/portal-references?value=${word.toUpperCase()}`,
    'GET /api/admin/jobs/bulk-retry/:bulkRetryId': `/api/admin/jobs/bulk-retry/${await bulkRetry(db, adminId)}`,
    'GET /api/bkash/result/:token': `/api/bkash/result/${attempt.resultToken}`,
    'GET /api/bkash/callback': `/api/bkash/callback?paymentID=${paymentId}&status=success&signature=${attempt.signature}`,
    ...(await approvals(db, adminId, userId)),
  };
}

/** The largest bulk retry that can be made, with one job refused. */
async function bulkRetry(db: Deps['db'], adminId: string): Promise<string> {
  const jobIds = Array.from({ length: limits.bulkRetryJobsMax }, () => randomUUID());
  const bulk = await db.bulkRetry.create({
    data: { adminId, reason: 'Portal repaired', filter: {}, jobIds },
  });
  const refused = {
    bulkRetryId: bulk.id,
    attempt: 2,
    outcome: 'refused',
    message: quote('No'),
    endedAt: new Date(),
  };
  await db.bulkRetryTurn.create({ data: { ...refused, jobId: randomUUID() } });
  return bulk.id;
}

async function approvals(db: Deps['db'], requestedBy: string, userId: string): Promise<Places> {
  const [now, later] = [new Date(), new Date(Date.now() + limits.approvalMs)];
  const requested = { kind: 'deletion', userId };
  const request = {
    change: requested,
    subject: `user/${userId}`,
    reason: 'Asked by mail',
    requestedBy,
    requestedAt: now,
  };
  for (const state of ['open', 'withdrawn'])
    await db.approvalRequest.create({ data: { ...request, key: state, expiresAt: later, state } });
  await db.aloneMove.create({ data: { key: 'alone', adminId: requestedBy, at: now } });
  await db.portalLoginRefusal.create({ data: { portal: 'hm', login: 'a', refusals: 1, refusedAt: now } });
  await db.formerTrial.create({ data: { mark: 'a' } });
  const rival = { name: 'Eve', company: 'Eve Ltd.', mobile: '1', password: '', createdAt: now };
  await db.rivalRegistration.create({ data: { ...rival, userId } });
  await db.incentiveRate.createMany({
    data: [{ scheme: 'SME', rate: 1, validFrom: new Date('1990-01-01') }],
    skipDuplicates: true,
  });
  await db.verification.create({ data: { id: 'a', identifier: 'a', value: 'a', expiresAt: later } });
  await db.rateLimit.createMany({ data: [{ key: 'copied', points: 0 }], skipDuplicates: true });
  return {};
}
