/** Asks for a reset mail; three seconds after success it goes back to sign-in. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type SubmitEvent } from 'react';
import { clientMessages } from '#contracts/errors.ts';
import { timings } from '#contracts/limits.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { authFailure } from './failures.ts';
import { forgotPassword } from './queries.ts';

export function ForgotPasswordForm(props: {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}) {
  const { email, onEmail, onBack } = props;
  const ask = useMutation({ mutationFn: forgotPassword });
  const failed = ask.isError ? authFailure(ask.error, clientMessages.authGeneric) : null;
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
          Enter your email address; we send you a link to choose a new password.
        </Text>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={onEmail}
        />
        {ask.isSuccess ? <Notice tone="success">{clientMessages.forgotSuccess}</Notice> : null}
        {failed ? (
          <Notice tone="error" smallPrint={failed.smallPrint}>
            {failed.message}
          </Notice>
        ) : null}
        <Button type="submit" loading={ask.isPending} loadingText="Send Reset Link" disabled={ask.isSuccess}>
          Send Reset Link
        </Button>
        <Button variant="plain" size="xs" px="0" alignSelf="flex-start" onClick={onBack}>
          Back to sign in
        </Button>
      </form>
    </Stack>
  );
}
