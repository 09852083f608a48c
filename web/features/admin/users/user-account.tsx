/** Shows a user's account to administrators: its data, the possible actions, and the form that changes it. */
import { Button, Flex, Grid, Stack } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { formatDate, formatDateTime } from '#web/lib/dates.ts';
import { bdtText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ActionDialog, type AdminAction } from '#web/features/admin/action-dialog.tsx';
import { DetailList } from '#web/features/admin/detail-list.tsx';
import { StopJobsButton } from '#web/features/admin/jobs/stop-jobs.tsx';
import { UserEdit } from './user-edit.tsx';
import {
  deleteUser,
  resendToUser,
  resetSecondFactor,
  sendReset,
  updateUser,
  usersKey,
  verifyUser,
} from './queries.ts';
import { userWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

type ActionName = 'suspend' | 'activate' | 'verify' | 'resend' | 'reset' | 'factor' | 'remove';

/** Administrators cannot suspend or delete their own account, or reset its second factor without a code. */
function actionsFor(user: User, isSelf: boolean): ActionName[] {
  const state: ActionName = user.status === 'active' ? 'suspend' : 'activate';
  return [
    ...(user.emailVerified ? [] : (['verify', 'resend'] as const)),
    'reset',
    ...(isSelf ? [] : (['factor', state, 'remove'] as const)),
  ];
}

function useActions(user: User): Record<ActionName, AdminAction> {
  const words = useWords(userWords);
  const { messages } = useWords(adminWords);
  const { id, email } = user;
  return {
    suspend: {
      title: words.suspendTitle(email),
      effect: user.isAdmin ? words.suspendAdminEffect : words.suspendEffect,
      confirmLabel: words.suspend,
      destructive: true,
      needsReason: true,
      act: (reason) => updateUser(id, { status: 'suspended', reason }),
      success: words.suspendDone,
    },
    activate: {
      title: words.activateTitle(email),
      effect: words.activateEffect,
      confirmLabel: words.activate,
      needsReason: true,
      act: (reason) => updateUser(id, { status: 'active', reason }),
      success: words.activateDone,
    },
    verify: {
      title: words.verifyTitle(email),
      effect: words.verifyEffect,
      confirmLabel: words.verify,
      needsReason: true,
      act: (reason) => verifyUser(id, reason),
      success: messages.emailVerified,
      failurePrefix: `${messages.emailVerifyFailed}. `,
    },
    resend: {
      title: words.resendTitle(email),
      effect: words.resendEffect,
      confirmLabel: words.send,
      act: () => resendToUser(id),
      success: messages.verificationSent,
      failurePrefix: `${messages.verificationFailed}. `,
    },
    reset: {
      title: words.resetTitle(email),
      effect: words.resetEffect,
      confirmLabel: words.send,
      act: () => sendReset(id),
      success: messages.resetSent,
      failurePrefix: `${messages.resetFailed}. `,
    },
    factor: {
      title: words.factorTitle(email),
      effect: words.factorEffect,
      confirmLabel: words.factorConfirm,
      destructive: true,
      needsReason: true,
      act: (reason) => resetSecondFactor(id, reason),
      success: words.factorDone,
    },
    remove: {
      title: words.removeTitle(email),
      effect: words.removeEffect,
      confirmLabel: words.removeConfirm,
      destructive: true,
      needsReason: true,
      act: (reason) => deleteUser(id, reason),
      success: messages.userDeleted,
      failurePrefix: messages.userDeleteFailedPrefix,
    },
  };
}

function AccountDetails({ user }: { user: User }) {
  const words = useWords(userWords);
  const { details } = words;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="1" columnGap="8">
      <DetailList
        details={[
          [details.name, user.name],
          [details.email, user.email],
          [details.company, user.company],
          [details.mobile, user.mobile],
          [details.role, words.roles[user.isAdmin ? 'admin' : 'user']],
          [details.id, user.id],
        ]}
      />
      <DetailList
        details={[
          [details.credits, user.isAdmin ? '∞' : formatDecimals(user.credits)],
          [details.reserved, formatDecimals(user.reservedCredits)],
          [details.spent, bdtText(user.totalSpent)],
          [details.memberSince, formatDate(user.memberSince)],
          [details.lastActivity, user.lastActivity && formatDateTime(user.lastActivity)],
        ]}
      />
    </Grid>
  );
}

export function UserAccount({ user }: { user: User }) {
  const words = useWords(userWords);
  const me = useUser();
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [asked, setAsked] = useState<ActionName | null>(null);
  const actions = useActions(user);
  const refresh = () => void client.invalidateQueries({ queryKey: usersKey });
  if (isEditing) return <UserEdit user={user} onSaved={refresh} onClose={() => setEditing(false)} />;
  return (
    <Stack gap="4">
      <AccountDetails user={user} />
      <Flex gap="2" wrap="wrap">
        <Button size="xs" onClick={() => setEditing(true)}>
          {words.edit}
        </Button>
        {actionsFor(user, user.id === me.id).map((name) => (
          <Button
            key={name}
            size="xs"
            variant="outline"
            colorPalette={name === 'remove' ? 'failure' : 'gray'}
            onClick={() => setAsked(name)}
          >
            {words[name]}
          </Button>
        ))}
        <StopJobsButton stops={{ target: { userId: user.id }, name: user.email }} size="xs" />
      </Flex>
      {asked ? (
        <ActionDialog action={actions[asked]} onDone={refresh} onClose={() => setAsked(null)} />
      ) : null}
    </Stack>
  );
}
