/** Returns credits that a job used to its customer, in whole or in part. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminJobDetail } from '#contracts/admin-jobs.ts';
import { errorText } from '../../lib/messages.ts';
import { formatDecimals } from '../../lib/numbers.ts';
import { useWords } from '../../lib/words.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/notify.ts';
import { requestIdText } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { reasonLengthMax, reasonLengthMin } from './action-dialog.tsx';
import { refundCreditsIn } from './jobs-rules.ts';
import { refundJob } from './jobs-queries.ts';
import { adminJobWords } from './jobs-words.ts';

export function RefundDialog(props: { job: AdminJobDetail; onDone: () => void; onClose: () => void }) {
  const { job, onDone, onClose } = props;
  const words = useWords(adminJobWords);
  const left = formatDecimals(job.creditsRefundable);
  const [amount, setAmount] = useState(job.creditsRefundable.toFixed(2));
  const [reason, setReason] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const credits = refundCreditsIn(amount, job.creditsRefundable);
  const refund = useMutation({
    mutationFn: (wish: number) => refundJob({ jobId: job.jobId, credits: wish, reason: reason.trim(), key }),
    onSuccess: ({ message }) => {
      notify('success', message);
      onDone();
      onClose();
    },
  });
  const isValid = credits !== null && reason.trim().length >= reasonLengthMin;
  return (
    <Modal
      open
      onClose={onClose}
      title={words.refundTitle}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {words.goBack}
          </Button>
          <Button
            loading={refund.isPending}
            loadingText={words.refund}
            disabled={!isValid}
            onClick={() => credits !== null && refund.mutate(credits)}
          >
            {words.refund}
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <Text textStyle="sm">{words.refundEffect(left)}</Text>
        <TextField
          label={words.refundAmount}
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          label={words.refundReason}
          value={reason}
          onChange={setReason}
          maxLength={reasonLengthMax}
          autoComplete="off"
          hint={words.refundReasonHint}
          required
        />
        {isValid ? null : (
          <Text textStyle="sm" color="fg.muted">
            {words.refundInvalid(left)}
          </Text>
        )}
        {refund.isError ? (
          <Notice tone="error" title={errorText(refund.error)} smallPrint={requestIdText(refund.error)} />
        ) : null}
      </Stack>
    </Modal>
  );
}
