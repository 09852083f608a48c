/** Confirms an address with the link from the mail (spec section 2, "Verify-email page"). */
import { Button, Flex, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { clientMessages } from '#contracts/errors.ts';
import { timings } from '#contracts/limits.ts';
import { ApiError, isNetworkError } from '../../api/client.ts';
import { requestSignIn } from '../../lib/sign-in-request.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { RouteButton } from '../../ui/route-link.tsx';
import { LoadingLines } from '../../ui/states.tsx';
import { AuthPageFrame } from './auth-page-frame.tsx';
import { meQuery, useMe, verifyEmail } from './queries.ts';
import { ResendVerification } from './resend-verification.tsx';

function failureText(error: unknown): string {
  return error instanceof ApiError && !isNetworkError(error) ? error.message : clientMessages.verifyNetwork;
}

function emailIn(error: unknown): string | null {
  const email = error instanceof ApiError ? error.details['email'] : null;
  return typeof email === 'string' ? email : null;
}

function Verified(props: { email: string | null }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const left = useCountdown(timings.verifyCountdownS, true);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  }, [client]);
  useEffect(() => {
    if (left === 0) void navigate(paths.home);
  }, [left, navigate]);
  return (
    <>
      <Notice tone="success" title="Your email address is verified.">
        <Text>
          {props.email ? `${props.email} is confirmed. ` : ''}You can sign in now. We take you to the start
          page in {left} s.
        </Text>
      </Notice>
      <RouteButton to={paths.home} alignSelf="flex-start">
        Go to Home
      </RouteButton>
    </>
  );
}

function Resend(props: { email: string | null }) {
  if (!props.email) return <Notice tone="warning">{clientMessages.verifyNoEmail}</Notice>;
  return (
    <ResendVerification
      email={props.email}
      label="Resend verification email"
      successMessage={clientMessages.verifyResendSuccess}
      failureMessage={clientMessages.verifyResendFailure}
    />
  );
}

function Failed(props: { message: string; email: string | null }) {
  const { message, email } = props;
  const navigate = useNavigate();
  const expired = message.toLowerCase().includes('expired');
  const registerAgain = async () => {
    await navigate(paths.home);
    requestSignIn({ mode: 'sign-up' });
  };
  return (
    <>
      <Notice tone="error" title={expired ? 'Verification Link Expired' : 'Verification failed'}>
        <Text>{message}</Text>
      </Notice>
      {expired && !message.includes('24 hours') ? (
        <Text textStyle="sm" color="fg.muted">
          Verification links are valid for 24 hours.
        </Text>
      ) : null}
      {expired || email ? <Resend email={email} /> : null}
      <Flex gap="3" wrap="wrap">
        <RouteButton to={paths.home} size="sm">
          Go to Home
        </RouteButton>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => void registerAgain()}>
          Try Registering Again
        </Button>
      </Flex>
    </>
  );
}

/** Someone signed in whose address is not confirmed yet, sent here by the route guard. */
function WaitingForLink(props: { email: string }) {
  return (
    <>
      <Text>
        We sent a verification link to <b>{props.email}</b>. Open it within 24 hours, and your dashboard opens
        for you.
      </Text>
      <Resend email={props.email} />
    </>
  );
}

function Outcome(props: { token: string }) {
  // A query, not a mutation: the link is used once however often the page renders.
  const check = useQuery({
    queryKey: ['verify-email', props.token],
    queryFn: () => verifyEmail(props.token),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const me = useMe();
  if (check.isPending) {
    return (
      <>
        <Text as="output">Verifying your email address…</Text>
        <LoadingLines lines={2} />
      </>
    );
  }
  if (check.isError) {
    return (
      <Failed message={failureText(check.error)} email={emailIn(check.error) ?? me.data?.email ?? null} />
    );
  }
  return <Verified email={check.data.email ?? check.data.user?.email ?? null} />;
}

export function VerifyEmailPage() {
  usePageTitle('Verify your email');
  const [query] = useSearchParams();
  const token = query.get('token');
  const me = useMe();
  const waiting = me.data && !me.data.emailVerified ? me.data.email : null;
  return (
    <AuthPageFrame title="Verify your email">
      {token ? <Outcome token={token} /> : null}
      {!token && waiting ? <WaitingForLink email={waiting} /> : null}
      {!token && !waiting ? <Failed message={clientMessages.verifyNoToken} email={null} /> : null}
    </AuthPageFrame>
  );
}
