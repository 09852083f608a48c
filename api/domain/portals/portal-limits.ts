/** Limits that administrators set for a portal. Practice portals have none, because they are our own. */
import { isDeepStrictEqual } from 'node:util';
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AuditValues } from '#contracts/accounts/audit.ts';
import type { PortalLimitsAnswer } from '#contracts/calls/portal-limits-answers.ts';
import {
  noPortalLimits,
  type PortalLimits,
  type PortalLimitsBody,
} from '#contracts/portals/portal-limits.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { hasOneSessionPerLogin, sessionsPerJobOf, type PortalFacts } from '#activities/portals/facts.ts';
import { noJson, type DatabaseOrTransaction, type Transaction } from '#prisma/client.ts';
import { closureAt, openingTimesFrom } from './opening-hours.ts';
import { grantFreeLeases } from './lease-grants.ts';
import { knownPlace } from './banks.ts';

/** Returns the limits of a portal as an administrator sees them, and whether it is closed now. */
export async function limitsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  portal: string,
): Promise<PortalLimitsAnswer> {
  const key = await knownPlace(db, portal);
  const [limits, state] = await Promise.all([
    readLimits(db, key),
    db.portalState.findUnique({ where: { portal: key }, select: { sessionsMax: true } }),
  ]);
  const closure = closureAt(limits, clock());
  const facts = factsOf(key);
  return {
    limits,
    // Zero means that no job has been on the portal yet.
    adapterSessionsMax: state?.sessionsMax || null,
    ownSessionsPerJobMax: sessionsPerJobOf(facts),
    hasOneSessionPerLogin: hasOneSessionPerLogin(facts),
    closed: closure && { since: closure.since.toISOString(), until: closure.until.toISOString() },
  };
}

function factsOf(place: RealPlace): PortalFacts {
  const facts = portals.find(({ key }) => key === portalAt(place));
  if (!facts) throw new DomainError('PORTAL_UNKNOWN');
  return facts;
}

/**
 * Replaces the limits of a portal. Sessions that have begun continue, and jobs that the new limits allow start at once.
 *
 * @throws DomainError PORTAL_LIMITS_CHANGED if they are no longer those that are `known`
 * @throws DomainError PORTAL_ONE_SESSION for several sessions of a job on a portal that allows one session per login
 */
export async function changeLimits(
  deps: Pick<Deps, 'db' | 'workflows' | 'logger' | 'clock'>,
  { portal, adminId, reason, known, ...limits }: PortalLimitsBody & { portal: string; adminId: string },
): Promise<void> {
  const key = await knownPlace(deps.db, portal);
  if ((limits.sessionsPerJobMax ?? 1) > 1 && hasOneSessionPerLogin(factsOf(key)))
    throw new DomainError('PORTAL_ONE_SESSION');
  await deps.db.$transaction(async (tx) => {
    const before = await lockedLimits(tx, key);
    if (known && !isDeepStrictEqual(known, before)) throw new DomainError('PORTAL_LIMITS_CHANGED');
    // A new pace begins at once, without the waiting time that the former one has accumulated.
    const stored = { ...limits, openingHours: limits.openingHours ?? noJson, actionsFreeAt: null };
    await tx.portalLimits.update({ where: { portal: key }, data: stored });
    await recordChange(tx, {
      adminId,
      action: 'portal limits changed',
      subject: `portal/${key}`,
      before: auditValues(before),
      after: auditValues(limits),
      reason,
    });
  });
  await grantFreeLeases(deps, [key]);
}

/** Locks the limits until the transaction ends. A portal without limits gets a row without any, which can be locked. */
async function lockedLimits(tx: Transaction, portal: string): Promise<PortalLimits> {
  await tx.portalLimits.createMany({ data: [{ portal }], skipDuplicates: true });
  await tx.$queryRaw`SELECT portal FROM portal_limits WHERE portal = ${portal} FOR UPDATE`;
  return readLimits(tx, portal);
}

async function readLimits(db: DatabaseOrTransaction, portal: string): Promise<PortalLimits> {
  const stored = await db.portalLimits.findUnique({ where: { portal } });
  if (!stored) return noPortalLimits;
  const { sessionsMax, sessionsPerJobMax, actionsPerMinuteMax, pauseBetweenRowsMs } = stored;
  const numbers = { sessionsMax, sessionsPerJobMax, actionsPerMinuteMax, pauseBetweenRowsMs };
  return { ...numbers, ...openingTimesFrom(stored) };
}

/** The limits as the audit log shows them: one text or number for each field. */
function auditValues(limits: PortalLimits): AuditValues {
  const { openingHours, holidays, ...numbers } = limits;
  return {
    ...numbers,
    openingHours:
      openingHours && openingHours.map(({ weekday, from, to }) => `${weekday} ${from}-${to}`).join(', '),
    holidays: holidays.map(({ date, name }) => `${date} ${name}`).join(', '),
  };
}
