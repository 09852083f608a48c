/** Routes of spec section 7 about a customer's credits; administrators may read those of all customers. */
import { creditMessages } from '#contracts/credits/messages.ts';
import { textOf } from '#contracts/messages/answers.ts';
import type { Deps } from '#api/deps.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { creditHistory } from '#api/domain/credits/credit-history.ts';
import { creditOverview, creditUsage, setCreditAlert } from '#api/domain/credits/credit-usage.ts';
import type { SeenServices } from '#api/domain/credits/seen-services.ts';
import { usageByDay } from '#api/domain/credits/usage-days.ts';
import { serve } from '#api/routes/serve.ts';

const seenBy = ({ token }: Pick<Customer, 'token'>): SeenServices => token?.serviceIds ?? null;

export function creditRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'GET /api/users/:userId/credit-history': ({ user, params, query }) =>
      creditHistory(db, params.userId, query, seenBy(user)),
    'GET /api/users/:userId/credit-overview': async ({ params }) => ({
      overview: await creditOverview(db, params.userId),
    }),
    'PUT /api/users/:userId/credit-alert': async ({ user, body: { threshold } }) => {
      await setCreditAlert(db, user.id, threshold);
      return { ...textOf('message', creditMessages.alertSaved()), threshold };
    },
    'GET /api/analytics/credit-usage/:userId': ({ user, params, query }) =>
      creditUsage(db, params.userId, query, seenBy(user)),
    'GET /api/analytics/credit-usage-by-day/:userId': async ({ user, params, query }) => ({
      days: await usageByDay(db, params.userId, query, seenBy(user)),
    }),
  });
}
