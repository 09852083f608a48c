/** Facts about the carrier's tracking: names, address and login. */
import type { PortalFacts } from '#activities/portals/facts.ts';

export const maerskTrackFacts = {
  key: 'maersk-track',
  position: 5,
  label: 'Maersk tracking',
  labelBn: 'Maersk ট্র্যাকিং',
  address: 'https://www.maersk.com',
  login: null,
  sessionsPerJobMax: 4,
  officialInterface: true,
} as const satisfies PortalFacts;
