/** Says which page of the application an address opens, as the link names it that leads back from a job. */
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

/** Returns none for pages that nobody goes back to, such as those that everybody can open. */
export function nameOfOrigin(address: string): OriginName | undefined {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  if (pathname === paths.dashboard()) return namesOfTabs[dashboardTabIn(searchParams)];
  if (pathname === paths.admin) return adminTabIn(searchParams) === 'jobs' ? 'adminJobs' : 'admin';
  return namesOfPaths[pathname];
}
