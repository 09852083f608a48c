/** The names of the portals. Imports no schemas, so that customers' pages load nothing else for them. */
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';

export const portalLabels = Object.fromEntries(portals.map(({ key, label }) => [key, label])) as Record<
  PortalKey,
  string
>;
