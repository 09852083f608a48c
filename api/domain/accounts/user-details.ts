/** A user with the services on offer and the latest jobs, which spec section 3 lists beside the account itself. */
import type { Deps } from '#api/deps.ts';
import type { UserDetails } from '#contracts/calls/accounts-answers.ts';
import { limits } from '#contracts/limits.ts';
import { userView } from './accounts.ts';
import { workHistoryView } from '#api/domain/jobs/work-history.ts';
import { getSettings, startableServices } from '#api/domain/site/settings.ts';

export async function userDetails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<UserDetails> {
  const latest = { page: 1, limit: limits.workHistoryPageSize };
  const [user, settings, { workHistory }] = await Promise.all([
    userView(db, userId),
    getSettings(db),
    workHistoryView(db, { id: userId }, latest, clock()),
  ]);
  return { ...user, services: startableServices(settings), trialEndsAt: null, workHistory };
}
