/** The portals and their conditions (up, degraded, down or paused), for customers and on the administrators' board. */
import { storedMessage } from '#contracts/messages/message.ts';
import { textOf } from '#contracts/messages/answers.ts';
import { english } from '#contracts/messages/render.ts';
import type { Deps } from '#api/deps.ts';
import type { JobState } from '#contracts/jobs/jobs.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import type { PortalCondition } from '#contracts/portals/portals.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import type { Database } from '#prisma/client.ts';
import type { PortalProbeLogin } from '#prisma/generated/client.ts';
import { services } from '#services/catalogue.ts';
import { portals } from '#activities/portals/catalogue.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';
import { banksPortal } from '#contracts/portals/bank-places.ts';
import { hasOwnServers } from '#contracts/portals/portal-logins.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import { isProbing } from './asked-probes.ts';
import { desksWithAddress, placeLabel } from './banks.ts';
import { closedUntil, readClosures, type Closure } from './opening-hours.ts';
import { mapsInForce, unusedChanges } from './page-map-changes.ts';
import { checkCounts } from './portal-checks.ts';
import { outageOf } from './portal-outages.ts';
import { portalWaits } from './portal-waits.ts';
import { probeLogins, takesProbeLogin, walkOf } from './probe-logins.ts';

type PortalRecord = Awaited<ReturnType<Database['portalState']['findUniqueOrThrow']>>;
type PortalJobs = PortalBoardEntry['jobs'];

/** How long an error is shown for a portal that responds again. */
const DEGRADED_FOR_MS = 15 * 60_000;

/**
 * Lists the portals of all services with their condition, who paused them ("Chalan" if it was automatic) and their
 * jobs. `shared` is for callers that read the board for more than this list.
 */
export async function listPortals(
  deps: Pick<Deps, 'db' | 'clock'>,
  shared: Promise<Board> = boardOf(deps),
): Promise<PortalBoardEntry[]> {
  const [board, logins] = await Promise.all([shared, loginCounts(deps.db)]);
  return usedPortals().map((portal) => {
    const { pageMapVersion, pageMapUnused, ...known } = board(portal);
    const kind = loginKindOf(portal);
    return {
      portal,
      label: portalLabels[portal],
      ...known,
      services: servicesOn(portal),
      pageMap: {
        texts: Object.keys(pageMaps[portal]).length,
        version: pageMapVersion,
        unused: pageMapUnused,
      },
      addressVariable: addressVariable(portal),
      logins: kind === null ? null : (logins.get(kind) ?? { saved: 0, refused: 0 }),
    };
  });
}

type PlaceOnBoard = Omit<
  PortalBoardEntry,
  'portal' | 'label' | 'services' | 'pageMap' | 'addressVariable' | 'logins'
> & { pageMapVersion: number; pageMapUnused: number };

/** Tells what is known of any place: a portal, or the desk of a bank. */
export type Board = (place: RealPlace) => PlaceOnBoard;

export async function boardOf({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Board> {
  const now = clock();
  const [records, closures, maps, checks, counts, walks] = await Promise.all([
    db.portalState.findMany(),
    readClosures(db, now),
    mapsInForce(db),
    checkCounts(db),
    jobCounts(db),
    probeLogins(db),
  ]);
  const known = new Map(records.map((record) => [record.portal, record]));
  const names = await adminNames(db, records);
  return (place) => {
    const record = known.get(place);
    const pausedBy = record?.pausedBy ?? null;
    const condition = conditionOf(record, closures.get(place), now);
    const map = maps.find(({ portal }) => portal === place);
    return {
      ...(condition.state === 'up' && !isReached(place, record) ? notConnected : condition),
      pausedBy: pausedBy === null ? null : (names.get(pausedBy) ?? 'Chalan'),
      jobs: counts.get(place) ?? { running: 0, queued: 0, parked: 0 },
      address: record?.address ?? null,
      hosts: record?.hosts ?? [],
      pageMapVersion: map?.version ?? 0,
      pageMapUnused: map ? unusedChanges(place, map.changes).length : 0,
      checks: { items: goLiveLists[portalAt(place)].length, checked: checks.get(place) ?? 0 },
      probe: record ? probeOf(record) : null,
      probing: record && isProbing(record, now) ? probingOf(record, names) : null,
      behindSignIn: takesProbeLogin(place) ? walkOnBoard(walks.find(({ portal }) => portal === place)) : null,
    };
  };
}

/** The last probe; null before the first. */
function probeOf(record: PortalRecord): PortalBoardEntry['probe'] {
  const { probeOutcome, probeOutcomeSince, probedAt, probeMs } = record;
  if (probeOutcome === null || !probedAt || probeMs === null) return null;
  return {
    outcome: probeOutcome as 'ok' | 'PORTAL_DOWN' | 'PORTAL_CHANGED',
    at: probedAt.toISOString(),
    since: probeOutcomeSince?.toISOString() ?? null,
    ...textOf('message', storedMessage(record.probeMessage)),
    tookMs: probeMs,
  };
}

const probingOf = (
  { askedProbeAt, askedProbeBy }: PortalRecord,
  names: ReadonlyMap<string, string>,
): PortalBoardEntry['probing'] =>
  askedProbeAt && { since: askedProbeAt.toISOString(), by: names.get(askedProbeBy ?? '') ?? '' };

const walkOnBoard = (login: PortalProbeLogin | undefined): PortalBoardEntry['behindSignIn'] =>
  login ? { hasLogin: true, ...walkOf(login) } : { hasLogin: false, isStopped: false, walk: null };

/** Counts the companies' logins by kind. `refused` are those that the portal refused at their last use. */
async function loginCounts(db: Database): Promise<Map<string, { saved: number; refused: number }>> {
  const rows = await db.portalCredential.groupBy({ by: ['portal', 'testOutcome'], _count: true });
  const counts = new Map<string, { saved: number; refused: number }>();
  for (const { portal, testOutcome, _count } of rows) {
    const { saved, refused } = counts.get(portal) ?? { saved: 0, refused: 0 };
    const isRefused = testOutcome === 'CREDENTIALS_INVALID' || testOutcome === 'ACCOUNT_LOCKED';
    counts.set(portal, { saved: saved + _count, refused: refused + (isRefused ? _count : 0) });
  }
  return counts;
}

/** Returns the portals' states without the details reserved for administrators. */
export async function portalConditions(deps: Pick<Deps, 'db' | 'clock'>): Promise<PortalCondition[]> {
  const now = deps.clock();
  const [states, desks, closures, waits] = await Promise.all([
    deps.db.portalState.findMany(),
    desksWithAddress(deps.db),
    readClosures(deps.db, now),
    portalWaits(deps.db, now),
  ]);
  const records = new Map(states.map((record) => [record.portal, record]));
  // With several banks, the first one is named as well.
  const labels =
    desks.length > 0
      ? { ...portalLabels, [banksPortal]: await placeLabel(deps.db, banksPortal) }
      : portalLabels;
  const named: [RealPlace, string][] = [
    ...usedPortals().map((portal): [RealPlace, string] => [portal, labels[portal]]),
    ...desks.map(({ place, name }): [RealPlace, string] => [place, `${portalLabels[banksPortal]}, ${name}`]),
  ];
  return named.map(([portal, label]) => {
    const record = records.get(portal);
    const { state, since, opensAt } = conditionOf(record, closures.get(portal), now);
    const probedAt = record?.probedAt?.toISOString() ?? null;
    return {
      portal,
      label,
      state,
      since,
      opensAt,
      probedAt,
      waitMs: waits.get(portal) ?? null,
    };
  });
}

const loginKindOf = (portal: PortalKey): string | null =>
  portals.find(({ key }) => key === portal)?.login?.kind ?? null;
const servicesOn = (portal: PortalKey): string[] =>
  services.filter((service: ServiceDefinition) => service.portal === portal).map(({ name }) => name);
const usedPortals = (): PortalKey[] =>
  portals.map(({ key }) => key).filter((portal) => servicesOn(portal).length > 0);

type Condition = Pick<PortalBoardEntry, 'state' | 'since' | 'detail' | 'opensAt'>;
const notConnected: Condition = { state: 'notConnected', since: null, detail: '', opensAt: null };

/** Before a worker has recorded an address, customers can start jobs, but administrators see that none is known. */
const isReached = (place: RealPlace, record: PortalRecord | undefined): boolean =>
  hasOwnServers(portalAt(place)) || (record?.address ?? null) !== null;

/**
 * A pause takes precedence, because a person decided it; then the opening hours, outside which a portal may be down.
 */
function conditionOf(record: PortalRecord | undefined, closure: Closure | undefined, now: Date): Condition {
  if (record?.hasAddress === false) return notConnected;
  if (!closure || record?.pausedAt) return { ...openConditionOf(record, now), opensAt: null };
  const { since, until } = closure;
  const detail = english(closedUntil(closure));
  return { state: 'closed', since: since.toISOString(), detail, opensAt: until.toISOString() };
}

type OpenCondition = Omit<Condition, 'opensAt'>;

function openConditionOf(record: PortalRecord | undefined, now: Date): OpenCondition {
  if (!record) return { state: 'up', since: null, detail: '' };
  const { pausedAt, pauseReason, lastFaultAt, lastFault, since } = record;
  if (pausedAt) return { state: 'paused', since: pausedAt.toISOString(), detail: pauseReason };
  if (record.status === 'down') return { state: 'down', since: since.toISOString(), detail: record.detail };
  const outage = outageOf(record);
  if (outage === 'down') return { state: 'down', ...probed(record) };
  if (outage === 'changed') return { state: 'degraded', ...probed(record) };
  if (lastFaultAt && now.getTime() - lastFaultAt.getTime() < DEGRADED_FOR_MS) {
    return { state: 'degraded', since: lastFaultAt.toISOString(), detail: lastFault };
  }
  return { state: 'up', since: since.toISOString(), detail: '' };
}

const probed = ({ probeOutcomeSince, probeMessage }: PortalRecord): Omit<OpenCondition, 'state'> => ({
  since: probeOutcomeSince?.toISOString() ?? null,
  detail: english(storedMessage(probeMessage)),
});

const groupOf: Partial<Record<JobState, keyof PortalJobs>> = {
  queued: 'queued',
  running: 'running',
  collecting: 'running',
  parked: 'parked',
};

async function jobCounts(db: Database): Promise<Map<string, PortalJobs>> {
  const rows = await db.job.groupBy({
    by: ['portal', 'state'],
    where: { finishedAt: null, portal: { not: null } },
    _count: true,
  });
  const counts = new Map<string, PortalJobs>();
  for (const { portal, state, _count } of rows) {
    const group = groupOf[state as JobState];
    if (portal === null || !group) continue;
    const entry = counts.get(portal) ?? { running: 0, queued: 0, parked: 0 };
    counts.set(portal, { ...entry, [group]: entry[group] + _count });
  }
  return counts;
}

async function adminNames(db: Database, records: PortalRecord[]): Promise<Map<string, string>> {
  const ids = records.flatMap(({ pausedBy, askedProbeBy }) => [pausedBy ?? [], askedProbeBy ?? []].flat());
  const admins = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(admins.map(({ id, name }) => [id, name]));
}
