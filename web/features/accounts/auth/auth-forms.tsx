/** Renders the views of the sign-in dialog: sign in, sign up, forgot password. */
import { Stack } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AuthView = 'sign-in' | 'sign-up' | 'forgot';

export function AuthForms(props: {
  view: AuthView;
  onView: (view: AuthView) => void;
  notice: string | undefined;
  onSignedIn: () => void;
}) {
  const { view, onView, notice, onSignedIn } = props;
  // The email address is kept when the view changes; everything else starts empty (spec section 2).
  const [email, setEmail] = useState('');
  const backToSignIn = useCallback(() => onView('sign-in'), [onView]);
  return (
    <Stack gap="4">
      {notice && view === 'sign-in' ? <Notice tone="info">{notice}</Notice> : null}
      {view === 'sign-in' ? (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onSignedIn={onSignedIn}
          onForgot={() => onView('forgot')}
          onSignUp={() => onView('sign-up')}
        />
      ) : null}
      {view === 'sign-up' ? <SignUpForm onSignIn={() => onView('sign-in')} /> : null}
      {view === 'forgot' ? (
        <ForgotPasswordForm email={email} onEmail={setEmail} onBack={backToSignIn} />
      ) : null}
    </Stack>
  );
}
