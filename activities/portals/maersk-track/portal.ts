/** The carrier's public tracking: no login, one shipment per page. */
import { createPortal } from '#activities/portals/create-portal.ts';
import { maerskTrackFacts } from './facts.ts';
import { officialEntrance } from './official.ts';
import { entrance } from './tracking-page.ts';

export const maerskTrackPortal = createPortal({
  facts: maerskTrackFacts,
  sessionsMax: 4,
  entrance,
  officialEntrance,
});
