/** The portal board: how each portal does, what waits for it, and the switch that pauses and resumes it. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalBoardEntry } from '#contracts/portals.ts';
import { formatSince } from '../../lib/dates.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/notify.ts';
import { Panel } from '../../ui/panel.tsx';
import { PortalStateTag } from '../../ui/portal-state-tag.tsx';
import { ErrorState, LoadingLines, requestIdText } from '../../ui/states.tsx';
import { errorText } from '../../lib/messages.ts';
import { TextField } from '../../ui/text-field.tsx';
import { changePortal, portalsKey, portalsQuery, type PortalAction } from './portal-queries.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { portalWords } from './portal-words.ts';

const reasonLengthMin = 3;
const reasonLengthMax = 300;

const actionOf = ({ state }: PortalBoardEntry): PortalAction => (state === 'paused' ? 'resume' : 'pause');

function conditionText({ state, since, detail, pausedBy }: PortalBoardEntry): string {
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

function PortalRow(props: { entry: PortalBoardEntry; onAct: () => void }) {
  const { entry, onAct } = props;
  const words = useWords(portalWords);
  const action = actionOf(entry);
  const condition = conditionText(entry);
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
        <Text textStyle="sm" color="fg.muted">
          {jobsText(entry)}
          {words.services(entry.services.join(', '))}
        </Text>
      </Stack>
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
  );
}

function ActionDialog(props: { entry: PortalBoardEntry; onClose: () => void }) {
  const { entry, onClose } = props;
  const client = useQueryClient();
  const action = actionOf(entry);
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: () => changePortal(entry.portal, action, reason.trim()),
    onSuccess: ({ message }) => {
      notify('success', message);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: portalsKey }),
  });
  const words = useWords(portalWords);
  const confirm = action === 'pause' ? words.pausePortal : words.resumePortal;
  return (
    <Modal
      open
      onClose={onClose}
      title={`${words[action]} ${entry.label}`}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {words.goBack}
          </Button>
          <Button
            loading={change.isPending}
            loadingText={confirm}
            disabled={reason.trim().length < reasonLengthMin}
            onClick={() => change.mutate()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text textStyle="sm">{action === 'pause' ? words.pauseEffect : words.resumeEffect}</Text>
        <TextField
          label={words.reason}
          value={reason}
          onChange={setReason}
          maxLength={reasonLengthMax}
          autoComplete="off"
          hint={words.reasonHint}
          required
        />
        {change.isError ? (
          <Notice tone="error" title={errorText(change.error)} smallPrint={requestIdText(change.error)} />
        ) : null}
      </Stack>
    </Modal>
  );
}

export function PortalsPanel() {
  const words = useWords(portalWords);
  const portals = useQuery(portalsQuery);
  const [openPortal, setOpenPortal] = useState<string | null>(null);
  const opened = portals.data?.find(({ portal }) => portal === openPortal);
  return (
    <Panel title={words.portals}>
      {portals.isPending ? <LoadingLines lines={4} height="10" label={words.loading} /> : null}
      {portals.isError && !portals.data ? (
        <ErrorState title={words.failed} error={portals.error} onRetry={() => void portals.refetch()} />
      ) : null}
      {portals.data ? (
        <Box as="ul" listStyleType="none">
          {portals.data.map((entry) => (
            <PortalRow key={entry.portal} entry={entry} onAct={() => setOpenPortal(entry.portal)} />
          ))}
        </Box>
      ) : null}
      {opened ? <ActionDialog entry={opened} onClose={() => setOpenPortal(null)} /> : null}
    </Panel>
  );
}
