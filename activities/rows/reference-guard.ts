/**
 * Prevents requests for another company's documents before a row is processed, and afterwards records the references
 * that the portal has shown.
 */
import type { Deps } from '#api/deps.ts';
import { foreignReference, proveReferences } from '#api/domain/portals/portal-references.ts';
import type { RowData, ServiceDefinition } from '#services/contract.ts';
import type { NamedReference, Reference, ReferenceRule } from '#services/families/references.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';
import type { FilingEnd } from './filing.ts';

type Guard = (
  rows: readonly RowData[],
  session: PooledSession | null,
  work: () => Promise<FilingEnd>,
) => Promise<FilingEnd>;

/**
 * Creates the guard. A row with another customer's reference ends like one whose reference does not exist, so that it
 * reveals nothing. References on practice portals belong to nobody, so they are neither checked nor recorded.
 */
export function createReferenceGuard(
  db: Deps['db'],
  { userId, isPractice, service }: { userId: string; isPractice: boolean; service: ServiceDefinition },
): Guard {
  const rule = isPractice ? null : service.references;
  return async (rows, session, work) => {
    if (!rule || !session?.login) return work();
    const owner = { userId, portal: session.portal, username: session.login };
    const references = rows.flatMap((row) => rule.named(row));
    const foreign = await foreignReference(db, owner, references);
    if (foreign) return { ...foreign.unknown };
    const end = await work();
    await proveReferences(db, owner, provedBy(rule, references, end));
    return end;
  };
}

function provedBy(
  { shown }: ReferenceRule,
  references: readonly NamedReference[],
  { outcome, portalReference }: FilingEnd,
): Reference[] {
  if (outcome !== 'SUCCESS' && outcome !== 'ALREADY_DONE') return [];
  const made = shown && portalReference ? [{ kind: shown, value: portalReference.toUpperCase() }] : [];
  return [...references.filter(({ isUnproved }) => !isUnproved), ...made];
}
