/**
 * Lists the first reads of the pages behind the sign-in. The server makes them and puts the results into the HTML, so
 * that the client need not wait for them after its code has loaded.
 */
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { isKeptToSecurity, meQuery } from './features/accounts/auth/queries.ts';
import { passkeysQuery, secondFactorQuery, sessionsQuery } from './features/accounts/queries.ts';
import {
  adminJobsQuery,
  bulkRetriesQuery,
  jobCountsQuery,
  jobFilterIn,
} from './features/admin/jobs/queries.ts';
import { overviewQuery } from './features/admin/overview/queries.ts';
import { creditOverviewQuery, creditUsageQuery } from './features/credits/queries.ts';
import { failureGroupsQuery, jobDetailQuery, jobRowsQuery } from './features/jobs/queries.ts';
import { jobListQuery, jobListViewIn } from './features/jobs/list/queries.ts';
import { savedViewsQuery } from './features/jobs/list/saved-views-queries.ts';
import { practiceOfferQuery } from './features/jobs/practice/queries.ts';
import { runningJobsQuery, workHistoryQuery } from './features/jobs/work-history-queries.ts';
import { unreadCountQuery } from './features/messaging/queries.ts';
import { pushQuery } from './features/messaging/push-queries.ts';
import { adQuery } from './features/site/ads/queries.ts';
import { settingsQuery } from './features/site/settings-queries.ts';
import {
  accountTabIn,
  adminTabIn,
  dashboardTabIn,
  ownPlaces,
  type AccountTab,
  type AdminTab,
  type DashboardTab,
  type PageName,
} from './paths.ts';

/** Reads one query into the page's data. */
export type Read = (client: QueryClient) => Promise<unknown>;
type At = { url: URL; user: SignedInUser };

const dashboardReads: Partial<Record<DashboardTab, (user: SignedInUser) => Read[]>> = {
  dashboard: ({ id }) => [
    (client) => client.query(workHistoryQuery(id, 1)),
    (client) => client.query(runningJobsQuery(id)),
    (client) => client.query(practiceOfferQuery),
    (client) => client.query(adQuery('dashboard_after_stats')),
    (client) => client.query(adQuery('dashboard_after_button')),
  ],
  credits: ({ id }) => [
    (client) => client.query(creditOverviewQuery(id)),
    (client) => client.query(creditUsageQuery(id, 'all')),
  ],
};

const adminJobReads = (query: URLSearchParams): Read[] => {
  const filter = jobFilterIn(query);
  return [
    (client) => client.infiniteQuery(adminJobsQuery(filter)),
    (client) => client.query(jobCountsQuery(filter)),
    (client) => client.query(bulkRetriesQuery),
  ];
};

const adminReads: Partial<Record<AdminTab, (query: URLSearchParams) => Read[]>> = {
  overview: () => [(client) => client.query(overviewQuery)],
  jobs: adminJobReads,
};

const accountReads: Partial<Record<AccountTab, (user: SignedInUser) => Read[]>> = {
  profile: ({ id, isAdmin }) => [
    (client) => client.query(pushQuery(id)),
    ...(isAdmin ? [] : [(client: QueryClient) => client.query(creditOverviewQuery(id))]),
  ],
  security: ({ id }) => [
    (client) => client.query(secondFactorQuery(id)),
    (client) => client.query(passkeysQuery(id)),
    (client) => client.query(sessionsQuery(id)),
  ],
};

const ownReads: Partial<Record<PageName, (at: At) => Read[]>> = {
  dashboard: ({ url, user }) => dashboardReads[dashboardTabIn(url.searchParams)]?.(user) ?? [],
  account: ({ url, user }) => accountReads[accountTabIn(url.searchParams)]?.(user) ?? [],
  admin: ({ url, user }) =>
    (user.isAdmin && adminReads[adminTabIn(url.searchParams)]?.(url.searchParams)) || [],
  jobs: ({ url, user }) => {
    const view = jobListViewIn(url.searchParams);
    return [
      (client) => client.query(savedViewsQuery(user.id)),
      // A search reads many rows, so that it would keep the page waiting.
      ...(isSearch(url)
        ? []
        : [(client: QueryClient) => client.query(jobListQuery({ userId: user.id, ...view }))]),
    ];
  },
  job: ({ url }) => {
    const jobId = matchPath(ownPlaces.job, url.pathname)?.params.jobId ?? '';
    const rows = { jobId, page: 1, outcome: 'all', like: null, running: false } as const;
    const isFirstView = url.search === '';
    return [
      async (client) => {
        const job = await client.query(jobDetailQuery(jobId));
        if (job.rowsFailed > 1) await client.query(failureGroupsQuery(job));
      },
      ...(isFirstView ? [(client: QueryClient) => client.query(jobRowsQuery(rows))] : []),
    ];
  },
};

const isSearch = ({ searchParams }: URL): boolean => jobListViewIn(searchParams).filters.search !== '';

const renderedTabs: readonly DashboardTab[] = ['dashboard', 'credits'];
const renderedAdminTabs: readonly AdminTab[] = ['overview', 'jobs'];

/**
 * Returns whether the server renders the whole page, as it does for the pages that customers and administrators open
 * most.
 */
export function isRenderedOwn({ url, user }: At): boolean {
  const { pathname, searchParams } = url;
  if (!isAdmitted(user)) return false;
  if (matchPath(ownPlaces.dashboard, pathname)) return renderedTabs.includes(dashboardTabIn(searchParams));
  if (matchPath(ownPlaces.admin, pathname))
    return user.isAdmin && renderedAdminTabs.includes(adminTabIn(searchParams));
  if (matchPath(ownPlaces.account, pathname)) return accountTabIn(searchParams) === 'profile';
  if (matchPath(ownPlaces.jobs, pathname)) return !isSearch(url);
  return matchPath(ownPlaces.job, pathname) !== null;
}

export const isOwnPage = (page: PageName | undefined): page is keyof typeof ownPlaces =>
  page !== undefined && page in ownPlaces;

/** Reads of every page of the application. */
export const sessionReads: readonly Read[] = [
  (client) => client.query(meQuery),
  (client) => client.query(settingsQuery),
];

const isAdmitted = (user: SignedInUser): boolean => user.emailVerified && !isKeptToSecurity(user);

/** Returns the reads of the page for the signed-in user; none if the page would not admit them. */
export function readsOf(page: PageName, { url, user }: At): Read[] {
  if (!isAdmitted(user)) return [];
  return [(client) => client.query(unreadCountQuery(user.id)), ...(ownReads[page]?.({ url, user }) ?? [])];
}
