/** Says how a portal or the desk of a bank is: its condition, its jobs, and what probes found there. */
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { hasOwnServers } from '#contracts/portals/portal-logins.ts';
import { formatDateTime, formatSince } from '#web/lib/dates.ts';
import { saidNow } from '#web/lib/said.ts';
import { serviceNamed } from '#web/lib/services.ts';
import { wordsNow } from '#web/lib/words.ts';
import { uiWords } from '#web/ui/words.ts';
import { probeLoginWords } from './probe-login-words.ts';
import { portalWords } from './words.ts';

type Condition = Pick<PortalBoardEntry, 'since' | 'detail' | 'pausedBy' | 'opensAt'> & { state: string };

export function conditionText({ state, since, detail, pausedBy, opensAt }: Condition): string {
  if (opensAt !== null) return wordsNow(uiWords).opensAt(formatDateTime(opensAt));
  if (state === 'up' || since === null) return '';
  const words = wordsNow(portalWords);
  const when = formatSince(since);
  if (state === 'paused') return words.pausedBy(pausedBy ?? 'Chalan', when, detail);
  return state === 'down' ? words.downSince(when, detail) : words.lastFault(when, detail);
}

/** Says where a portal is reached, with which logins, and what its page map is. */
export function connectionText(entry: PortalBoardEntry): string {
  const { portal, address, addressVariable, hosts, pageMap, logins } = entry;
  const words = wordsNow(portalWords);
  if (address === null && !hasOwnServers(portal)) return words.noAddress(addressVariable);
  const access = logins ? words.logins(logins.saved, logins.refused) : words.noLogin;
  const reached = [
    address === null ? words.ownServers : words.address(address),
    ...(hosts.length > 0 ? [words.hosts(hosts.join(', '))] : []),
    access,
  ];
  return [
    words.connection(reached.join(', ')),
    words.pageMap(pageMap.texts, pageMap.version),
    ...(pageMap.unused > 0 ? [words.unusedTexts(pageMap.unused)] : []),
  ].join(' ');
}

export const servicesText = ({ services }: Pick<PortalBoardEntry, 'services'>): string =>
  wordsNow(portalWords).services(services.map(serviceNamed).join(', '));

export function jobsText({ jobs }: Pick<PortalBoardEntry, 'jobs'>): string {
  const words = wordsNow(portalWords);
  const parts = [
    jobs.running > 0 ? words.running(jobs.running) : '',
    jobs.queued > 0 ? words.queued(jobs.queued) : '',
    jobs.parked > 0 ? words.parked(jobs.parked) : '',
  ].filter((text) => text !== '');
  return parts.length > 0 ? words.jobs(parts.join(', ')) : words.noJobs;
}

type Probed = Pick<PortalBoardEntry, 'probe' | 'probing' | 'behindSignIn'>;

/**
 * Says that a probe runs that was asked for, and what probes found at the entrance and behind the sign-in; `effect` is
 * what follows where they fail.
 */
export const probesText = (entry: Probed, effect: string): string =>
  [probingText(entry), entranceText(entry, effect), walkText(entry)].filter((text) => text !== '').join(' ');

function probingText({ probing }: Pick<PortalBoardEntry, 'probing'>): string {
  if (!probing) return '';
  return wordsNow(probeLoginWords).probing(formatSince(probing.since), probing.by);
}

function entranceText({ probe }: Pick<PortalBoardEntry, 'probe'>, effect: string): string {
  const words = wordsNow(portalWords);
  if (!probe) return words.notProbed;
  if (probe.outcome === 'ok') return words.probed(formatSince(probe.at), probe.tookMs);
  const why = saidNow(probe.message, probe.messageData);
  if (probe.since === null) return words.probedBefore(formatSince(probe.at), why);
  const failing = probe.outcome === 'PORTAL_DOWN' ? words.probeDown : words.probeChanged;
  return `${failing(formatSince(probe.since), why)} ${effect}`;
}

/** Empty for a portal where probes need no login. */
function walkText({ behindSignIn }: Pick<PortalBoardEntry, 'behindSignIn'>): string {
  if (!behindSignIn) return '';
  const words = wordsNow(probeLoginWords);
  const { hasLogin, isStopped, walk } = behindSignIn;
  if (!hasLogin) return words.boardNoLogin;
  if (!walk) return words.boardNotYet;
  const when = formatSince(walk.at);
  if (walk.outcome === 'ok') return words.boardGood(when, walk.pages.length);
  // What exactly has changed is the reason of the pause.
  const changed = walk.pages.filter(({ missing }) => missing.length > 0).map(({ page }) => page);
  if (changed.length > 0) return words.boardChanged(when, changed.join(', '));
  const said = saidNow(walk.message, walk.messageData);
  return isStopped ? words.boardStopped(when, said) : words.boardFailed(when, said);
}
