/**
 * Renders the portal board: the state of each portal, the jobs that wait for it, and the button that pauses or resumes
 * it.
 */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { banksPortal } from '#contracts/portals/bank-places.ts';
import { formatSince } from '#web/lib/dates.ts';
import { usePortalName } from '#web/lib/portal-name.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PortalStateTag } from '#web/ui/portal-state-tag.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { BanksPanel } from './banks-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { actionOf, PlaceActions } from './place-actions.tsx';
import { conditionText, connectionText, jobsText, probesText, servicesText } from './place-texts.ts';
import { changePortal, portalsKey, portalsQuery, type PortalAction } from './queries.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { PageMapPanel } from './page-map-panel.tsx';
import { ProbeLoginPanel } from './probe-login-panel.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { portalWords } from './words.ts';
import type { AdminAction } from '#web/features/admin/action-dialog.tsx';

/** What was chosen for a portal as it was then: the board is read again while the question is open. */
type Asked = { entry: PortalBoardEntry; action: PortalAction };

function PortalRow(props: { entry: PortalBoardEntry; onAct: () => void }) {
  const { entry, onAct } = props;
  const words = useWords(portalWords);
  const condition = conditionText(entry);
  return (
    <ListRow py="3" gap="4" wrap="wrap">
      <Stack gap="0.5" flex="1 1 26rem" minW="0">
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
          {connectionText(entry)} {entry.address === null ? '' : probesText(entry, words.notOffered)}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          {jobsText(entry)}
          {servicesText(entry)}
        </Text>
      </Stack>
      <PlaceActions place={entry.portal} label={entry.label} kept={entry} hasPageMap onSwitch={onAct} />
    </ListRow>
  );
}

function switchOf({ entry, action }: Asked): AdminAction {
  const words = wordsNow(portalWords);
  const isPause = action === 'pause';
  return {
    title: isPause ? words.pauseNamed(entry.label) : words.resumeNamed(entry.label),
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

/** The desks of banks are in the list of banks, the first one among them. */
const isShown = ({ portal }: PortalBoardEntry): boolean => portal !== banksPortal;

const entriesIn = (
  board: readonly PortalBoardEntry[],
  nameOf: (label: string) => string,
): PortalBoardEntry[] => board.filter(isShown).map((entry) => ({ ...entry, label: nameOf(entry.label) }));

function Board() {
  const words = useWords(portalWords);
  const client = useQueryClient();
  const board = useQuery(portalsQuery);
  const nameOf = usePortalName();
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = board.data?.portals.find(({ portal }) => portal === asked?.entry.portal) ?? asked?.entry;
  return (
    <Panel title={words.portals}>
      {board.isPending ? <LoadingLines lines={4} height="10" label={words.loading} /> : null}
      <LoadFailure title={words.failed} query={board} />
      {board.data?.browserUnsandboxedAt ? (
        <Notice tone="warning" title={words.unsandboxed(formatSince(board.data.browserUnsandboxedAt))}>
          {words.unsandboxedWhy}
        </Notice>
      ) : null}
      {board.data ? (
        <Box as="ul" listStyleType="none">
          {entriesIn(board.data.portals, nameOf).map((entry) => (
            <PortalRow
              key={entry.portal}
              entry={entry}
              onAct={() => setAsked({ entry, action: actionOf(entry) })}
            />
          ))}
        </Box>
      ) : null}
      {asked && now ? (
        <SwitchDialog
          asked={asked.action}
          state={now.state}
          action={switchOf(asked)}
          onDone={() => void client.invalidateQueries({ queryKey: portalsKey })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Panel>
  );
}
