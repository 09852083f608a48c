/** Renders what every page has: dialogs, messages, and the preferences of the signed-in user. */
import { lazy, Suspense, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { usePreferencesSync } from '#web/features/accounts/use-preferences-sync.ts';
import { closePurchase, usePurchaseRequest } from '#web/features/payments/purchase-request.ts';
import { showPreferredLanguage } from '#web/lib/language.ts';
import { useOriginsNoted } from '#web/lib/origins.ts';
import { useInteraction } from '#web/lib/use-interaction.ts';
import { closeSignIn, useSignInRequest } from '#web/lib/sign-in-request.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { DialogBoundary } from './dialog-boundary.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';

// Loaded before any message can appear: immediately for signed-in users, and for visitors at the first touch of the
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

/**
 * Changes to the language that was chosen on this machine. Parts of the page that React has not taken over yet must still
 * equal the server's HTML, so this waits for all of them.
 */
function PreferredLanguage() {
  const isTakenOver = useTakenOver();
  useEffect(() => {
    if (isTakenOver) showPreferredLanguage();
  }, [isTakenOver]);
  return null;
}

/** Mounts before the code of the menus is loaded, so that a choice made immediately is saved as well. */
function SyncedPreferences() {
  usePreferencesSync();
  return null;
}

function closeDialogs(): void {
  closeSignIn();
  closePurchase();
}

export function Layout() {
  const signIn = useSignInRequest();
  const purchase = usePurchaseRequest();
  const user = useMe().data;
  const isUsed = useInteraction();
  const isTakenOver = useTakenOver();
  useOriginsNoted();
  // The frame is outside any Suspense boundary, so that the previous page stays until the frame's code has loaded. The
  // messages have a boundary of their own, because nothing else may wait for their code.
  return (
    <>
      <Outlet />
      <PreferredLanguage />
      {user && isTakenOver ? <SyncedPreferences /> : null}
      <DialogBoundary onClose={signIn?.sessionEnded ? null : closeDialogs}>
        <Suspense>
          {signIn ? <SignInDialog /> : null}
          {purchase ? <PurchaseDialogs /> : null}
        </Suspense>
      </DialogBoundary>
      {(user && isTakenOver) || isUsed ? (
        <QuietBoundary>
          <Suspense>
            <Toaster />
          </Suspense>
        </QuietBoundary>
      ) : null}
    </>
  );
}
