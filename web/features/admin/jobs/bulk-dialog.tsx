/** Runs all jobs that match the filters again. They are counted first, and exactly the counted ones run. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminJobsFilter } from '#contracts/jobs/admin-jobs.ts';
import type { BulkRetryCount } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { formatDuration } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { LoadFailure, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { WaitsFor } from '#web/ui/still-needed.tsx';
import { adminWords } from '#web/features/admin/words.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { bulkWords } from './bulk-words.ts';
import { bulkRetriesQuery, countBulkRetry, startBulkRetry } from './queries.ts';

const minuteMs = 60_000;

export function BulkRetryButton(props: { filter: AdminJobsFilter }) {
  const words = useWords(bulkWords);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden /> {words.open}
      </Button>
      {open ? <BulkRetryDialog filter={props.filter} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Counted({ count }: { count: BulkRetryCount }) {
  const words = useWords(bulkWords);
  if (count.id === null) {
    return (
      <Notice tone="info" title={words.none}>
        {words.noneHint}
      </Notice>
    );
  }
  const { jobs, rows, credits, isMore, jobsPerMinute } = count;
  const duration = formatDuration((jobs / jobsPerMinute) * minuteMs);
  return (
    <Stack gap="1.5" textStyle="sm">
      <Text fontWeight="medium">{words.counted(jobs, rows, formatDecimals(credits))}</Text>
      {isMore ? <Text>{words.isMore(jobs)}</Text> : null}
      <Text>{words.exactly}</Text>
      <Text color="fg.muted">{words.pace(jobsPerMinute, duration)}</Text>
    </Stack>
  );
}

function BulkRetryDialog(props: { filter: AdminJobsFilter; onClose: () => void }) {
  const { filter, onClose } = props;
  const words = useWords(bulkWords);
  const client = useQueryClient();
  const { reasonNeeded } = useWords(adminWords);
  const [formId, reasonId] = [useId(), useId()];
  const [reason, setReason] = useState('');
  // Counted once, when the dialog opens, so that exactly the jobs shown are started.
  const [opened] = useState(() => crypto.randomUUID());
  const count = useQuery({
    queryKey: ['admin', 'bulk-retry-count', opened],
    queryFn: () => countBulkRetry(filter),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const start = useMutation({
    mutationFn: (id: string) => startBulkRetry(id, reason.trim()),
    onSuccess: ({ bulkRetry }) => {
      client.setQueryData(bulkRetriesQuery.queryKey, (known) => [
        bulkRetry,
        ...(known ?? []).filter(({ id }) => id !== bulkRetry.id),
      ]);
      notify('success', words.begun);
      onClose();
    },
  });
  const id = count.data?.id ?? null;
  return (
    <Modal
      open
      onClose={onClose}
      title={words.title}
      persistent
      footer={
        <>
          {id === null ? null : <WaitsFor id={reasonId} text={isReason(reason) ? null : reasonNeeded} />}
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {words.goBack}
          </Button>
          {count.data && id !== null ? (
            <Button
              type="submit"
              form={formId}
              loading={start.isPending}
              loadingText={words.confirm(count.data.jobs)}
              disabled={!isReason(reason)}
              aria-describedby={reasonId}
            >
              {words.confirm(count.data.jobs)}
            </Button>
          ) : null}
        </>
      }
    >
      <Stack gap="3">
        {count.isPending ? <LoadingLines lines={2} height="6" label={words.counting} /> : null}
        <LoadFailure title={words.countFailed} query={count} />
        {count.data ? <Counted count={count.data} /> : null}
        {id === null ? null : (
          <FieldsForm id={formId} onSubmit={() => start.mutate(id)}>
            <ReasonField value={reason} onChange={setReason} hint={words.reasonHint} />
          </FieldsForm>
        )}
        {start.isError ? (
          <Notice tone="error" title={errorText(start.error)} smallPrint={requestIdText(start.error)} />
        ) : null}
      </Stack>
    </Modal>
  );
}
