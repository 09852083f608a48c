/** Bell and account menu: for signed-in people only, so that visitors do not fetch their code. */
import type { SignedInUser } from '#contracts/calls/account-answers.ts';
import { isKeptToSecurity } from '#web/features/accounts/auth/queries.ts';
import { NotificationBell } from '#web/features/messaging/notification-bell.tsx';
import { UserMenu } from './user-menu.tsx';

export function SignedInMenus(props: { user: SignedInUser }) {
  return (
    <>
      {isKeptToSecurity(props.user) ? null : <NotificationBell user={props.user} />}
      <UserMenu user={props.user} />
    </>
  );
}
