/** Acts on a user that may require two administrators: credits, changes, deletion, and the reset of a second factor. */
import { deleteAccountIn, finishDeletion } from '#api/domain/accounts/account-deletion.ts';
import { secondFactorMail } from '#api/domain/accounts/account-mails.ts';
import { userView } from '#api/domain/accounts/accounts.ts';
import { lockedUser } from '#api/domain/accounts/admin-rights.ts';
import { adjustUserCredits, applyUserChange, announceUserChanges } from '#api/domain/accounts/admin-users.ts';
import { resetSecondFactor } from '#api/domain/accounts/second-factor.ts';
import { sendMailToUser } from '#api/domain/messaging/send-mail.ts';
import { hundredthsFromCredits } from '#contracts/credits/credits.ts';
import {
  creditsDifference,
  knownUser,
  reapplied,
  requireSeenBalance,
  valuesOfUserChange,
  withWhatWasSeen,
} from './asked-user-change.ts';
import { nothingAfter, type Effect } from './contract.ts';

const ofUser = ({ userId }: { userId: string }): string => `user/${userId}`;
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export const credits: Effect<'credits'> = {
  subject: ofUser,
  values: ({ operation, credits: amount }) => ({ operation, credits: amount }),
  weigh: async (tx, { userId, credits: amount }) => {
    await knownUser(tx, userId);
    return { creditsHundredths: BigInt(hundredthsFromCredits(amount)) };
  },
  apply: async (tx, _deps, { userId, operation, credits: amount }, { adminId, reason, key }) => {
    const given = { userId, operation, credits: amount, reason, actorId: adminId, key };
    return { answer: await adjustUserCredits(tx, given), after: nothingAfter };
  },
};

export const user: Effect<'user'> = {
  subject: ofUser,
  values: valuesOfUserChange,
  weigh: async (tx, given) => {
    const before = await lockedUser(tx, given.userId);
    const { isAdmin = before.isAdmin, status = before.status } = given.wish;
    const isStanding = before.isAdmin && isAdmin && status !== before.status;
    return {
      isAboutRights: isAdmin !== before.isAdmin || isStanding,
      ...(isStanding ? { standing: { userId: given.userId, status } } : {}),
      creditsHundredths: isAdmin ? 0n : absolute(await creditsDifference(tx, given)),
    };
  },
  check: (tx, _deps, given) => requireSeenBalance(tx, given),
  withWhatWasSeen,
  apply: async (tx, deps, given, { adminId, reason }) => {
    const before = await lockedUser(tx, given.userId);
    const effects = await applyUserChange(tx, before, await reapplied(tx, given), { adminId, reason });
    const answer = await userView(tx, given.userId);
    const changed = [{ userId: given.userId, effects }];
    return { answer, after: () => announceUserChanges(deps, changed, { adminId, reason }) };
  },
};

export const deletion: Effect<'deletion'> = {
  subject: ofUser,
  values: () => ({}),
  weigh: async (tx, { userId }) => ({ isAboutRights: (await knownUser(tx, userId)).isAdmin }),
  apply: async (tx, deps, { userId }, { adminId, reason }) => {
    const deleted = await deleteAccountIn(tx, deps, { userId, by: { adminId, reason } });
    return { answer: null, after: () => finishDeletion(deps, deleted) };
  },
};

export const factorReset: Effect<'factor_reset'> = {
  subject: ofUser,
  values: () => ({}),
  weigh: async (tx, { userId }) => ({ isAboutRights: (await knownUser(tx, userId)).isAdmin }),
  apply: async (tx, deps, { userId }, { adminId, reason }) => {
    await resetSecondFactor(tx, userId, { adminId, reason });
    return { answer: null, after: async () => void sendMailToUser(deps, userId, secondFactorMail('reset')) };
  },
};
