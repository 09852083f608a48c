/** The administrators' overview: the state of all parts of the platform at one moment. */
import { DAY_MS } from '#contracts/durations.ts';
import type { Overview } from '#contracts/calls/overview-answers.ts';
import type { Deps } from '#api/deps.ts';
import { openApprovals } from '#api/domain/accounts/approvals.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { heldCredits } from '#api/domain/credits/held-credits.ts';
import { failingWebhooks } from '#api/domain/integrations/failing-webhooks.ts';
import {
  failuresSince,
  longestWaiting,
  openWithoutPortal,
  waitingForPeople,
} from '#api/domain/jobs/job-overview.ts';
import { waitingDecisions } from '#api/domain/payments/payment-overview.ts';
import { openNotices } from '#api/domain/payments/unmatched-notices.ts';
import { unsandboxedAt } from '#api/domain/portals/browser-isolation.ts';
import { furtherDesks } from '#api/domain/portals/bank-list.ts';
import { boardOf, listPortals } from '#api/domain/portals/portal-board.ts';
import { errorBudgets } from './error-budgets.ts';

/** The figures are asked for again and again, so that none of them may occupy the database for long. */
const OVERVIEW_STATEMENT_MS_MAX = 2_000;
/** Failures are counted over this time. */
const FAILURES_OF_MS = DAY_MS;

export async function adminOverview(deps: Pick<Deps, 'db' | 'clock'>): Promise<Overview> {
  const now = deps.clock();
  const since = new Date(now.getTime() - FAILURES_OF_MS);
  const board = boardOf(deps);
  const [portals, desks, browserUnsandboxedAt, counted] = await Promise.all([
    listPortals(deps, board),
    furtherDesks(deps.db, board),
    unsandboxedAt(deps),
    withStatementLimit(deps.db, OVERVIEW_STATEMENT_MS_MAX, async (tx) => ({
      withoutPortal: await openWithoutPortal(tx),
      longestWaiting: await longestWaiting(tx),
      money: { ...(await heldCredits(tx)), ...(await waitingDecisions(tx)), ...(await openNotices(tx)) },
      forPeople: {
        ...(await waitingForPeople(tx)),
        approvals: await openApprovals(tx, now),
        messages: await tx.contactMessage.count({ where: { status: 'new' } }),
      },
      failures: await failuresSince(tx, since),
      webhooks: await failingWebhooks(tx, since),
      budgets: await errorBudgets(tx, now),
    })),
  ]);
  return { asOf: now.toISOString(), portals, desks, browserUnsandboxedAt, ...counted };
}
