/** Sign in; an unverified address gets its panel with a new mail (spec section 8, "Auth"). */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { clientMessages } from '#contracts/errors.ts';
import { timings } from '#contracts/limits.ts';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { authFailure, unverifiedEmail } from './failures.ts';
import { login, meQuery } from './queries.ts';
import { ResendVerification } from './resend-verification.tsx';

type SignInFormProps = {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: () => void;
  onForgot: () => void;
  onSignUp: () => void;
};

function VerificationNeeded(props: { email: string }) {
  return (
    <Notice tone="warning" title="Email verification needed">
      <Stack gap="2" align="flex-start">
        <Text>
          We sent a verification link to <b>{props.email}</b>. Open it, then sign in here.
        </Text>
        <ResendVerification
          email={props.email}
          label="Resend verification email"
          successMessage={clientMessages.resendSuccess}
          failureMessage={clientMessages.resendFailure}
        />
      </Stack>
    </Notice>
  );
}

/** Takes the new session over, and closes half a second later so that the change can be seen. */
function useSignIn(onSignedIn: () => void) {
  const client = useQueryClient();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  return useMutation({
    mutationFn: login,
    onSuccess: ({ user }) => {
      client.setQueryData(meQuery.queryKey, user);
      void client.invalidateQueries();
      closeTimer.current = setTimeout(onSignedIn, timings.signInCloseMs);
    },
  });
}

export function SignInForm(props: SignInFormProps) {
  const { email, onEmail, onSignedIn, onForgot, onSignUp } = props;
  const [password, setPassword] = useState('');
  const signIn = useSignIn(onSignedIn);
  const failed = signIn.isError ? authFailure(signIn.error, clientMessages.loginNetwork) : null;
  const unverified = signIn.isError ? unverifiedEmail(signIn.error, email) : null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password });
  };

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={onEmail}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        {failed ? (
          <Notice tone="error" smallPrint={failed.smallPrint}>
            {failed.message}
          </Notice>
        ) : null}
        {unverified ? <VerificationNeeded email={unverified} /> : null}
        {signIn.isSuccess ? <Notice tone="success">Signed in. Welcome back.</Notice> : null}
        <Button type="submit" loading={signIn.isPending} loadingText="Sign In" disabled={signIn.isSuccess}>
          Sign In
        </Button>
        <Flex justify="space-between" wrap="wrap" gap="2">
          <Button variant="plain" size="xs" px="0" onClick={onForgot}>
            Forgot password?
          </Button>
          <Button variant="plain" size="xs" px="0" onClick={onSignUp}>
            New here? Create an account
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}
