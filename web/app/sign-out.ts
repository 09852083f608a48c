/** Ends the session and removes all its data from this browser, because offices share desktops. */
import { logout } from '#web/features/accounts/auth/queries.ts';
import { finishBeforeLeaving } from '#web/lib/before-leaving.ts';
import { leaveAccount } from '#web/lib/leave-account.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { paths } from '#web/paths.ts';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { errorText } from '#web/lib/messages.ts';

export async function signOutAndLeave(): Promise<void> {
  try {
    await finishBeforeLeaving();
    await logout();
  } catch (error) {
    notify('error', errorText(error), requestIdText(error));
    return;
  }
  tellOtherTabs(null);
  leaveAccount(paths.home);
}
