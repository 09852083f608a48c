/** Changes the password. Every rule of spec section 5 has its own message. */
import { Button, Stack } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { limits } from '#contracts/limits.ts';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { sessionsKey } from '#web/features/accounts/queries.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { changePassword } from './queries.ts';
import { isComplete, passwordProblem, problemWhileTyping, type PasswordDraft } from './rules.ts';
import { profileWords } from './words.ts';

/** Returns the server's message, or a generic one. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && !isNetworkError(error) ? errorText(error) : messagesNow().passwordChangeFailed;

function useChangePassword(onDone: () => void) {
  const user = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordDraft) =>
      changePassword(user.id, { currentPassword, newPassword }),
    onSuccess: () => {
      notify('success', messagesNow().passwordChanged);
      onDone();
      return client.invalidateQueries({ queryKey: sessionsKey });
    },
  });
}

export function ChangePasswordDialog(props: { onClose: () => void }) {
  const words = useWords(profileWords);
  const formId = useId();
  const [draft, setDraft] = useState<PasswordDraft>({
    currentPassword: '',
    newPassword: '',
    confirmation: '',
  });
  const change = useChangePassword(props.onClose);
  const [submitted, setSubmitted] = useState(false);
  const problem = submitted ? passwordProblem(draft) : problemWhileTyping(draft);
  const fields = [
    { name: 'currentPassword', label: words.currentPassword, autoComplete: 'current-password' },
    { name: 'newPassword', label: words.newPassword, autoComplete: 'new-password' },
    { name: 'confirmation', label: words.confirmPassword, autoComplete: 'new-password' },
  ] as const;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!passwordProblem(draft)) change.mutate(draft);
  };
  return (
    <Modal
      open
      onClose={props.onClose}
      title={words.changePassword}
      persistent
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={props.onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!isComplete(draft)}
            loading={change.isPending}
            loadingText={words.changePassword}
          >
            {words.changePassword}
          </Button>
        </>
      }
    >
      <Stack asChild gap="4">
        <form id={formId} onSubmit={submit} noValidate>
          {fields.map(({ name, label, autoComplete }) => (
            <PasswordField
              key={name}
              label={label}
              autoComplete={autoComplete}
              required
              maxLength={limits.passwordLengthMax}
              value={draft[name]}
              onChange={(value) => {
                setDraft({ ...draft, [name]: value });
                setSubmitted(false);
                change.reset();
              }}
              error={problem?.field === name ? problem.message : undefined}
              {...(name === 'newPassword' ? { hint: words.atLeast(limits.passwordLengthMin) } : {})}
            />
          ))}
          {isComplete(draft) || problem ? null : <Notice tone="info">{words.fillFirst}</Notice>}
          {change.isError ? (
            <Notice tone="error" smallPrint={requestIdText(change.error)}>
              {failureText(change.error)}
            </Notice>
          ) : null}
        </form>
      </Stack>
    </Modal>
  );
}
