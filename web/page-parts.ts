/** Names the parts of the client that a page's first view is made of, by the modules that are loaded by themselves. */
import { loadParts } from './lib/part.tsx';
import { frameOf, loadPage, pageOf, type FrameName } from './pages.ts';
import { accountTabIn, adminTabIn, dashboardTabIn, type DashboardTab, type PageName } from './paths.ts';

const dashboardParts: Record<DashboardTab, string> = {
  dashboard: 'start-panel',
  profile: 'profile-tab',
  credentials: 'portal-access-tab',
  credits: 'credits-tab',
  transactions: 'transactions-tab',
  'credit-history': 'credit-history-tab',
};

const frameParts: Record<FrameName, string> = { site: 'site-frame', shell: 'shell' };

/** A page's module is called like the page: `apiAccess` is in `api-access-page`. */
export const partOf = (page: PageName): string =>
  `${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;

/** Parts that do not exist are ignored by whoever reads the list. */
export function partsOf({ pathname, searchParams }: URL): string[] {
  const page = pageOf(pathname);
  const frame = frameParts[frameOf(page)];
  if (!page) return [frame];
  if (page === 'admin') {
    const tab = adminTabIn(searchParams);
    const opened = tab === 'jobs' && searchParams.has('job') ? ['jobs-drawer'] : [];
    return [frame, partOf(page), `${tab}-tab`, ...opened];
  }
  if (page === 'account' && accountTabIn(searchParams) === 'profile')
    return [frame, partOf(page), dashboardParts.profile];
  if (page !== 'dashboard') return [frame, partOf(page)];
  return [frame, partOf(page), dashboardParts[dashboardTabIn(searchParams)]];
}

/** Loads all that the page shows first, as the server has rendered it. */
export async function loadFirstView(url: URL): Promise<void> {
  await loadPage(pageOf(url.pathname));
  await loadParts(partsOf(url));
}
