/** Lists the places of the application, and finds the place of an address. */
import { dashboardTabIn, paths, type DashboardTab } from '#web/paths.ts';

const addresses = {
  start: paths.dashboard(),
  jobs: paths.jobs,
  schedules: paths.schedules,
  portals: paths.dashboard({ tab: 'credentials' }),
  credits: paths.dashboard({ tab: 'credits' }),
  api: paths.apiAccess,
  account: paths.account(),
  administration: paths.admin,
} as const;
export type ShellPlace = keyof typeof addresses;

/**
 * `part` says whether the place's own page is open, or another page of the place. Both are values of `aria-current`.
 */
export type CurrentPlace = { place: ShellPlace; part: 'page' | 'true' } | null;

export const sidebarPlaces: readonly ShellPlace[] = [
  'start',
  'jobs',
  'schedules',
  'portals',
  'credits',
  'api',
  'account',
];
const administrators: readonly ShellPlace[] = ['administration'];
/** The places that fit into the phone's bar. */
export const barPlaces: readonly ShellPlace[] = ['start', 'jobs', 'portals', 'credits'];

export const furtherPlaces = sidebarPlaces.filter((place) => !barPlaces.includes(place));
export const adminPlaces = (isAdmin: boolean): readonly ShellPlace[] => (isAdmin ? administrators : []);

export const addressOf = (place: ShellPlace): string => addresses[place];

const placeOfTab: Record<DashboardTab, ShellPlace> = {
  dashboard: 'start',
  profile: 'account',
  credentials: 'portals',
  credits: 'credits',
  transactions: 'credits',
  'credit-history': 'credits',
};

/** The place of each address prefix. Longer prefixes come before those that they begin with. */
const sections: readonly (readonly [prefix: string, place: ShellPlace])[] = [
  [paths.jobs, 'jobs'],
  [paths.portals, 'portals'],
  [paths.mailboxConnected, 'portals'],
  [paths.rex, 'start'],
  [paths.schedules, 'schedules'],
  [paths.apiAccess, 'api'],
  [paths.apiDocs, 'api'],
  [paths.account(), 'account'],
  [paths.admin, 'administration'],
];

const isWithin = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Returns the place of an address, and whether the address is the place's own page or only a part of it. */
export function currentPlace(pathname: string, search: string): CurrentPlace {
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.dashboard()) {
    const tab = dashboardTabIn(new URLSearchParams(search));
    const place = placeOfTab[tab];
    const own = tab === 'dashboard' ? paths.dashboard() : paths.dashboard({ tab });
    return { place, part: own === addresses[place] ? 'page' : 'true' };
  }
  const place = sections.find(([prefix]) => isWithin(path, prefix))?.[1];
  // The administration's pages have places of their own (`admin-places.tsx`).
  if (place === 'administration') return { place, part: 'true' };
  return place ? { place, part: path === addresses[place] ? 'page' : 'true' } : null;
}
