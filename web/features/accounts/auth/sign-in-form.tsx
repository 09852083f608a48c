/**
 * Renders the sign-in form. For an unverified address it shows the panel that sends a new email (spec section 8,
 * "Auth").
 */
import { Button, Flex, Stack } from '@chakra-ui/react';
import { useState, type SubmitEvent } from 'react';
import { messagesNow } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { codeFailure, unverifiedEmail } from './failures.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { login } from './queries.ts';
import { useSignIn } from './use-sign-in.ts';
import { VerificationNeeded } from './verification-needed.tsx';
import { authWords } from './words.ts';

const codeLengthMax = 60;

type SignInFormProps = {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: () => void;
  onForgot: () => void;
  onSignUp: () => void;
};

export function SignInForm(props: SignInFormProps) {
  const { email, onEmail, onSignedIn, onForgot, onSignUp } = props;
  const words = useWords(authWords);
  const [hasEmail] = useState(email !== '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const signIn = useSignIn(login, onSignedIn, (error) => codeFailure(error) && setCode(''));
  const isRefused = signIn.isError && codeFailure(signIn.error) !== 'missing';
  const unverified = signIn.isError ? unverifiedEmail(signIn.error, email) : null;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password, ...(code ? { code } : {}) });
  };

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit}>
        <TextField
          label={words.email}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={onEmail}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          // The dialog puts the focus on what is left to type.
          {...(hasEmail ? { 'data-autofocus': true } : {})}
          required
          value={password}
          onChange={setPassword}
        />
        {code === null ? null : (
          <TextField
            label={words.code}
            hint={words.codeHint}
            autoComplete="one-time-code"
            autoFocus
            required
            maxLength={codeLengthMax}
            value={code}
            onChange={setCode}
          />
        )}
        {isRefused ? (
          <FailureNotice error={signIn.error} networkMessage={messagesNow().loginNetwork} />
        ) : null}
        {unverified ? <VerificationNeeded email={unverified} /> : null}
        {signIn.isSuccess ? <Notice tone="success">{words.signedIn}</Notice> : null}
        <Button
          type="submit"
          loading={signIn.isPending}
          loadingText={words.signIn}
          disabled={signIn.isSuccess}
        >
          {words.signIn}
        </Button>
        <PasskeySignIn onSignedIn={onSignedIn} />
        <Flex justify="space-between" wrap="wrap" gap="2">
          <Button variant="plain" size="xs" px="0" onClick={onForgot}>
            {words.forgot}
          </Button>
          <Button variant="plain" size="xs" px="0" onClick={onSignUp}>
            {words.newHere}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}
