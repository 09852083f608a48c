/** Changes a schedule's name and time, or deletes it. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeScheduleBody } from '#contracts/integrations/schedules.ts';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import { saidNow } from '#web/lib/said.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { changeSchedule, removeSchedule, schedulesQuery } from './queries.ts';
import { NameAndTime } from './schedule-dialog.tsx';
import { scheduleWords } from './words.ts';

type NameAndTimeOf = Pick<ScheduleView, 'name' | 'time'>;

/** Returns what was changed here. The rest may have been changed elsewhere since the dialog was opened. */
const changesOf = (before: NameAndTimeOf, now: NameAndTimeOf): ChangeScheduleBody => ({
  ...(now.name === before.name ? {} : { name: now.name }),
  ...(now.time === before.time ? {} : { time: now.time }),
});

export function ChangeDialog(props: { schedule: ScheduleView; onClose: () => void }) {
  const { schedule, onClose } = props;
  const words = useWords(scheduleWords);
  const client = useQueryClient();
  const [name, setName] = useState(schedule.name);
  const [time, setTime] = useState(schedule.time);
  const [asking, setAsking] = useState(false);
  const done = (text: string) => {
    notify('success', text);
    onClose();
  };
  const onSettled = () => client.invalidateQueries({ queryKey: schedulesQuery.queryKey });
  const save = useMutation({
    mutationFn: () => changeSchedule(schedule.id, changesOf(schedule, { name: name.trim(), time })),
    onSuccess: () => done(wordsNow(scheduleWords).saved),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => removeSchedule(schedule.id),
    onSuccess: ({ message, messageData }) => done(saidNow(message, messageData)),
    onSettled,
  });
  if (asking)
    return (
      <ConfirmDialog
        open
        title={words.removeTitle(schedule.name)}
        confirmLabel={words.remove}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      >
        <Stack gap="3">
          <Text>{words.removeText}</Text>
          {remove.isError ? <Notice tone="error" title={errorText(remove.error)} /> : null}
        </Stack>
      </ConfirmDialog>
    );
  return (
    <FormDialog
      title={words.changeTitle}
      submitLabel={words.save}
      waitsFor={stillNeeded(name.trim() === '' && words.name, time === '' && words.time)}
      pending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      aside={
        <Button variant="outline" colorPalette="failure" me="auto" onClick={() => setAsking(true)}>
          {words.remove}
        </Button>
      }
    >
      <NameAndTime name={name} time={time} onName={setName} onTime={setTime} />
    </FormDialog>
  );
}
