/** Bangladesh Customs' public bill tracking: no login, but a CAPTCHA that a person answers. */
import type { Portal } from '#activities/portals/contract.ts';

export const bangladeshCustoms: Portal = {
  key: 'customs',
  label: 'Bangladesh Customs',
  credentials: null,
  sessionsMax: 2,
  login: async () => ({ outcome: 'ok' }),
  logout: async () => undefined,
};
