/** Returns some or all of the credits that a job used to its customer. */
import { Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminJobDetail } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { formatDecimals, localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { notifyAnswer } from '#web/features/admin/approvals/queries.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { refundCreditsIn } from './rules.ts';
import { refundJob } from './queries.ts';
import { adminJobWords } from './words.ts';

export function RefundDialog(props: { job: AdminJobDetail; onDone: () => void; onClose: () => void }) {
  const { job, onDone, onClose } = props;
  const words = useWords(adminJobWords);
  const left = formatDecimals(job.creditsRefundable);
  const [amount, setAmount] = useState(localDigits(job.creditsRefundable.toFixed(2)));
  const [reason, setReason] = useState('');
  const credits = refundCreditsIn(amount, job.creditsRefundable);
  const refund = useMutation({
    mutationFn: (credits: number) => refundJob({ jobId: job.jobId, credits, reason: reason.trim() }),
    onSuccess: (answer) => {
      notifyAnswer(answer);
      onClose();
    },
    // A refund whose answer was lost may have been made.
    onSettled: onDone,
  });
  const isValid = credits !== null && isReason(reason);
  return (
    <FormDialog
      title={words.refundTitle}
      submitLabel={words.refund}
      waitsFor={isValid ? null : words.refundInvalid(left)}
      pending={refund.isPending}
      error={refund.error}
      onSubmit={() => credits !== null && refund.mutate(credits)}
      onClose={onClose}
    >
      <Text textStyle="sm">{words.refundEffect(left)}</Text>
      <TextField
        label={words.refundAmount}
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        autoComplete="off"
      />
      <ReasonField
        label={words.refundReason}
        value={reason}
        onChange={setReason}
        hint={words.refundReasonHint}
      />
    </FormDialog>
  );
}
