/**
 * Renders the portal board: the state of each portal, the jobs that wait for it, and the button that pauses or resumes
 * it.
 */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { hasOwnServers } from '#contracts/portals/portal-logins.ts';
import { formatDateTime, formatSince } from '#web/lib/dates.ts';
import { saidNow } from '#web/lib/said.ts';
import { Notice } from '#web/ui/notice.tsx';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { BanksPanel } from './banks-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { checkWords } from './checks-words.ts';
import { LimitsButton } from './limits-dialog.tsx';
import { changePortal, portalsKey, portalsQuery, type PortalAction } from './queries.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { uiWords } from '#web/ui/words.ts';
import { PageMapPanel } from './page-map-panel.tsx';
import { pageMapWords } from './page-map-words.ts';
import { ProbeLoginPanel } from './probe-login-panel.tsx';
import { probeLoginWords } from './probe-login-words.ts';
import { portalWords } from './words.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { StopJobsButton } from '#web/features/admin/jobs/stop-jobs.tsx';

const actionOf = ({ state }: PortalBoardEntry): PortalAction => (state === 'paused' ? 'resume' : 'pause');

function conditionText({ state, since, detail, pausedBy, opensAt }: PortalBoardEntry): string {
  if (opensAt !== null) return wordsNow(uiWords).opensAt(formatDateTime(opensAt));
  if (state === 'up' || since === null) return '';
  const words = wordsNow(portalWords);
  const when = formatSince(since);
  if (state === 'paused') return words.pausedBy(pausedBy ?? 'Chalan', when, detail);
  return state === 'down' ? words.downSince(when, detail) : words.lastFault(when, detail);
}

function jobsText({ jobs }: PortalBoardEntry): string {
  const words = wordsNow(portalWords);
  const parts = [
    jobs.running > 0 ? words.running(jobs.running) : '',
    jobs.queued > 0 ? words.queued(jobs.queued) : '',
    jobs.parked > 0 ? words.parked(jobs.parked) : '',
  ].filter((text) => text !== '');
  return parts.length > 0 ? words.jobs(parts.join(', ')) : words.noJobs;
}

function connectionText(entry: PortalBoardEntry): string {
  const { portal, address, addressVariable, hosts, pageMap, logins } = entry;
  const words = wordsNow(portalWords);
  if (address === null && !hasOwnServers(portal)) return words.noAddress(addressVariable);
  const access = logins ? words.logins(logins.saved, logins.refused) : words.noLogin;
  const reached = [
    address === null ? words.ownServers : words.address(address),
    ...(hosts.length > 0 ? [words.hosts(hosts.join(', '))] : []),
    access,
  ];
  return `${reached.join(', ')}. ${words.pageMap(pageMap.texts, pageMap.version)}`;
}

function probeText({ probe }: PortalBoardEntry): string {
  const words = wordsNow(portalWords);
  if (!probe) return words.notProbed;
  if (probe.outcome === 'ok') return words.probed(formatSince(probe.at), probe.tookMs);
  const failing = probe.outcome === 'PORTAL_DOWN' ? words.probeDown : words.probeChanged;
  return failing(formatSince(probe.since), saidNow(probe.message, probe.messageData));
}

/** What probes find behind the sign-in; empty for a portal where they need no login. */
function walkText({ behindSignIn }: PortalBoardEntry): string {
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

function PortalRow(props: { entry: PortalBoardEntry; onAct: () => void }) {
  const { entry, onAct } = props;
  const words = useWords(portalWords);
  const pageMap = useWords(pageMapWords);
  const checks = useWords(checkWords);
  const probeLogin = useWords(probeLoginWords);
  const action = actionOf(entry);
  const condition = conditionText(entry);
  const runningJobs = entry.jobs.running + entry.jobs.queued + entry.jobs.parked;
  return (
    <Flex
      as="li"
      py="3"
      gap="4"
      wrap="wrap"
      align="center"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <Stack gap="0.5" flex="1 1 16rem" minW="0">
        <Flex gap="2" align="center" wrap="wrap">
          <Text fontWeight="medium">{entry.label}</Text>
          <PortalStateTag state={entry.state} />
        </Flex>
        {condition ? (
          <Text textStyle="sm" overflowWrap="anywhere">
            {condition}
          </Text>
        ) : null}
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {connectionText(entry)} {entry.address === null ? '' : `${probeText(entry)} ${walkText(entry)}`}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          {jobsText(entry)}
          {words.services(entry.services.join(', '))}
        </Text>
      </Stack>
      <Flex gap="2" wrap="wrap">
        {runningJobs > 0 ? (
          <StopJobsButton stops={{ target: { portal: entry.portal }, name: entry.label }} size="sm" />
        ) : null}
        <RouteButton
          to={paths.systemPage('portals', { map: entry.portal })}
          size="sm"
          variant="ghost"
          aria-label={pageMap.openNamed(entry.label)}
        >
          {pageMap.open}
        </RouteButton>
        {entry.behindSignIn ? (
          <RouteButton
            to={paths.systemPage('portals', { probe: entry.portal })}
            size="sm"
            variant="ghost"
            aria-label={probeLogin.openNamed(entry.label)}
          >
            {probeLogin.open}
          </RouteButton>
        ) : null}
        <RouteButton
          to={paths.systemPage('portals', { checks: entry.portal })}
          size="sm"
          variant="ghost"
          aria-label={checks.openNamed(entry.label, entry.checks.checked, entry.checks.items)}
        >
          {checks.open(entry.checks.checked, entry.checks.items)}
        </RouteButton>
        <LimitsButton portal={entry.portal} label={entry.label} />
        <Button
          size="sm"
          variant="outline"
          colorPalette={action === 'pause' ? 'gray' : 'brand'}
          aria-label={`${words[action]}: ${entry.label}`}
          onClick={onAct}
        >
          {words[action]}
        </Button>
      </Flex>
    </Flex>
  );
}

function switchOf(entry: PortalBoardEntry): AdminAction {
  const words = wordsNow(portalWords);
  const action = actionOf(entry);
  const isPause = action === 'pause';
  return {
    title: `${words[action]} ${entry.label}`,
    effect: isPause ? words.pauseEffect : words.resumeEffect,
    confirmLabel: isPause ? words.pausePortal : words.resumePortal,
    needsReason: true,
    act: (reason) => changePortal(entry.portal, action, reason),
    success: isPause ? words.paused : words.resumed,
  };
}

/** The board, or the page map, the probe's login or the go-live list of the portal that the address names. */
export function PortalsPanel() {
  const [address] = useSearchParams();
  const mapped = address.get('map');
  const checked = address.get('checks');
  const probed = address.get('probe');
  if (mapped !== null) return <PageMapPanel portal={mapped} />;
  if (probed !== null) return <ProbeLoginPanel key={probed} portal={probed} />;
  if (checked !== null) return <ChecksPanel key={checked} portal={checked} />;
  return (
    <Stack gap="4">
      <Board />
      <BanksPanel />
    </Stack>
  );
}

function Board() {
  const words = useWords(portalWords);
  const client = useQueryClient();
  const board = useQuery(portalsQuery);
  const [openPortal, setOpenPortal] = useState<string | null>(null);
  const opened = board.data?.portals.find(({ portal }) => portal === openPortal);
  return (
    <Panel title={words.portals}>
      {board.isPending ? <LoadingLines lines={4} height="10" label={words.loading} /> : null}
      {board.isError && !board.data ? (
        <ErrorState title={words.failed} error={board.error} onRetry={() => void board.refetch()} />
      ) : null}
      {board.data?.browserUnsandboxedAt ? (
        <Notice tone="warning" title={words.unsandboxed(formatSince(board.data.browserUnsandboxedAt))}>
          {words.unsandboxedWhy}
        </Notice>
      ) : null}
      {board.data ? (
        <Box as="ul" listStyleType="none">
          {board.data.portals.map((entry) => (
            <PortalRow key={entry.portal} entry={entry} onAct={() => setOpenPortal(entry.portal)} />
          ))}
        </Box>
      ) : null}
      {opened ? (
        <ActionDialog
          action={switchOf(opened)}
          onDone={() => void client.invalidateQueries({ queryKey: portalsKey })}
          onClose={() => setOpenPortal(null)}
        />
      ) : null}
    </Panel>
  );
}
