/** Sets a new password through the link in the email (spec section 2, "Reset-password page"). */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { timings } from '#contracts/client-timings.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError } from '#web/lib/client.ts';
import { messagesNow, refusalText } from '#web/lib/messages.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { useCountdown } from '#web/lib/use-countdown.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { AuthPageFrame } from './auth-page-frame.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { resetPassword } from './queries.ts';
import { resetWords } from './reset-words.ts';
import { authWords } from './words.ts';

function passwordProblem(password: string, confirmation: string): string | null {
  const { passwordsDiffer, passwordTooShort } = messagesNow();
  if (password !== confirmation) return passwordsDiffer;
  return password.length < limits.passwordLengthMin ? passwordTooShort : null;
}

function Done() {
  const words = useWords(authWords);
  const navigate = useNavigate();
  const left = useCountdown(timings.resetRedirectMs / 1_000, true);
  useEffect(() => {
    if (left === 0) void navigate(paths.home);
  }, [left, navigate]);
  return (
    <Notice tone="success" title={words.passwordChanged}>
      <Text>{words.passwordChangedText(left)}</Text>
    </Notice>
  );
}

/** Opens the dialog that sends a new link. */
function NewLink() {
  const words = useWords(resetWords);
  return (
    <Button alignSelf="flex-start" onClick={() => requestSignIn({ mode: 'forgot' })}>
      {words.newLink}
    </Button>
  );
}

const isUsedUp = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'INVALID_RESET_TOKEN';

function ResetForm(props: { token: string; onDone: () => void }) {
  const { token, onDone } = props;
  const words = useWords(authWords);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: onDone });

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
          label={words.newPassword}
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          hint={words.atLeast(limits.passwordLengthMin)}
          maxLength={limits.passwordLengthMax}
        />
        <PasswordField
          label={words.confirmPassword}
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={setConfirmation}
          maxLength={limits.passwordLengthMax}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        {reset.isError ? (
          <FailureNotice error={reset.error} networkMessage={messagesNow().authGeneric} />
        ) : null}
        {isUsedUp(reset.error) ? <NewLink /> : null}
        <Button
          type="submit"
          variant={isUsedUp(reset.error) ? 'outline' : 'solid'}
          loading={reset.isPending}
          loadingText={words.resetPassword}
        >
          {words.resetPassword}
        </Button>
      </form>
    </Stack>
  );
}

export function ResetPasswordPage() {
  const words = useWords(authWords);
  usePageTitle(words.resetTitle);
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [done, setDone] = useState(false);
  return (
    <AuthPageFrame title={words.resetTitle}>
      {token === '' ? (
        <>
          <Notice tone="error">{refusalText('INVALID_RESET_TOKEN')}</Notice>
          <NewLink />
        </>
      ) : null}
      {token !== '' && !done ? <ResetForm token={token} onDone={() => setDone(true)} /> : null}
      {done ? <Done /> : null}
      <RouteButton to={paths.home} variant="outline" colorPalette="gray" alignSelf="flex-start" size="sm">
        {words.backToHome}
      </RouteButton>
    </AuthPageFrame>
  );
}
