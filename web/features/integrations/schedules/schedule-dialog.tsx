/** Creates a schedule: the service, its rows and the time. */
import { Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scheduleNameMax } from '#contracts/integrations/schedules.ts';
import type { ScheduleView } from '#contracts/calls/integrations-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { findService, serviceName } from '#web/lib/services.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { ChoiceFilter } from '#web/ui/choice-filter.tsx';
import { fileProblem } from '#web/ui/file-drop.tsx';
import { FileSlot } from '#web/ui/file-slot.tsx';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { LoadingLines } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import {
  createSchedule,
  pastJobsQuery,
  schedulableServices,
  schedulesQuery,
  sourcePriceQuery,
  type ScheduleSource,
} from './queries.ts';
import { NewRunPrice } from './run-price.tsx';
import { scheduleWords } from './words.ts';

type Kind = 'file' | 'job';
type Draft = { name: string; time: string; kind: Kind; serviceId: string; file: File | null; jobId: string };

function sourceOf({ kind, serviceId, file, jobId }: Draft): ScheduleSource | null {
  if (kind === 'job') return jobId === '' ? null : { jobId };
  return file && { serviceId, file };
}

type PartProps = { draft: Draft; change: (part: Partial<Draft>) => void };

function FileSource({ draft, change }: PartProps) {
  const words = useWords(scheduleWords);
  const [problem, setProblem] = useState<string | null>(null);
  const extensions = findService(draft.serviceId)?.acceptedExtensions ?? [];
  const take = (file: File) => {
    const found = fileProblem(file, extensions);
    setProblem(found);
    if (!found)
      change({ file, name: draft.name || file.name.replace(/\.[a-z]+$/i, '').slice(0, scheduleNameMax) });
  };
  return (
    <>
      <SelectField
        label={words.service}
        choices={schedulableServices.map(({ id, name }) => ({ value: id, label: serviceName(id, name) }))}
        value={draft.serviceId}
        onChange={(serviceId) => change({ serviceId })}
      />
      <FileSlot
        label={words.dropFile}
        name={draft.file?.name ?? null}
        extensions={extensions}
        disabledReason={undefined}
        onFile={take}
        onClear={() => change({ file: null })}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}

function JobSource({ draft, change }: PartProps) {
  const words = useWords(scheduleWords);
  const user = useUser();
  const jobs = useQuery(pastJobsQuery(user.id));
  if (jobs.isPending) return <LoadingLines lines={1} label={words.pastJobsLoading} />;
  if (!jobs.data || jobs.data.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        {jobs.isError ? errorText(jobs.error) : words.noPastJobs}
      </Text>
    );
  const choices = jobs.data.map(({ id, fileName, serviceId, serviceName: sent, createdAt }) => ({
    value: id,
    label: words.pastJobText(fileName, serviceName(serviceId, sent), formatDateTime(createdAt)),
  }));
  return (
    <SelectField
      label={words.pastJob}
      choices={[{ value: '', label: '–' }, ...choices]}
      value={draft.jobId}
      onChange={(jobId) => change({ jobId })}
    />
  );
}

export function ScheduleDialog(props: { onClose: () => void }) {
  const { onClose } = props;
  const words = useWords(scheduleWords);
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    name: '',
    time: '08:00',
    kind: 'file',
    serviceId: schedulableServices[0]?.id ?? '',
    file: null,
    jobId: '',
  });
  const source = sourceOf(draft);
  const price = useQuery(sourcePriceQuery(source));
  const create = useMutation({
    mutationFn: (chosen: ScheduleSource) =>
      createSchedule({ name: draft.name.trim(), time: draft.time, source: chosen }),
    onSuccess: ({ rows, credits }) => {
      notify('success', wordsNow(scheduleWords).created(rows, creditsText(credits)));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: schedulesQuery.queryKey }),
  });
  const missing = stillNeeded(
    source === null && words.sources[draft.kind],
    draft.name.trim() === '' && words.name,
    draft.time === '' && words.time,
  );
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    create.reset();
  };
  return (
    <FormDialog
      title={words.addTitle}
      submitLabel={words.create}
      waitsFor={missing ?? (price.data ? null : price.isError ? words.priceFailed : words.pricing)}
      pending={create.isPending}
      error={create.error}
      onSubmit={() => source && create.mutate(source)}
      onClose={onClose}
    >
      <ChoiceFilter
        label={words.source}
        choices={[
          { value: 'file', label: words.sources.file },
          { value: 'job', label: words.sources.job },
        ]}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'file' ? (
        <FileSource draft={draft} change={change} />
      ) : (
        <JobSource draft={draft} change={change} />
      )}
      <NewRunPrice price={price} />
      <NameAndTime
        name={draft.name}
        time={draft.time}
        onName={(name) => change({ name })}
        onTime={(time) => change({ time })}
      />
    </FormDialog>
  );
}

type Named = Pick<ScheduleView, 'name' | 'time'>;

export function NameAndTime(
  props: Named & { onName: (name: string) => void; onTime: (time: string) => void },
) {
  const { name, time, onName, onTime } = props;
  const words = useWords(scheduleWords);
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onChange={onName}
        maxLength={scheduleNameMax}
        autoComplete="off"
        required
      />
      <TextField label={words.time} type="time" value={time} onChange={onTime} required maxW="40" />
    </>
  );
}
