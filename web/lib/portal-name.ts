/** Names portals and their logins in the language of the page. */
import { bengaliPortalName } from '#contracts/portals/portal-labels.ts';
import { currentLanguage, useLanguage } from './language.ts';

/** `label` is the English name. */
export const portalNameNow = (label: string): string =>
  currentLanguage() === 'bn' ? bengaliPortalName(label) : label;

export function usePortalName(): (label: string) => string {
  useLanguage();
  return portalNameNow;
}
