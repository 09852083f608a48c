/** Probes that administrators ask for: at once, one at a time on each portal, and only while the portal is open. */
import type { RateLimiter } from '#api/adapters/rate-limits.ts';
import type { Deps } from '#api/deps.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { PortalState } from '#prisma/generated/client.ts';
import { deskAddress, knownPlace } from './banks.ts';
import { closedUntil, readClosure } from './opening-hours.ts';
import { portalsWithAddress } from './portal-addresses.ts';
import { lockState } from './portal-states.ts';

type AskDeps = Pick<Deps, 'db' | 'clock' | 'workflows'> & { limiter: RateLimiter };
type Asked = Pick<PortalState, 'askedProbeAt' | 'askedProbeBy'>;

/**
 * Begins a probe of the portal's entrance, and of the pages behind its sign-in if probes have a login there.
 *
 * @throws DomainError PORTAL_UNKNOWN, PROBE_NOT_POSSIBLE without an address or while the portal is closed,
 * PROBE_RUNNING, TOO_MANY_REQUESTS, UNAVAILABLE if Temporal cannot be reached
 */
export async function askProbe(deps: AskDeps, named: string, adminId: string): Promise<void> {
  const { db, clock, workflows, limiter } = deps;
  const portal = await knownPlace(db, named);
  if (!(await hasAddress(db, portal))) throw new DomainError('PROBE_NOT_POSSIBLE');
  const closure = await readClosure(db, portal, clock());
  if (closure) throw refusal('PROBE_NOT_POSSIBLE', closedUntil(closure));
  const known = await db.portalState.findUnique({ where: { portal } });
  if (known && isProbing(known, clock())) throw new DomainError('PROBE_RUNNING');
  await limiter.consume('probePerPortal', portal);
  await noteAsked(deps, portal, adminId);
  try {
    await workflows.probePortal(portal);
  } catch (cause) {
    await endAskedProbe(db, portal);
    throw new DomainError('UNAVAILABLE', { cause });
  }
}

async function hasAddress(db: Database, portal: RealPlace): Promise<boolean> {
  if (isBankPlace(portal)) return (await deskAddress(db, portal)) !== null;
  return (await portalsWithAddress(db)).includes(portal);
}

async function noteAsked(
  { db, clock }: Pick<AskDeps, 'db' | 'clock'>,
  portal: RealPlace,
  adminId: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const now = clock();
    if (isProbing(await lockState(tx, portal), now)) throw new DomainError('PROBE_RUNNING');
    const asked = { askedProbeAt: now, askedProbeBy: adminId };
    await tx.portalState.update({ where: { portal }, data: asked });
    const change = { adminId, action: 'portal probed', subject: `portal/${portal}`, reason: '' };
    await recordChange(tx, { ...change, before: null, after: null });
  });
}

/** Returns whether a requested probe still runs. After the maximum time of a probe, it is assumed to have died. */
export const isProbing = ({ askedProbeAt }: Asked, now: Date): boolean =>
  askedProbeAt !== null && now.getTime() - askedProbeAt.getTime() < limits.askedProbeMsMax;

/** Records that the requested probe has ended, with or without a result. */
export async function endAskedProbe(db: DatabaseOrTransaction, portal: RealPlace): Promise<void> {
  await db.portalState.updateMany({
    where: { portal },
    data: { askedProbeAt: null, askedProbeBy: null },
  });
}
