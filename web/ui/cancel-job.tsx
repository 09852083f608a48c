/** Cancels a running job after a confirmation. */
import { Button, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { ConfirmDialog } from './modal.tsx';
import { requestIdText } from './states.tsx';
import type { Message } from '#contracts/messages/message.ts';
import { saidNow } from '#web/lib/said.ts';
import { serviceName } from '#web/lib/services.ts';
import { errorText } from '#web/lib/messages.ts';
import { notify } from './notify.ts';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function CancelJob(props: {
  job: JobProgress;
  cancel: (jobId: string) => Promise<{ message: string; messageData: Message }>;
  onCancelled: () => void;
}) {
  const { job, cancel, onCancelled } = props;
  const words = useWords(uiWords);
  const [asking, setAsking] = useState(false);
  const request = useMutation({
    mutationFn: () => cancel(job.jobId),
    onSuccess: ({ message, messageData }) => notify('info', saidNow(message, messageData)),
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
        aria-label={words.cancelNamed(`${serviceName(job.serviceId, job.serviceName)}, ${job.fileName}`)}
        onClick={() => setAsking(true)}
      >
        {words.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.cancelThis}
        confirmLabel={words.cancelJob}
        cancelLabel={words.keepRunning}
        destructive
        pending={request.isPending}
        onConfirm={() => request.mutate()}
        onCancel={() => setAsking(false)}
      >
        <Text textStyle="sm">{words.cancelEffect}</Text>
      </ConfirmDialog>
    </>
  );
}
