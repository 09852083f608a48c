/** The places for ads, and where the scripts and pictures of Google AdSense come from. */
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

/** Switched on, and the provider knows whose it is: only then is anything loaded. */
export const isLoaded = (setting: Pick<AdSetting, 'enabled' | 'ad_client_id' | 'ad_slot_id'>): boolean =>
  setting.enabled && setting.ad_client_id !== '' && setting.ad_slot_id !== '';

/** Where customers and administrators type passwords and change rights: scripts of others never run there. */
const adFreePlaces = ['/account', '/admin', '/reset-password', '/verify-email', '/payment'];
export const isAdFree = (path: string): boolean =>
  adFreePlaces.some((place) => path === place || path.startsWith(`${place}/`));
