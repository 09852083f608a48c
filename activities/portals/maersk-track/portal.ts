/** The carrier's public tracking: no login, one shipment per page. */
import type { Portal } from '#activities/portals/contract.ts';

export const maerskTrack: Portal = {
  key: 'maersk-track',
  label: 'Maersk Tracking',
  credentials: null,
  sessionsMax: 2,
  login: async () => ({ outcome: 'ok' }),
  logout: async () => undefined,
};
