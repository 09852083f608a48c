/** Asks an administrator to confirm an action: its effect, a reason where one is required, and any error. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { WaitsFor } from '#web/ui/still-needed.tsx';
import { notifyDone } from './approvals/queries.ts';
import { ReasonField } from './reason-field.tsx';
import { adminWords } from './words.ts';

export type AdminAction = {
  title: string;
  effect: string;
  confirmLabel: string;
  destructive?: boolean;
  needsReason?: boolean;
  /** Set where people other than administrators read the reason. */
  reasonHint?: string;
  act: (reason: string) => Promise<unknown>;
  /** Null where the action reports its own result. */
  success: string | null;
  /** Precedes the server's message. */
  failurePrefix?: string;
};

export function ActionDialog(props: { action: AdminAction; onDone: () => void; onClose: () => void }) {
  const { action, onDone, onClose } = props;
  const { title, effect, confirmLabel, destructive = false, needsReason = false } = action;
  const words = useWords(adminWords);
  const [formId, reasonId] = [useId(), useId()];
  const [reason, setReason] = useState('');
  const isReady = !needsReason || isReason(reason);
  const request = useMutation({
    mutationFn: () => action.act(reason.trim()),
    onSuccess: (answer) => {
      notifyDone(answer, action.success);
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      role="alertdialog"
      busy={request.isPending}
      footer={
        <>
          {needsReason ? <WaitsFor id={reasonId} text={isReady ? null : words.reasonNeeded} /> : null}
          <Button variant="outline" colorPalette="gray" onClick={onClose} disabled={request.isPending}>
            {words.goBack}
          </Button>
          <Button
            type="submit"
            form={formId}
            colorPalette={destructive ? 'failure' : 'brand'}
            loading={request.isPending}
            loadingText={confirmLabel}
            disabled={!isReady}
            aria-describedby={isReady ? undefined : reasonId}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <FieldsForm id={formId} onSubmit={() => request.mutate()}>
        <Stack gap="3">
          <Text textStyle="sm">{effect}</Text>
          {needsReason ? (
            <ReasonField value={reason} onChange={setReason} hint={action.reasonHint ?? words.reasonHint} />
          ) : null}
          {request.isError ? (
            <Notice
              tone="error"
              title={`${action.failurePrefix ?? ''}${errorText(request.error)}`}
              smallPrint={requestIdText(request.error)}
            />
          ) : null}
        </Stack>
      </FieldsForm>
    </Modal>
  );
}
