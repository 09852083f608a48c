/** Renders the sign-in and sign-up dialog with its forgot-password view (spec section 2). */
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { closeSignIn, useSignInRequest, type SignInRequest } from '#web/lib/sign-in-request.ts';
import { useWords } from '#web/lib/words.ts';
import { prefetchPage } from '#web/pages.ts';
import { paths } from '#web/paths.ts';
import { Modal } from '#web/ui/modal.tsx';
import { authWords } from './words.ts';
import { Button, Stack } from '@chakra-ui/react';
import { Notice } from '#web/ui/notice.tsx';
import { useMe } from './queries.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { forgetSignUp, SignUpForm } from './sign-up-form.tsx';
import { useSignInElsewhere } from './use-sign-in.ts';

const titles = {
  'sign-in': 'signInTitle',
  'sign-up': 'signUpTitle',
  forgot: 'resetTitle',
} as const;

type AuthView = 'sign-in' | 'sign-up' | 'forgot';

/** Renders the view that is open: sign in, sign up, forgot password. */
function AuthForms(props: {
  view: AuthView;
  onView: (view: AuthView) => void;
  notice: string | undefined;
  /** Of whose session has ended; otherwise empty. */
  knownEmail: string;
  onSignedIn: () => void;
}) {
  const { view, onView, notice, knownEmail, onSignedIn } = props;
  // The email address is kept when the view changes; everything else starts empty (spec section 2).
  const [email, setEmail] = useState(knownEmail);
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

/** Where to go after signing in. From the home page nothing else was meant, unless the request says what follows. */
function nextPlace(
  { returnTo, sessionEnded, onSignedIn }: SignInRequest,
  pathname: string,
): string | undefined {
  if (returnTo !== undefined || sessionEnded || onSignedIn) return returnTo;
  return pathname === paths.home ? paths.dashboard() : undefined;
}

function OpenDialog(props: { request: SignInRequest }) {
  const { mode, notice, sessionEnded, onSignedIn: carryOn } = props.request;
  const words = useWords(authWords);
  const me = useMe().data;
  const [view, setView] = useState<AuthView>(mode);
  const navigate = useNavigate();
  const next = nextPlace(props.request, useLocation().pathname);
  useEffect(() => {
    if (next) prefetchPage(next);
  }, [next]);
  const close = useCallback(() => {
    if (view === 'sign-up') forgetSignUp();
    closeSignIn();
  }, [view]);
  const leaveDialog = useCallback(() => {
    close();
    if (next) void navigate(next);
  }, [close, navigate, next]);
  const onSignedIn = useCallback(() => {
    leaveDialog();
    carryOn?.();
  }, [leaveDialog, carryOn]);
  // What was interrupted, such as a payment, does not go on in a tab that nobody is looking at.
  useSignInElsewhere(leaveDialog);
  /** A new document, because the page still shows account data. */
  const leavePage = () => {
    close();
    window.location.assign(paths.home);
  };
  return (
    <Modal
      open
      onClose={close}
      title={words[titles[view]]}
      locked={sessionEnded === true}
      footer={
        sessionEnded ? (
          <Button variant="ghost" size="sm" colorPalette="gray" onClick={leavePage}>
            {words.leavePage}
          </Button>
        ) : null
      }
    >
      <AuthForms
        view={view}
        onView={setView}
        notice={sessionEnded ? words.sessionEnded : notice}
        knownEmail={sessionEnded && me ? me.email : ''}
        onSignedIn={onSignedIn}
      />
    </Modal>
  );
}

export function SignInDialog() {
  const request = useSignInRequest();
  return request ? <OpenDialog request={request} /> : null;
}
