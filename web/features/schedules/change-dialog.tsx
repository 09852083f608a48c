/** A schedule's name and time, and the way to delete it. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import type { ScheduleView } from '#contracts/schedules.ts';
import { errorText } from '../../lib/messages.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ConfirmDialog, Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/notify.ts';
import { requestIdText } from '../../ui/states.tsx';
import { changeSchedule, removeSchedule, schedulesQuery } from './queries.ts';
import { NameAndTime } from './schedule-dialog.tsx';
import { scheduleWords } from './words.ts';

export function ChangeDialog(props: { schedule: ScheduleView; onClose: () => void }) {
  const { schedule, onClose } = props;
  const words = useWords(scheduleWords);
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(schedule.name);
  const [time, setTime] = useState(schedule.time);
  const [asking, setAsking] = useState(false);
  const after = (message: 'saved' | 'removed') => ({
    onSuccess: () => {
      notify('success', wordsNow(scheduleWords)[message]);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: schedulesQuery.queryKey }),
  });
  const save = useMutation({
    mutationFn: () => changeSchedule(schedule.id, { name: name.trim(), time, enabled: schedule.enabled }),
    ...after('saved'),
  });
  const remove = useMutation({ mutationFn: () => removeSchedule(schedule.id), ...after('removed') });
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={words.changeTitle}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="failure" me="auto" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {words.goBack}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={name.trim() === '' || time === ''}
            loading={save.isPending}
            loadingText={words.save}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="4">
          <NameAndTime name={name} time={time} onName={setName} onTime={setTime} />
          {save.isError ? (
            <Notice tone="error" title={errorText(save.error)} smallPrint={requestIdText(save.error)} />
          ) : null}
        </Stack>
      </form>
    </Modal>
  );
}
