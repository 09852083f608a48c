/** Requests a password-reset email; three seconds after success the dialog returns to sign-in. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type SubmitEvent } from 'react';
import { timings } from '#contracts/client-timings.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { forgotPassword } from './queries.ts';
import { authWords } from './words.ts';

export function ForgotPasswordForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}) {
  const { email, onEmail, onBack } = props;
  const words = useWords(authWords);
  const ask = useMutation({ mutationFn: forgotPassword });
  useEffect(() => {
    if (!ask.isSuccess) return undefined;
    const timer = setTimeout(onBack, timings.forgotPasswordCloseMs);
    return () => clearTimeout(timer);
  }, [ask.isSuccess, onBack]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(email.trim());
  };
  return (
    <Stack asChild gap="4">
      <form onSubmit={submit}>
        <Text textStyle="sm" color="fg.muted">
          {words.forgotHint}
        </Text>
        <TextField
          label={words.email}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={onEmail}
        />
        {ask.isSuccess ? <Notice tone="success">{messagesNow().forgotSuccess}</Notice> : null}
        {ask.isError ? <FailureNotice error={ask.error} networkMessage={messagesNow().authGeneric} /> : null}
        <Button
          type="submit"
          loading={ask.isPending}
          loadingText={words.sendResetLink}
          disabled={ask.isSuccess}
        >
          {words.sendResetLink}
        </Button>
        <Button variant="plain" size="xs" px="0" alignSelf="flex-start" onClick={onBack}>
          {words.backToSignIn}
        </Button>
      </form>
    </Stack>
  );
}
