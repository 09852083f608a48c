/** The names of the portals. Imports no schemas, so that customers' pages load nothing else for them. */
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';
import type { PortalFacts } from '#activities/portals/facts.ts';

export const portalLabels = Object.fromEntries(portals.map(({ key, label }) => [key, label])) as Record<
  PortalKey,
  string
>;

const allFacts: readonly PortalFacts[] = portals;
const named = allFacts.flatMap(({ login, ...portal }) => (login ? [portal, login] : [portal]));
const bengaliNames = new Map(named.map(({ label, labelBn = label }) => [label, labelBn]));

/** Returns the Bengali name of a portal or a login. That of a bank's desk ends with the bank's own name. */
export function bengaliPortalName(label: string): string {
  const [portal = label, ...bank] = label.split(', ');
  return [bengaliNames.get(portal) ?? portal, ...bank].join(', ');
}
