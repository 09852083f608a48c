/** Admits signed-in users with a verified email address (spec section 2, "Route guard"). */
import { Box, Center, Container, Spinner } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { isKeptToSecurity, useMe } from '#web/features/accounts/auth/queries.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { paths } from '#web/paths.ts';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { appWords } from './words.ts';

export function PageSkeleton() {
  const words = useWords(appWords);
  const long = useDelayed(true);
  return (
    <Container maxW="7xl" py="6">
      {long ? (
        <LoadingLines lines={4} height="24" label={words.loadingPage} />
      ) : (
        <Center h="24">
          <Spinner color="brand.solid" aria-label={words.loading} />
        </Center>
      )}
    </Container>
  );
}

function SignedOut(props: { from: string }) {
  const { from } = props;
  useEffect(
    () => requestSignIn({ mode: 'sign-in', notice: wordsNow(appWords).signInFirst, returnTo: from }),
    [from],
  );
  return <Navigate to={paths.home} replace />;
}

export function RouteGuard() {
  const words = useWords(appWords);
  const me = useMe();
  const location = useLocation();
  if (me.isPending) return <PageSkeleton />;
  if (me.isError && !me.data) {
    return (
      <Container maxW="3xl" py="10">
        <ErrorState title={words.sessionFailed} error={me.error} onRetry={() => void me.refetch()} />
      </Container>
    );
  }
  if (!me.data) return <SignedOut from={location.pathname + location.search} />;
  if (!me.data.emailVerified) return <Navigate to={paths.verifyEmail} replace />;
  const security = paths.account({ tab: 'security' });
  if (isKeptToSecurity(me.data) && location.pathname + location.search !== security)
    return <Navigate to={security} replace />;
  return (
    <Box>
      <Outlet />
    </Box>
  );
}
