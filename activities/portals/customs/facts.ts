/** Facts about Bangladesh Customs' bill tracking: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const customsFacts = {
  key: 'customs',
  position: 3,
  label: 'Bangladesh Customs',
  labelBn: 'বাংলাদেশ কাস্টমস',
  address: 'https://customs.gov.bd',
  // The CAPTCHA before every search.
  hosts: [
    { host: 'www.google.com', role: 'widget' },
    { host: 'www.gstatic.com', role: 'load' },
  ],
  login: null,
} as const satisfies PortalFacts;
