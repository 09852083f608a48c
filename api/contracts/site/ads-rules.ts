/** Ad placements, and the hosts of Google AdSense's scripts and pictures. */
import type { AdSetting } from '#contracts/calls/site-answers.ts';

export const adPlacements = [
  'dashboard_after_stats',
  'dashboard_after_button',
  'blog_listing_top',
  'blog_listing_bottom',
  'blog_single_top',
  'blog_single_bottom',
] as const;
export type AdPlacement = (typeof adPlacements)[number];

export const adFormats = ['auto', 'horizontal', 'vertical', 'rectangle', 'fluid'] as const;
export type AdFormat = (typeof adFormats)[number];

export const adScript = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';

/** Returns whether a placement's ads are loaded: it must be switched on and have both ids of the provider. */
export const isLoaded = (setting: Pick<AdSetting, 'enabled' | 'ad_client_id' | 'ad_slot_id'>): boolean =>
  setting.enabled && setting.ad_client_id !== '' && setting.ad_slot_id !== '';

/** Paths where customers and administrators type passwords and change rights; third-party scripts never run there. */
const adFreePlaces = [
  '/account',
  '/admin',
  '/reset-password',
  '/verify-email',
  '/sign-up',
  '/payment',
  '/mailbox',
];

/** The only tab of the dashboard with placements, because no ad may be on a page where portals' passwords are typed. */
const tabWithAds = 'dashboard';

/** Returns whether ads never appear at the address. The client's router ignores capitals and a trailing slash. */
export function isAdFree(path: string, search = ''): boolean {
  const place = path.toLowerCase().replace(/\/+$/, '');
  if (place === '/dashboard') return (new URLSearchParams(search).get('tab') ?? tabWithAds) !== tabWithAds;
  return adFreePlaces.some((free) => place === free || place.startsWith(`${free}/`));
}
