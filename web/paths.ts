/** Every address of the client. */
import type { ContactSubject } from '#contracts/contact-rules.ts';

export const dashboardTabs = [
  'dashboard',
  'profile',
  'credentials',
  'credits',
  'transactions',
  'credit-history',
] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

export const accountTabs = [
  'profile',
  'security',
  'credits',
  'transactions',
  'analytics',
  'notifications',
] as const;
export type AccountTab = (typeof accountTabs)[number];

export const adminTabs = [
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

export const paths = {
  home: '/',
  services: '/services',
  blog: '/blog',
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  contact: (query: { subject?: ContactSubject } = {}) =>
    query.subject ? `/contact?subject=${query.subject}` : '/contact',
  privacy: '/privacy',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  dashboard: (query: { tab?: DashboardTab; service?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
    return search.size > 0 ? `/dashboard?${search.toString()}` : '/dashboard';
  },
  account: ({ tab }: { tab?: AccountTab } = {}) => (tab ? `/account?tab=${tab}` : '/account'),
  accountDeleted: '/account-deleted',
  apiAccess: '/account/api',
  schedules: '/account/schedules',
  apiDocs: '/api-docs',
  rex: '/rex-soo-submission',
  admin: '/admin',
  job: (jobId: string) => `/dashboard/jobs/${encodeURIComponent(jobId)}`,
  /** The part of a job's page where the tables of its PDFs are checked. */
  tables: (jobId: string) => `/dashboard/jobs/${encodeURIComponent(jobId)}#tables`,
  corrections: (jobId: string) => `/dashboard/jobs/${encodeURIComponent(jobId)}/correct`,
};

/** The samples a customer fills in, one per service and format. */
export function templateUrl(serviceId: string, extension: 'csv' | 'xlsx' | 'pdf' | 'zip'): string {
  return `/templates/${serviceId}.${extension}`;
}
