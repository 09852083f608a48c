/** Sends the verification email again and shows the result. */
import { Button, Stack } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '#web/ui/notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { resendVerification } from './queries.ts';

export function ResendVerification(props: {
  email: string;
  label: string;
  successMessage: string;
  failureMessage: string;
}) {
  const { email, label, successMessage, failureMessage } = props;
  const resend = useMutation({ mutationFn: () => resendVerification(email) });
  return (
    <Stack gap="3" align="flex-start" w="full">
      <Button
        size="sm"
        variant="outline"
        loading={resend.isPending}
        loadingText={label}
        onClick={() => resend.mutate()}
      >
        {label}
      </Button>
      {resend.isSuccess ? <Notice tone="success">{successMessage}</Notice> : null}
      {resend.isError ? <FailureNotice error={resend.error} networkMessage={failureMessage} /> : null}
    </Stack>
  );
}
