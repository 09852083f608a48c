/** Lists the parts of the client that a page's first view needs, by the names of their separately loaded modules. */
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

/** Returns the name of a page's module: `apiAccess` is in `api-access-page`. */
export const partOf = (page: PageName): string =>
  `${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;

/** May name parts that do not exist; readers of the list ignore them. */
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

/** Loads the code of everything that the server has rendered in the page's first view. */
export async function loadFirstView(url: URL): Promise<void> {
  await loadPage(pageOf(url.pathname));
  await loadParts(partsOf(url));
}
