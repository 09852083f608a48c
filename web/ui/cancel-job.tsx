/** Cancels a running job, after asking. */
import { Button, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobProgress } from '#contracts/jobs.ts';
import { ConfirmDialog } from './modal.tsx';
import { errorText, requestIdText } from './states.tsx';
import { notify } from './notify.ts';

export function CancelJob(props: {
  job: JobProgress;
  cancel: (jobId: string) => Promise<{ message: string }>;
  onCancelled: () => void;
}) {
  const { job, cancel, onCancelled } = props;
  const [asking, setAsking] = useState(false);
  const request = useMutation({
    mutationFn: () => cancel(job.jobId),
    onSuccess: ({ message }) => notify('info', message),
    onError: (error) => notify('error', errorText(error), requestIdText(error)),
    onSettled: () => {
      setAsking(false);
      onCancelled();
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-label={`Cancel job: ${job.serviceName}, ${job.fileName}`}
        onClick={() => setAsking(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this job?"
        confirmLabel="Cancel Job"
        cancelLabel="Keep Running"
        destructive
        pending={request.isPending}
        onConfirm={() => request.mutate()}
        onCancel={() => setAsking(false)}
      >
        <Text textStyle="sm">
          Rows already worked keep their results and cost their credits. The rest is not worked, and its
          credits come back to you.
        </Text>
      </ConfirmDialog>
    </>
  );
}
