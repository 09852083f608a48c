/** Chattogram port's public container look-up: a form and an answer page. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { entrance } from './container-page.ts';
import { cpaFacts } from './facts.ts';

export const cpaPortal = createPortal({ facts: cpaFacts, sessionsMax: 1, entrance });
