/** Bangladesh Customs' public bill tracking: no login, but a CAPTCHA that a person answers. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { entrance } from './bill-page.ts';
import { customsFacts } from './facts.ts';

export const customsPortal = createPortal({ facts: customsFacts, sessionsMax: 2, entrance });
