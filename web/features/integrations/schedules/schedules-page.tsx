/** Lists the tracking services that run every day: their time, their file and the result of the last run. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import { formatDateTime, formatRelative } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useSaid } from '#web/lib/said.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { notify } from '#web/ui/notify.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { EmptyState, requestIdText } from '#web/ui/states.tsx';
import { WholeList } from '#web/ui/whole-list.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { SystemsFrame } from '#web/features/integrations/api-access/systems-frame.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { changeSchedule, schedulesQuery } from './queries.ts';
import { ListedRunPrice } from './run-price.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { scheduleWords } from './words.ts';

function timesText({ time, nextRunAt, lastRunAt }: ScheduleView): string {
  const words = wordsNow(scheduleWords);
  return [
    words.daily(localDigits(time)),
    ...(nextRunAt ? [words.next(formatDateTime(nextRunAt))] : []),
    lastRunAt ? words.last(formatRelative(lastRunAt)) : words.neverRun,
  ].join(' · ');
}

type RowProps = { schedule: ScheduleView; pending: boolean; onSwitch: () => void; onChange: () => void };

function ScheduleRow(props: RowProps) {
  const { schedule, pending, onSwitch, onChange } = props;
  const words = useWords(scheduleWords);
  const said = useSaid();
  const { name, serviceId, fileName, enabled, lastJobId, lastFailure } = schedule;
  const button = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;
  return (
    <ListRow gap="3" py="3" wrap="wrap">
      <Box flex="1 1 20rem" minW="0">
        <Flex gap="2" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          {enabled ? (
            <StatusTag tone="brand" icon={CirclePlay} label={words.on} />
          ) : (
            <StatusTag tone="gray" icon={CirclePause} label={words.paused} />
          )}
        </Flex>
        <Text textStyle="sm" overflowWrap="anywhere">
          {serviceName(serviceId, schedule.serviceName)} · {fileName}
        </Text>
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {timesText(schedule)}
        </Text>
        <ListedRunPrice scheduleId={schedule.id} />
        {lastFailure ? (
          <Text textStyle="xs" color="fg.error" overflowWrap="anywhere">
            {words.notStarted(said(lastFailure, schedule.lastFailureData))}
          </Text>
        ) : null}
      </Box>
      <Flex gap="2" wrap="wrap">
        {lastJobId ? (
          <RouteButton {...button} to={paths.job(lastJobId)} aria-label={words.lastJobNamed(name)}>
            {words.lastJob}
          </RouteButton>
        ) : null}
        <Button
          {...button}
          loading={pending}
          loadingText={enabled ? words.pause : words.resume}
          aria-label={enabled ? words.pauseNamed(name) : words.resumeNamed(name)}
          onClick={onSwitch}
        >
          {enabled ? words.pause : words.resume}
        </Button>
        <Button {...button} aria-label={words.changeNamed(name)} onClick={onChange}>
          {words.change}
        </Button>
      </Flex>
    </ListRow>
  );
}

function useSwitch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, enabled }: ScheduleView) => changeSchedule(id, { enabled: !enabled }),
    onSuccess: ({ schedule }) => {
      const { resumedNow, pausedNow } = wordsNow(scheduleWords);
      notify('success', schedule.enabled ? resumedNow : pausedNow);
    },
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: schedulesQuery.queryKey }),
  });
}

export function SchedulesPage() {
  const words = useWords(scheduleWords);
  const schedules = useQuery(schedulesQuery);
  const [opened, setOpened] = useState<'new' | ScheduleView | null>(null);
  const pausing = useSwitch();
  const close = () => setOpened(null);
  return (
    <SystemsFrame place="schedules">
      <Panel
        title={words.title}
        actions={
          <Button size="sm" onClick={() => setOpened('new')}>
            {words.add}
          </Button>
        }
      >
        <Text textStyle="sm" color="fg.muted" pb="1" maxW="3xl">
          {words.text}
        </Text>
        <WholeList
          list={schedules}
          loading={{ label: words.loading, lines: 2, height: '16' }}
          failed={words.failed}
          empty={
            <EmptyState icon={CalendarClock} title={words.none}>
              {words.noneText}
            </EmptyState>
          }
        >
          {(schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              pending={pausing.isPending && pausing.variables.id === schedule.id}
              onSwitch={() => pausing.mutate(schedule)}
              onChange={() => setOpened(schedule)}
            />
          )}
        </WholeList>
        {opened === 'new' ? <ScheduleDialog onClose={close} /> : null}
        {opened && opened !== 'new' ? <ChangeDialog schedule={opened} onClose={close} /> : null}
      </Panel>
    </SystemsFrame>
  );
}
