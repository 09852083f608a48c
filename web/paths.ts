/** Every address of the client. */

export const dashboardTabs = [
  'dashboard',
  'credits',
  'transactions',
  'credit-history',
  'credentials',
] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

export const adminTabs = ['system'] as const;
export type AdminTab = (typeof adminTabs)[number];

export const paths = {
  home: '/',
  services: '/services',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  dashboard: (query: { tab?: DashboardTab; service?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
    return search.size > 0 ? `/dashboard?${search.toString()}` : '/dashboard';
  },
  rex: '/rex-soo-submission',
  admin: '/admin',
  job: (jobId: string) => `/dashboard/jobs/${encodeURIComponent(jobId)}`,
  corrections: (jobId: string) => `/dashboard/jobs/${encodeURIComponent(jobId)}/correct`,
};

/** The samples a customer fills in, one per service and format. */
export function templateUrl(serviceId: string, extension: 'csv' | 'xlsx' | 'pdf' | 'zip'): string {
  return `/templates/${serviceId}.${extension}`;
}
