/** Signs in with a passkey. The browser offers the passkeys it holds, so no email address is needed. */
import { Button, Stack } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { messagesNow } from '#web/lib/messages.ts';
import { hasPasskeys, passkeyFailure } from '#web/lib/passkeys.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { unverifiedEmail } from './failures.ts';
import { loginWithPasskey } from './queries.ts';
import { useSignIn } from './use-sign-in.ts';
import { VerificationNeeded } from './verification-needed.tsx';
import { authWords } from './words.ts';

function Failure(props: { error: unknown }) {
  const { error } = props;
  const words = useWords(authWords);
  const failure = passkeyFailure(error);
  if (failure === 'given up') return <Notice tone="info">{words.passkeyGivenUp}</Notice>;
  if (failure) return <Notice tone="error">{words.passkeyNotPossible}</Notice>;
  const unverified = unverifiedEmail(error, '');
  return (
    <>
      <FailureNotice error={error} networkMessage={messagesNow().loginNetwork} />
      {unverified ? <VerificationNeeded email={unverified} /> : null}
    </>
  );
}

export function PasskeySignIn(props: { onSignedIn: () => void }) {
  const words = useWords(authWords);
  const signIn = useSignIn(loginWithPasskey, props.onSignedIn);
  if (!hasPasskeys()) return null;
  return (
    <Stack gap="4">
      <Button
        variant="outline"
        colorPalette="gray"
        loading={signIn.isPending}
        loadingText={words.passkeySignIn}
        disabled={signIn.isSuccess}
        onClick={() => signIn.mutate()}
      >
        <KeyRound size={16} aria-hidden />
        {words.passkeySignIn}
      </Button>
      {signIn.isError ? <Failure error={signIn.error} /> : null}
      {signIn.isSuccess ? <Notice tone="success">{words.signedIn}</Notice> : null}
    </Stack>
  );
}
