/** The names of the portals, apart from the schemas, so that pages of customers load no more than these. */
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';

export const portalLabels = Object.fromEntries(portals.map(({ key, label }) => [key, label])) as Record<
  PortalKey,
  string
>;
