/** Defines every address of the client. */
import type { ContactSubject } from '#contracts/site/contact-rules.ts';

export const dashboardTabs = [
  'dashboard',
  'profile',
  'credentials',
  'credits',
  'transactions',
  'credit-history',
] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** Returns the open tab: the first one if the address names none that exists. */
export const dashboardTabIn = (query: URLSearchParams): DashboardTab =>
  dashboardTabs.find((known) => known === query.get('tab')) ?? dashboardTabs[0];

export const accountTabs = [
  'profile',
  'security',
  'credits',
  'transactions',
  'analytics',
  'notifications',
] as const;
export type AccountTab = (typeof accountTabs)[number];

export const accountTabIn = (query: URLSearchParams): AccountTab =>
  accountTabs.find((known) => known === query.get('tab')) ?? accountTabs[0];

export const adminTabs = [
  'overview',
  'users',
  'jobs',
  'services',
  'messages',
  'blog',
  'ads',
  'system',
  'approvals',
  'audit',
] as const;
export type AdminTab = (typeof adminTabs)[number];
export const adminTabIn = (query: URLSearchParams): AdminTab =>
  adminTabs.find((known) => known === query.get('tab')) ?? adminTabs[0];

/** The pages of the tab System. */
export const systemPages = ['notices', 'prices', 'texts', 'portals', 'payments', 'rates'] as const;
export type SystemPage = (typeof systemPages)[number];

/**
 * Returns the open page of the tab System. Without one, the tab shows the notification and the prices. Addresses from
 * before the pages existed filter the payments without naming them.
 */
export function systemPageIn(query: URLSearchParams): SystemPage | null {
  const named = systemPages.find((known) => known === query.get('section'));
  const isOfPayments = !query.has('section') && (query.has('state') || query.has('search'));
  return named ?? (isOfPayments ? 'payments' : null);
}

/** Addresses that everybody can open. */
export const publicPlaces = {
  home: '/',
  services: '/services',
  blog: '/blog',
  post: '/blog/:slug',
  contact: '/contact',
  privacy: '/privacy',
  accountDeleted: '/account-deleted',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  signUp: '/sign-up',
  paymentReturn: '/payment/return/:token',
} as const;

/** Addresses that require a signed-in user. */
export const ownPlaces = {
  dashboard: '/dashboard',
  account: '/account',
  apiAccess: '/account/api',
  schedules: '/account/schedules',
  apiDocs: '/api-docs',
  rex: '/rex-soo-submission',
  admin: '/admin',
  portals: '/dashboard/portals',
  mailboxConnected: '/mailbox/connected',
  jobs: '/dashboard/jobs',
  job: '/dashboard/jobs/:jobId',
  corrections: '/dashboard/jobs/:jobId/correct',
} as const;

export const places = { ...publicPlaces, ...ownPlaces };
export type PageName = keyof typeof places;

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  );
  return search.size > 0 ? `${path}?${search.toString()}` : path;
};
const jobAt = (place: 'job' | 'corrections', jobId: string): string =>
  places[place].replace(':jobId', encodeURIComponent(jobId));

/** Builds the addresses that contain an id or a parameter. */
export const paths = {
  ...places,
  post: (slug: string) => places.post.replace(':slug', encodeURIComponent(slug)),
  contact: (query: { subject?: ContactSubject } = {}) => withQuery(places.contact, query),
  dashboard: (query: { tab?: DashboardTab; service?: string } = {}) => withQuery(places.dashboard, query),
  account: (query: { tab?: AccountTab } = {}) => withQuery(places.account, query),
  /** `filters` are those that the tab's list reads from the address. */
  adminTab: (tab: AdminTab, filters: Record<string, string | undefined> = {}) =>
    withQuery(places.admin, { tab, ...filters }),
  systemPage: (section: SystemPage, filters: Record<string, string | undefined> = {}) =>
    withQuery(places.admin, { tab: 'system', section, ...filters }),
  /** The list of jobs with filters, as the page reads them from the address. */
  jobsWith: (filters: Record<string, string | undefined>) => withQuery(places.jobs, filters),
  job: (jobId: string) => jobAt('job', jobId),
  /** The part of a job's page where the tables of its PDFs are checked. */
  tables: (jobId: string) => `${jobAt('job', jobId)}#tables`,
  /** The page that corrects a job's failed rows: all, or those that ended like one of them. */
  corrections: (jobId: string, like: number | null = null) =>
    withQuery(jobAt('corrections', jobId), like === null ? {} : { like: String(like) }),
};

/** Returns the address of the sample file for a service and format. */
export function templateUrl(serviceId: string, extension: 'csv' | 'xlsx' | 'pdf' | 'zip'): string {
  return `/templates/${serviceId}.${extension}`;
}
