/** Renders the bell and the account menu. They are a separate chunk, so that visitors do not download it. */
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
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
