/** A new password with the link from the mail (spec section 2, "Reset-password page"). */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { clientMessages, errorCatalogue } from '#contracts/errors.ts';
import { limits, timings } from '#contracts/limits.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { RouteButton } from '../../ui/route-link.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { AuthPageFrame } from './auth-page-frame.tsx';
import { authFailure } from './failures.ts';
import { resetPassword } from './queries.ts';

function passwordProblem(password: string, confirmation: string): string | null {
  if (password !== confirmation) return clientMessages.passwordsDiffer;
  return password.length < limits.passwordLengthMin ? clientMessages.passwordTooShort : null;
}

function Done() {
  const navigate = useNavigate();
  const left = useCountdown(timings.resetRedirectMs / 1_000, true);
  useEffect(() => {
    if (left === 0) void navigate(paths.home);
  }, [left, navigate]);
  return (
    <Notice tone="success" title="Your password is changed.">
      <Text>Sign in with the new one. We take you to the start page in {left} s.</Text>
    </Notice>
  );
}

function ResetForm(props: { token: string; onDone: () => void }) {
  const { token, onDone } = props;
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: onDone });
  const failed = reset.isError ? authFailure(reset.error, clientMessages.authGeneric) : null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = passwordProblem(password, confirmation);
    setProblem(found);
    if (found) reset.reset();
    else reset.mutate({ token, newPassword: password });
  };
  return (
    <Stack asChild gap="4">
      <form onSubmit={submit}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          hint={`At least ${limits.passwordLengthMin} characters`}
          maxLength={limits.passwordLengthMax}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={setConfirmation}
          maxLength={limits.passwordLengthMax}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        {failed ? (
          <Notice tone="error" smallPrint={failed.smallPrint}>
            {failed.message}
          </Notice>
        ) : null}
        <Button type="submit" loading={reset.isPending} loadingText="Reset Password">
          Reset Password
        </Button>
      </form>
    </Stack>
  );
}

export function ResetPasswordPage() {
  usePageTitle('Reset your password');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [done, setDone] = useState(false);
  return (
    <AuthPageFrame title="Reset your password">
      {token === '' ? <Notice tone="error">{errorCatalogue.INVALID_RESET_TOKEN.message}</Notice> : null}
      {token !== '' && !done ? <ResetForm token={token} onDone={() => setDone(true)} /> : null}
      {done ? <Done /> : null}
      <RouteButton to={paths.home} variant="outline" colorPalette="gray" alignSelf="flex-start" size="sm">
        Back to Home
      </RouteButton>
    </AuthPageFrame>
  );
}
