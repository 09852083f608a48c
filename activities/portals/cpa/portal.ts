/** Chattogram port's public container look-up: a form and an answer page. */
import type { Portal } from '#activities/portals/contract.ts';

export const chattogramPort: Portal = {
  key: 'cpa',
  label: 'Chattogram Port',
  credentials: null,
  sessionsMax: 1,
  login: async () => ({ outcome: 'ok' }),
  logout: async () => undefined,
};
