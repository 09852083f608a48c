/** Sign up: name, company, mobile, email, password; then the mail has to be confirmed (spec section 4). */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { clientMessages } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { useStoredState } from '../../lib/use-stored-state.ts';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { authFailure } from './failures.ts';
import { register } from './queries.ts';
import { ResendVerification } from './resend-verification.tsx';

type Typed = { name: string; company: string; mobile: string; email: string };
const empty: Typed = { name: '', company: '', mobile: '', email: '' };

function CheckYourMail(props: { email: string; message: string; onSignIn: () => void }) {
  const { email, message, onSignIn } = props;
  return (
    <Stack gap="4" align="flex-start" aria-live="polite">
      <MailCheck size={20} aria-hidden />
      <Text>{message}</Text>
      <Text textStyle="sm" color="fg.muted">
        We sent a link to <b>{email}</b>. Open it within 24 hours to verify your address, then sign in.
      </Text>
      <ResendVerification
        email={email}
        label="Resend verification email"
        successMessage={clientMessages.resendSuccess}
        failureMessage={clientMessages.resendFailure}
      />
      <Button size="sm" onClick={onSignIn}>
        Go to sign in
      </Button>
    </Stack>
  );
}

export function SignUpForm(props: { onSignIn: () => void }) {
  const { onSignIn } = props;
  const [typed, setTyped] = useStoredState('chalan-sign-up', empty);
  const [password, setPassword] = useState('');
  const signUp = useMutation({ mutationFn: register, onSuccess: () => setTyped(empty) });
  const failed = signUp.isError ? authFailure(signUp.error, clientMessages.registrationNetwork) : null;
  const tooShort = password.length > 0 && password.length < limits.passwordLengthMin;

  if (signUp.isSuccess) {
    return <CheckYourMail email={signUp.variables.email} message={signUp.data.message} onSignIn={onSignIn} />;
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!tooShort) signUp.mutate({ ...typed, email: typed.email.trim(), password });
  };
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    required: true,
  });

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit}>
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <TextField label="Company" autoComplete="organization" {...field('company')} />
        <TextField
          label="Mobile"
          type="tel"
          autoComplete="tel"
          placeholder="+880 1712 345678"
          {...field('mobile')}
        />
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          hint={`At least ${limits.passwordLengthMin} characters`}
          error={tooShort && signUp.isError ? clientMessages.passwordTooShort : undefined}
          minLength={limits.passwordLengthMin}
          maxLength={limits.passwordLengthMax}
        />
        {failed ? (
          <Notice tone="error" smallPrint={failed.smallPrint}>
            {failed.message}
          </Notice>
        ) : null}
        <Button type="submit" loading={signUp.isPending} loadingText="Create Account">
          Create Account
        </Button>
        <Button variant="plain" size="xs" px="0" alignSelf="flex-start" onClick={onSignIn}>
          Have an account? Sign in
        </Button>
      </form>
    </Stack>
  );
}
