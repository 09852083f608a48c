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
import { ErrorState, errorText, LoadingLines, requestIdText } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changePortal, portalsKey, portalsQuery, type PortalAction } from './portal-queries.ts';

const reasonLengthMin = 3;
const reasonLengthMax = 300;

const actionOf = ({ state }: PortalBoardEntry): PortalAction => (state === 'paused' ? 'resume' : 'pause');

function conditionText({ state, since, detail, pausedBy }: PortalBoardEntry): string {
  if (state === 'up' || since === null) return '';
  const when = formatSince(since);
  if (state === 'paused') return `By ${pausedBy ?? 'Chalan'} since ${when}: ${detail}`;
  return state === 'down' ? `Down since ${when}: ${detail}` : `Last fault at ${when}: ${detail}`;
}

function jobsText({ jobs }: PortalBoardEntry): string {
  const parts = [
    jobs.running > 0 ? `${jobs.running} running` : '',
    jobs.queued > 0 ? `${jobs.queued} queued` : '',
    jobs.parked > 0 ? `${jobs.parked} waiting for the portal or a person` : '',
  ].filter((text) => text !== '');
  return parts.length > 0 ? `Jobs: ${parts.join(', ')}.` : 'No jobs.';
}

function PortalRow(props: { entry: PortalBoardEntry; onAct: () => void }) {
  const { entry, onAct } = props;
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
          {jobsText(entry)} Services: {entry.services.join(', ')}.
        </Text>
      </Stack>
      <Button
        size="sm"
        variant="outline"
        colorPalette={action === 'pause' ? 'gray' : 'brand'}
        aria-label={`${action === 'pause' ? 'Pause' : 'Resume'}: ${entry.label}`}
        onClick={onAct}
      >
        {action === 'pause' ? 'Pause' : 'Resume'}
      </Button>
    </Flex>
  );
}

const words: Record<PortalAction, { title: string; confirm: string; effect: string }> = {
  pause: {
    title: 'Pause',
    confirm: 'Pause Portal',
    effect:
      'No job is let in any more. Running jobs stop behind the row they work on and wait; their credits stay reserved and nothing is lost.',
  },
  resume: {
    title: 'Resume',
    confirm: 'Resume Portal',
    effect: 'Waiting jobs go on by themselves, in the order in which they came.',
  },
};

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
  const { title, confirm, effect } = words[action];
  return (
    <Modal
      open
      onClose={onClose}
      title={`${title} ${entry.label}`}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Go Back
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
        <Text textStyle="sm">{effect}</Text>
        <TextField
          label="Reason"
          value={reason}
          onChange={setReason}
          maxLength={reasonLengthMax}
          autoComplete="off"
          hint="Administrators read it; customers do not."
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
  const portals = useQuery(portalsQuery);
  const [openPortal, setOpenPortal] = useState<string | null>(null);
  const opened = portals.data?.find(({ portal }) => portal === openPortal);
  return (
    <Panel title="Portals">
      {portals.isPending ? <LoadingLines lines={4} height="10" label="Loading portals" /> : null}
      {portals.isError && !portals.data ? (
        <ErrorState
          title="The portals could not be loaded."
          error={portals.error}
          onRetry={() => void portals.refetch()}
        />
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
