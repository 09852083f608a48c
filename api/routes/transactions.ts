/** Calls of spec section 7 about a customer's transactions; an administrator may read everybody's. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import { receiptPdf } from '#api/domain/receipts.ts';
import { listTransactions, requireRecorded, summarizeTransactions } from '#api/domain/transactions.ts';
import { requireSelfOrAdmin, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { refuseForeignUser } from '#api/middleware/claimed-user.ts';
import { validate } from '#api/middleware/validate.ts';
import { userIdParam } from '#contracts/jobs.ts';
import { confirmTransactionBody, transactionsQuery } from '#contracts/transactions.ts';

const receiptParam = userIdParam.extend({ id: z.uuid() });

export function transactionRoutes({ db }: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .post('/', requireVerified, validate('json', confirmTransactionBody), async (c) => {
      const { transactionId, gatewayReference, userId } = c.req.valid('json');
      refuseForeignUser(c.var.user, { userId });
      const references = [transactionId, ...(gatewayReference ? [gatewayReference] : [])];
      await requireRecorded(db, c.var.user.id, references);
      return c.json({ success: true as const, message: 'Transaction recorded successfully!' });
    })
    .get(
      '/:userId',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      validate('query', transactionsQuery),
      async (c) => {
        const list = await listTransactions(db, c.req.valid('param').userId, c.req.valid('query'));
        return c.json({ success: true as const, ...list });
      },
    )
    .get(
      '/:userId/summary',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      async (c) => {
        const summary = await summarizeTransactions(db, c.req.valid('param').userId);
        return c.json({ success: true as const, summary });
      },
    )
    .get(
      '/:userId/:id/receipt',
      requireVerified,
      downloadsAtOnce,
      requireSelfOrAdmin('userId'),
      validate('param', receiptParam),
      async (c) => {
        const { userId, id } = c.req.valid('param');
        const { fileName, bytes } = await receiptPdf(db, userId, id);
        return c.body(bytes, 200, {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `attachment; filename="${fileName}"`,
          'Cache-Control': 'private, no-store',
        });
      },
    );
}
