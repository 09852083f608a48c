/** Routes of spec section 7 about a customer's transactions; administrators may read those of all customers. */
import type { Deps } from '#api/deps.ts';
import { receiptPdf } from '#api/domain/payments/receipts.ts';
import {
  listTransactions,
  requireRecorded,
  summarizeTransactions,
} from '#api/domain/payments/transactions.ts';
import { serve } from '#api/routes/serve.ts';

export function transactionRoutes(deps: Deps) {
  const { db } = deps;
  return serve(deps, {
    'POST /api/transactions': async ({ user, body: { transactionId, gatewayReference } }) => {
      const references = [transactionId, ...(gatewayReference ? [gatewayReference] : [])];
      await requireRecorded(db, user.id, references);
      return { message: 'Transaction recorded successfully!' };
    },
    'GET /api/transactions/:userId': ({ params, query }) =>
      listTransactions(db, params.userId, query, deps.clock()),
    'GET /api/transactions/:userId/summary': async ({ params }) => ({
      summary: await summarizeTransactions(db, params.userId),
    }),
    'GET /api/transactions/:userId/:id/receipt': async ({ params: { userId, id } }, c) => {
      const { fileName, bytes } = await receiptPdf(db, userId, id);
      return c.body(bytes, 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${fileName}"`,
      });
    },
  });
}
