/** Verifies an email address through the link in the email (spec section 2, "Verify-email page"). */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { timings } from '#contracts/client-timings.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { useCountdown } from '#web/lib/use-countdown.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RouteButton } from '#web/ui/route-link.tsx';
import { LoadingLines } from '#web/ui/states.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { AuthPageFrame } from './auth-page-frame.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { meQuery, useMe, verifyEmail } from './queries.ts';
import { ResendVerification } from './resend-verification.tsx';
import { SentenceWithAddress } from './sentence-with-address.tsx';
import { authWords } from './words.ts';

/**
 * `error` is null for a page without a link. The server's English message decides whether the link has expired,
 * whatever the language.
 */
function failureOf(error: unknown): { said: string; message: string } {
  const { verifyNoToken, verifyNetwork } = messagesNow();
  if (error === null) return { said: '', message: verifyNoToken };
  if (!(error instanceof ApiError) || isNetworkError(error)) return { said: '', message: verifyNetwork };
  return { said: error.message, message: errorText(error) };
}

function emailIn(error: unknown): string | null {
  const email = error instanceof ApiError ? error.details['email'] : null;
  return typeof email === 'string' ? email : null;
}

type VerifiedProps = { email: string | null; signedIn: boolean };

/** After the countdown, whoever the link has signed in goes on to the dashboard, everybody else to the home page. */
function Verified({ email, signedIn }: VerifiedProps) {
  const words = useWords(authWords);
  const navigate = useNavigate();
  const client = useQueryClient();
  const left = useCountdown(timings.verifyCountdownS, true);
  const next = signedIn ? paths.dashboard() : paths.home;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    if (signedIn) tellOtherTabs(null);
  }, [client, signedIn]);
  useEffect(() => {
    if (left === 0) void navigate(next);
  }, [left, navigate, next]);
  return (
    <>
      <Notice tone="success" title={words.verified}>
        <Text>
          {email ? `${words.confirmed(email)} ` : ''}
          {signedIn ? words.signedInText(left) : words.verifiedText(left)}
        </Text>
      </Notice>
      <RouteButton to={next} alignSelf="flex-start">
        {signedIn ? words.goToDashboard : words.goToHome}
      </RouteButton>
    </>
  );
}

function Resend(props: { email: string | null }) {
  const words = useWords(authWords);
  const { verifyNoEmail, verifyResendSuccess, verifyResendFailure } = messagesNow();
  if (!props.email) return <Notice tone="warning">{verifyNoEmail}</Notice>;
  return (
    <ResendVerification
      email={props.email}
      label={words.resend}
      successMessage={verifyResendSuccess}
      failureMessage={verifyResendFailure}
    />
  );
}

function Failed(props: { error: unknown; email: string | null }) {
  const { error, email } = props;
  const words = useWords(authWords);
  const navigate = useNavigate();
  const { said, message } = failureOf(error);
  const expired = said.toLowerCase().includes('expired');
  const registerAgain = async () => {
    await navigate(paths.home);
    requestSignIn({ mode: 'sign-up' });
  };
  return (
    <>
      <Notice tone="error" title={expired ? words.linkExpired : words.verificationFailed}>
        <Text>{message}</Text>
      </Notice>
      {expired && !said.includes('24 hours') ? (
        <Text textStyle="sm" color="fg.muted">
          {words.linksLast}
        </Text>
      ) : null}
      {expired || email ? <Resend email={email} /> : null}
      <Flex gap="3" wrap="wrap">
        <RouteButton to={paths.home} size="sm">
          {words.goToHome}
        </RouteButton>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => void registerAgain()}>
          {words.registerAgain}
        </Button>
        <RouteButton
          to={paths.contact({ subject: 'technical' })}
          size="sm"
          variant="outline"
          colorPalette="gray"
        >
          {words.contactSupport}
        </RouteButton>
      </Flex>
    </>
  );
}

const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REGISTRATION_PASSWORD_NEEDED';

/** Asks which registration is the visitor's, because the address was registered with several passwords. */
function Contested(props: { token: string; error: unknown }) {
  const { token, error } = props;
  const words = useWords(authWords);
  const [password, setPassword] = useState('');
  const check = useMutation({ mutationFn: verifyEmail });
  if (check.isSuccess) return <Verified email={check.data.email ?? null} signedIn={check.data.signedIn} />;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check.mutate({ token, password });
  };
  return (
    <>
      <Stack asChild gap="4">
        <form onSubmit={submit}>
          {check.isError ? (
            <FailureNotice error={check.error} networkMessage={messagesNow().verifyNetwork} />
          ) : (
            <Notice tone="warning">{failureOf(error).message}</Notice>
          )}
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
            maxLength={limits.passwordLengthMax}
          />
          <Button type="submit" loading={check.isPending} loadingText={words.verifyAddress}>
            {words.verifyAddress}
          </Button>
        </form>
      </Stack>
      <RouteButton to={paths.home} size="sm" alignSelf="flex-start">
        {words.goToHome}
      </RouteButton>
    </>
  );
}

/** Shown to a signed-in customer whose address is not verified and whom the route guard sent here. */
function WaitingForLink(props: { email: string }) {
  const { email } = props;
  const words = useWords(authWords);
  return (
    <>
      <Text>
        <SentenceWithAddress text={words.waitingForLink(email)} email={email} />
      </Text>
      <Resend email={email} />
    </>
  );
}

function Outcome(props: { token: string }) {
  const words = useWords(authWords);
  // This is a query and not a mutation, so that the link is used once however often the page renders.
  const check = useQuery({
    queryKey: ['verify-email', props.token],
    queryFn: () => verifyEmail({ token: props.token }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const me = useMe();
  if (check.isPending) {
    return (
      <>
        <Text as="output">{words.verifying}</Text>
        <LoadingLines lines={2} />
      </>
    );
  }
  if (check.isError && needsPassword(check.error))
    return <Contested token={props.token} error={check.error} />;
  if (check.isError) {
    return <Failed error={check.error} email={emailIn(check.error) ?? me.data?.email ?? null} />;
  }
  const { email, user, signedIn } = check.data;
  return <Verified email={email ?? user?.email ?? null} signedIn={signedIn} />;
}

export function VerifyEmailPage() {
  const words = useWords(authWords);
  usePageTitle(words.verifyTitle);
  const [query] = useSearchParams();
  const token = query.get('token');
  const me = useMe();
  const waiting = me.data && !me.data.emailVerified ? me.data.email : null;
  return (
    <AuthPageFrame title={words.verifyTitle}>
      {token ? <Outcome token={token} /> : null}
      {!token && waiting ? <WaitingForLink email={waiting} /> : null}
      {!token && !waiting ? <Failed error={null} email={null} /> : null}
    </AuthPageFrame>
  );
}
