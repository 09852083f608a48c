/** Renders the sign-up form. The customer must then verify the email address (spec section 4). */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { limits } from '#contracts/limits.ts';
import { messagesNow } from '#web/lib/messages.ts';
import { forgetStored, useStoredState } from '#web/lib/use-stored-state.ts';
import { useWords } from '#web/lib/words.ts';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { register } from './queries.ts';
import { ResendVerification } from './resend-verification.tsx';
import { SentenceWithAddress } from './sentence-with-address.tsx';
import { authWords } from './words.ts';

type Typed = { name: string; company: string; mobile: string; email: string };
/** An example in ASCII digits, which the form accepts in both languages. */
const mobileExample = '+880 1712 345678';

const empty: Typed = { name: '', company: '', mobile: '', email: '' };
const storageKey = 'chalan-sign-up';

/** Forgets what was typed, because the next person at this computer must not find it. */
export const forgetSignUp = (): void => forgetStored(storageKey);

function CheckYourMail(props: { email: string; onSignIn: () => void }) {
  const { email, onSignIn } = props;
  const words = useWords(authWords);
  const top = useRef<HTMLDivElement>(null);
  // On a phone the button stands far below the place where the answer begins.
  useEffect(() => top.current?.scrollIntoView({ block: 'center', behavior: 'instant' }), []);
  return (
    <Stack ref={top} gap="4" align="flex-start" aria-live="polite">
      <MailCheck size={20} aria-hidden />
      <Text>{words.registered}</Text>
      <Text textStyle="sm" color="fg.muted">
        <SentenceWithAddress text={words.openLinkThenSignIn(email)} email={email} />
      </Text>
      <ResendVerification
        email={email}
        label={words.resend}
        successMessage={messagesNow().resendSuccess}
        failureMessage={messagesNow().resendFailure}
      />
      <Button size="sm" onClick={onSignIn}>
        {words.goToSignIn}
      </Button>
    </Stack>
  );
}

export function SignUpForm(props: { onSignIn: () => void }) {
  const { onSignIn } = props;
  const words = useWords(authWords);
  const [typed, setTyped] = useStoredState(storageKey, empty);
  const [password, setPassword] = useState('');
  const signUp = useMutation({ mutationFn: register, onSuccess: () => setTyped(empty) });
  const tooShort = password.length > 0 && password.length < limits.passwordLengthMin;

  if (signUp.isSuccess) {
    return <CheckYourMail email={signUp.variables.email} onSignIn={onSignIn} />;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!tooShort) signUp.mutate({ ...typed, email: typed.email.trim(), password });
  };
  const goToSignIn = () => {
    setTyped(empty);
    setPassword('');
    signUp.reset();
    onSignIn();
  };
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    required: true,
  });

  return (
    <Stack asChild gap="4">
      {/* Sent without the script, a password must not become part of an address. */}
      <form method="post" onSubmit={submit}>
        <TextField
          label={words.name}
          autoComplete="name"
          maxLength={limits.nameCharactersMax}
          {...field('name')}
        />
        <TextField
          label={words.company}
          autoComplete="organization"
          maxLength={limits.nameCharactersMax}
          {...field('company')}
        />
        <TextField
          label={words.mobile}
          type="tel"
          autoComplete="tel"
          placeholder={mobileExample}
          maxLength={limits.mobileCharactersMax}
          {...field('mobile')}
        />
        <TextField label={words.email} type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          hint={words.atLeast(limits.passwordLengthMin)}
          error={tooShort && signUp.isError ? messagesNow().passwordTooShort : undefined}
          minLength={limits.passwordLengthMin}
          maxLength={limits.passwordLengthMax}
        />
        {signUp.isError ? (
          <FailureNotice error={signUp.error} networkMessage={messagesNow().registrationNetwork} />
        ) : null}
        <Button type="submit" loading={signUp.isPending} loadingText={words.createAccount}>
          {words.createAccount}
        </Button>
        <Button variant="plain" size="xs" px="0" alignSelf="flex-start" onClick={goToSignIn}>
          {words.haveAccount}
        </Button>
      </form>
    </Stack>
  );
}
