/** Names the page of an address, for the link that leads back from a job. */
import { adminTabIn, dashboardTabIn, paths, type DashboardTab } from '#web/paths.ts';
import type { OriginName } from './origin-words.ts';

const namesOfTabs: Record<DashboardTab, OriginName> = {
  dashboard: 'dashboard',
  profile: 'account',
  credentials: 'portals',
  credits: 'credits',
  transactions: 'credits',
  'credit-history': 'credits',
};

const namesOfPaths: Readonly<Record<string, OriginName>> = {
  [paths.jobs]: 'jobs',
  [paths.schedules]: 'schedules',
  [paths.portals]: 'portals',
  [paths.apiAccess]: 'api',
  [paths.apiDocs]: 'api',
  [paths.account()]: 'account',
  [paths.rex]: 'rex',
};

/** Returns undefined for pages to which no link leads back, such as the public ones. */
export function nameOfOrigin(address: string): OriginName | undefined {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  if (pathname === paths.dashboard()) return namesOfTabs[dashboardTabIn(searchParams)];
  if (pathname === paths.admin) return adminTabIn(searchParams) === 'jobs' ? 'adminJobs' : 'admin';
  return namesOfPaths[pathname];
}
