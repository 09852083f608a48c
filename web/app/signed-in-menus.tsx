/** Bell and account menu: for signed-in people only, so that visitors do not fetch their code. */
import type { User } from '#contracts/auth.ts';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { UserMenu } from './user-menu.tsx';

export function SignedInMenus(props: { user: User }) {
  return (
    <>
      <NotificationBell user={props.user} />
      <UserMenu user={props.user} />
    </>
  );
}
