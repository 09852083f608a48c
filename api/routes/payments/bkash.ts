/** Routes of spec section 7 "Payments" that create and follow a bKash payment, and the two that bKash triggers. */
import { html } from 'hono/html';
import type { Deps } from '#api/deps.ts';
import { createNoticeReader } from '#api/domain/payments/payment-notices.ts';
import { paymentResult, queriedPayment } from '#api/domain/payments/payment-views.ts';
import {
  requestQuery,
  beginPurchase,
  noteReturn,
  purchaseByPaymentId,
} from '#api/domain/payments/purchases.ts';
import { countCaller } from '#api/middleware/caller-limit.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { parseInput } from '#api/middleware/validate.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import { callbackQuery, returnClaims } from '#contracts/payments/payments.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { serve } from '#api/routes/serve.ts';

const noticeStatus = { accepted: 200, rejected: 403, later: 503 } as const;

type PayerReturn = { attempt: Awaited<ReturnType<typeof purchaseByPaymentId>>; status: string };

export function bkashRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  const readNotice = createNoticeReader(deps);

  /**
   * Notifies the purchase of the payer's return. A failure is only logged: the payer still gets to the result page, and
   * the purchase queries bKash later anyway.
   */
  const signalPurchase = async ({ attempt, status }: PayerReturn): Promise<void> => {
    const claim = returnClaims.find((known) => known === status);
    await (claim ? noteReturn(deps, attempt, claim) : requestQuery(deps, attempt)).catch((err: unknown) =>
      deps.logger.error(
        { attemptId: attempt.id, err },
        'a purchase was not notified of the return of its payer',
      ),
    );
  };

  /** Throws INVALID_INPUT or NOT_FOUND if the query of a payer's return belongs to no payment. */
  const readReturn = async (query: Record<string, string>): Promise<PayerReturn> => {
    const { paymentID, signature, status } = parseInput(callbackQuery, query);
    await limiter.consume('paymentReturnPerPayment', paymentID);
    return { attempt: await purchaseByPaymentId(deps, paymentID, { signature }), status };
  };

  const customers = serve(deps, {
    'POST /api/bkash/create-payment': async ({ user, body: { userId: _own, ...request } }) => {
      const begun = await beginPurchase(deps, user, request);
      return {
        bkashURL: begun.bkashUrl,
        paymentID: begun.paymentId,
        amount: bdtFromPoisha(begun.amountPoisha),
        credits: creditsFromHundredths(begun.creditsHundredths),
        message: 'Payment created. Please complete it in bKash.',
      };
    },
    'POST /api/bkash/query-payment': async ({ user, body: { paymentID } }) => {
      const attempt = await purchaseByPaymentId(deps, paymentID, { userId: user.id });
      await requestQuery(deps, attempt).catch((err: unknown) =>
        deps.logger.warn({ attemptId: attempt.id, err }, 'a purchase was not asked to look'),
      );
      return queriedPayment(deps.db, attempt);
    },
    'GET /api/bkash/result/:token': async ({ params }) => ({
      result: await paymentResult(deps.db, params.token),
    }),
  });
  return customers
    .get('/api/bkash/callback', async (c) => {
      const returned = await readReturn(c.req.query()).catch(nullWhereUnknown);
      if (!returned) return c.html(unknownPayment, 404);
      await signalPurchase(returned);
      return c.redirect(`/payment/return/${returned.attempt.resultToken}`, 303);
    })
    .post('/api/bkash/ipn', countCaller(limiter, deps.env, 'paymentNoticePerIp'), async (c) => {
      const answer = await readNotice(await c.req.text(), c.req.raw.headers);
      return c.body(null, noticeStatus[answer]);
    });
}

function nullWhereUnknown(error: unknown): null {
  if (error instanceof DomainError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT'))
    return null;
  throw error;
}

/** A page for the browser, which only a guesser or a payer with a broken link sees. */
const unknownPayment = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Payment not found – Chalan</title>
    </head>
    <body>
      <h1>Payment not found</h1>
      <p>This link belongs to no payment. Your transactions show everything you have paid.</p>
      <p><a href="/dashboard?tab=transactions">Go to your transactions</a></p>
    </body>
  </html>`;
