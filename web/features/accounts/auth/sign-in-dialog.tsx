/** Renders the sign-in and sign-up dialog with its forgot-password view (spec section 2). */
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { closeSignIn, useSignInRequest, type SignInRequest } from '#web/lib/sign-in-request.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Modal } from '#web/ui/modal.tsx';
import { AuthForms, type AuthView } from './auth-forms.tsx';
import { authWords } from './words.ts';

const titles = {
  'sign-in': 'signInTitle',
  'sign-up': 'signUpTitle',
  forgot: 'resetTitle',
} as const;

function OpenDialog(props: { request: SignInRequest }) {
  const { mode, notice, returnTo, sessionEnded, onSignedIn: carryOn } = props.request;
  const words = useWords(authWords);
  const [view, setView] = useState<AuthView>(mode);
  const navigate = useNavigate();
  const onSignedIn = useCallback(() => {
    closeSignIn();
    if (returnTo) void navigate(returnTo);
    carryOn?.();
  }, [navigate, returnTo, carryOn]);
  const close = () => {
    closeSignIn();
    if (sessionEnded) window.location.assign(paths.home);
  };
  return (
    <Modal open onClose={close} title={words[titles[view]]}>
      <AuthForms
        view={view}
        onView={setView}
        notice={sessionEnded ? words.sessionEnded : notice}
        onSignedIn={onSignedIn}
      />
    </Modal>
  );
}

export function SignInDialog() {
  const request = useSignInRequest();
  return request ? <OpenDialog request={request} /> : null;
}
