/** Renders the frame around every page. */
import { Box, Flex, SkipNavContent, SkipNavLink } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { usePurchaseRequest } from '#web/features/payments/purchase-request.ts';
import { useInteraction } from '#web/lib/use-interaction.ts';
import { useSignInRequest } from '#web/lib/sign-in-request.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { EarlyInputRepeated } from './early-input.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './route-guard.tsx';
import { ScrollPlace } from './scroll-place.tsx';
import { SystemBanner } from './system-banner.tsx';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

// Loaded before any message can be due: at once for whoever is signed in, and for visitors with the first touch of the
// page. Messages matter most after the connection is lost, when the code can no longer be fetched.
const Toaster = lazy(() => import('#web/ui/toaster.tsx').then((module) => ({ default: module.Toaster })));
const SignInDialog = lazy(() =>
  import('#web/features/accounts/auth/sign-in-dialog.tsx').then((module) => ({
    default: module.SignInDialog,
  })),
);
const PurchaseDialogs = lazy(() =>
  import('#web/features/payments/purchase-dialogs.tsx').then((module) => ({
    default: module.PurchaseDialogs,
  })),
);

export function Layout() {
  const signIn = useSignInRequest();
  const purchase = usePurchaseRequest();
  const isSignedIn = Boolean(useMe().data);
  const isUsed = useInteraction();
  return (
    <Flex direction="column" minH="100dvh">
      <SkipNavLink>{useWords(appWords).skip}</SkipNavLink>
      <Header />
      <SystemBanner />
      <ConnectionNotice />
      <SkipNavContent asChild>
        {/* The footer begins below the first view, so that a page whose content arrives later does not move it. */}
        <Box as="main" flex="1" minH="100dvh" pb="10">
          <Suspense fallback={<PageSkeleton />}>
            <PageBoundary>
              <Outlet />
            </PageBoundary>
            <ScrollPlace />
            <EarlyInputRepeated />
          </Suspense>
        </Box>
      </SkipNavContent>
      <Footer />
      <Suspense>
        {signIn ? <SignInDialog /> : null}
        {purchase ? <PurchaseDialogs /> : null}
        {isSignedIn || isUsed ? <Toaster /> : null}
      </Suspense>
    </Flex>
  );
}
