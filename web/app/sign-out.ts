/** Ends the session, and leaves nothing of it in this browser: offices share desktops. */
import { logout } from '../features/auth/queries.ts';
import { paths } from '../paths.ts';
import { notify } from '../ui/notify.ts';
import { errorText, requestIdText } from '../ui/states.tsx';

export async function signOutAndLeave(): Promise<void> {
  try {
    await logout();
  } catch (error) {
    notify('error', errorText(error), requestIdText(error));
    return;
  }
  sessionStorage.clear();
  // A fresh page, so that no data of the account stays in memory.
  window.location.assign(paths.home);
}
