/** Payments of earlier versions show after their migration what bKash took, and the rate at which it was paid. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { formerDatabase } from '#tests/harness/former-database.ts';

type Page = { creditsHundredths: number; isPaid?: boolean; said?: object };
type Order = { amountPoisha: number; rate: number; pages: Record<string, Page> };

/** An order of an earlier version, whose rate is that of the page opened last. */
async function insertOrder(client: pg.Client, { amountPoisha, rate, pages }: Order): Promise<void> {
  const orderId = randomUUID();
  await client.query(
    `INSERT INTO purchase_orders (id, user_id, invoice, amount_poisha, credits_hundredths, credits_per_bdt_hundredths)
     VALUES ($1, 'u', $2, $3, 1, $4)`,
    [orderId, `order-${orderId}`, amountPoisha, rate],
  );
  for (const [invoice, { creditsHundredths, isPaid, said }] of Object.entries(pages)) {
    const id = randomUUID();
    await client.query(
      `INSERT INTO payment_attempts
         (id, order_id, user_id, invoice, amount_poisha, credits_hundredths, result_token, held_payment)
       VALUES ($1, $2, 'u', $3, $4, $5, $3, $6)`,
      [id, orderId, invoice, amountPoisha, creditsHundredths, said ?? null],
    );
    await client.query(
      `INSERT INTO transactions (id, user_id, attempt_id, amount_poisha, credits_hundredths, reference)
       VALUES (gen_random_uuid(), 'u', $1, $2, $3, $4)`,
      [id, amountPoisha, creditsHundredths, invoice],
    );
    if (isPaid)
      await client.query('UPDATE purchase_orders SET paid_attempt_id = $1 WHERE id = $2', [id, orderId]);
  }
}

const insertRefund = (client: pg.Client, invoice: string, amountPoisha: number, state: string) =>
  client.query(
    `INSERT INTO payment_refunds (id, key, attempt_id, amount_poisha, reason, state)
     SELECT gen_random_uuid(), $2, id, $3, '', $4 FROM payment_attempts WHERE invoice = $1`,
    [invoice, randomUUID(), amountPoisha, state],
  );

const decided = (amountPoisha: string | null, decision?: string) => ({
  amountPoisha,
  ...(decision ? { decision: { decision } } : {}),
});

const client = formerDatabase('0066_payment_figures', async (former) => {
  await insertOrder(former, {
    amountPoisha: 5_000,
    rate: 100,
    pages: {
      old: { creditsHundredths: 10_000, isPaid: true },
      current: { creditsHundredths: 5_000 },
    },
  });
  const held = (said: object) => ({ creditsHundredths: 100_000, said });
  await insertOrder(former, {
    amountPoisha: 50_000,
    rate: 200,
    pages: {
      refunded: held(decided('60000', 'refund')),
      credited: held(decided('40000', 'credit')),
      closed: held(decided('40000', 'close')),
      undecided: held(decided('40000')),
      silent: held(decided(null, 'credit')),
    },
  });
  await insertRefund(former, 'refunded', 60_000, 'done');
  await insertRefund(former, 'refunded', 60_000, 'failed');
  await former.query("UPDATE transactions SET refunded_poisha = 50000 WHERE reference = 'refunded'");
  await former.query("INSERT INTO alone_moves (key, admin_id, at) VALUES ('k', 'a', now())");
});

it('each payment page gets the rate that it showed, and its order the rate of the page that was paid', async () => {
  const { rows } = await client.query(
    `SELECT a.invoice, a.credits_per_bdt_hundredths AS rate, o.credits_per_bdt_hundredths AS "orderRate"
     FROM payment_attempts a JOIN purchase_orders o ON o.id = a.order_id WHERE a.amount_poisha = 5000 ORDER BY 1 DESC`,
  );
  expect(rows).toEqual([
    { invoice: 'old', rate: 200, orderRate: 200 },
    { invoice: 'current', rate: 100, orderRate: 200 },
  ]);
});

it('a held payment that was credited or refunded gets the amount that bKash took, and all its refunds', async () => {
  const { rows } = await client.query(
    `SELECT reference, amount_poisha::integer AS amount, refunded_poisha::integer AS refunded FROM transactions
     WHERE credits_hundredths = 100000 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { reference: 'closed', amount: 50_000, refunded: 0 },
    { reference: 'credited', amount: 40_000, refunded: 0 },
    { reference: 'refunded', amount: 60_000, refunded: 60_000 },
    { reference: 'silent', amount: 50_000, refunded: 0 },
    { reference: 'undecided', amount: 50_000, refunded: 0 },
  ]);
});

it('what administrators did alone before names no subject, so that its key is refused', async () => {
  const { rows } = await client.query('SELECT subject FROM alone_moves');
  expect(rows).toEqual([{ subject: '' }]);
});
