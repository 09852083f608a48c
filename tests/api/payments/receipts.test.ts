/** Receipts: who gets one, and whether one page states what a bookkeeper needs. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { takaFigures, takaWords } from '#api/domain/payments/receipt/taka.ts';
import { openOrder } from '#api/domain/payments/purchases.ts';
import { recordCompleted } from '#api/domain/payments/purchase-settlement.ts';
import { markInitiated } from '#api/domain/payments/purchase-steps.ts';
import { receiptPdf } from '#api/domain/payments/receipts.ts';
import type { Database } from '#prisma/client.ts';
import { paidPurchase } from './paid-purchase.ts';
import { readReceipt, withoutBlanks } from './receipt-page.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

describe('a receipt', () => {
  it.each(['pending', 'failed'])('a receipt is not issued for a %s transaction', async (status) => {
    const { id: userId } = await createUser(db);
    const { transactionId } = await paidPurchase(db, {
      userId,
      amountPoisha: 5_000n,
      trxId: `I${status}`,
      status,
    });
    await expect(receiptPdf(db, userId, transactionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it("a receipt is not issued for another customer's transaction, nor for a missing one", async () => {
    const { id: userId } = await createUser(db);
    const { id: stranger } = await createUser(db);
    const { transactionId } = await paidPurchase(db, { userId, amountPoisha: 5_000n, trxId: 'JGD90JRLST' });
    await expect(receiptPdf(db, stranger, transactionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(receiptPdf(db, userId, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a receipt states on one A4 page who sold what to whom, when, for how much and how it was paid', async () => {
    const user = await createUser(db, { name: 'Ana Rahman', company: 'Padma Knit Ltd.' });
    const { transactionId } = await paidPurchase(db, {
      userId: user.id,
      amountPoisha: 12_500_050n,
      trxId: 'KGD90JRLST',
      receiptNumber: 123,
      paidAt: new Date('2026-12-31T18:30:00Z'),
    });
    const { fileName, bytes } = await receiptPdf(db, user.id, transactionId);
    expect(fileName).toBe('receipt-CH-2027-000123.pdf');
    const { text, width, height } = await readReceipt(bytes);
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    const said = [
      'Payment receipt',
      'CH-2027-000123',
      '1 Jan 2027, 00:30',
      'PAID',
      'Chalan',
      'bKash',
      'KGD90JRLST',
      'CHKGD90JRLST',
    ];
    const sums = [
      '250,001.00',
      '2.00',
      'BDT 1,25,000.50',
      'Taka one lakh twenty-five thousand and poisha fifty only',
    ];
    const buyer = ['Ana Rahman', 'Padma Knit Ltd.', user.email, user.mobile];
    for (const words of [...said, ...sums, ...buyer]) expect(text).toContain(withoutBlanks(words));
    expect(text).not.toContain('REFUNDED');
  });

  it('a receipt lists the refunds that were made, with their dates, and the remaining amount', async () => {
    const { id: userId } = await createUser(db);
    const { transactionId, attemptId } = await paidPurchase(db, {
      userId,
      amountPoisha: 25_000n,
      trxId: 'LGD90JRLST',
      refundedPoisha: 10_000n,
    });
    const refund = {
      attemptId,
      amount: 10_000n,
      reason: 'Asked for',
      endedAt: new Date('2026-11-23T20:00:00Z'),
    };
    await db.paymentRefund.create({
      data: { ...refund, key: randomUUID(), state: 'done', refundTrxId: 'LGD10REFND' },
    });
    await db.paymentRefund.create({ data: { ...refund, key: randomUUID(), state: 'failed', amount: 999n } });
    const { text } = await readReceipt((await receiptPdf(db, userId, transactionId)).bytes);
    for (const words of ['PARTLY REFUNDED', '24 Nov 2026, 02:00', 'LGD10REFND', '-100.00', 'BDT 150.00'])
      expect(text).toContain(withoutBlanks(words));
    expect(text).not.toContain('9.99');
  });

  it('a receipt fits on its page with ten refunds and the longest names, and omits what Latin fonts lack', async () => {
    const user = await createUser(db, {
      name: 'রহিম উদ্দিন',
      company: `${'Wide Mills '.repeat(12)}${'W'.repeat(120)}`,
    });
    const { transactionId, attemptId } = await paidPurchase(db, {
      userId: user.id,
      amountPoisha: 10_000_000n,
      trxId: 'MGD90JRLST',
      status: 'refunded',
      refundedPoisha: 10_000_000n,
    });
    for (let count = 0; count < 10; count += 1)
      await db.paymentRefund.create({
        data: { attemptId, key: randomUUID(), state: 'done', amount: 1_000_000n, reason: 'W'.repeat(255) },
      });
    const { text, width, height, glyphs } = await readReceipt(
      (await receiptPdf(db, user.id, transactionId)).bytes,
    );
    expect(text).toContain('BDT0.00');
    expect(text).toContain(withoutBlanks(user.email));
    for (const glyph of glyphs.filter(({ text }) => text.trim() !== '')) {
      expect(glyph.x0).toBeGreaterThan(40);
      expect(glyph.x1).toBeLessThan(width - 40);
      expect(Math.min(glyph.y0, glyph.y1)).toBeGreaterThan(30);
      expect(Math.max(glyph.y0, glyph.y1)).toBeLessThan(height - 30);
    }
  });
});

/** A payment of 250 BDT that bKash has completed. */
async function settled(userId: string): Promise<string> {
  const now = new Date();
  const order = { amountPoisha: 25_000n, creditsHundredths: 50_000n, creditsPerBdtHundredths: 200 };
  const asked = { ...order, userId, invoice: randomUUID(), shownHundredths: null, now };
  const { id, invoice } = await openOrder(db, asked);
  const paymentId = `TR0011${id}`;
  const page = { paymentId, bkashUrl: 'https://bkash.example/', signature: null, createdAt: now };
  await markInitiated(db, id, page, now);
  const paid = { paymentId, trxId: `N${id}`, invoice, amountPoisha: 25_000n, currency: 'BDT' };
  const report = { status: 'Completed', rawStatus: 'Completed', verification: 'Complete' } as const;
  await recordCompleted(db, id, { ...paid, ...report, payerMsisdn: null, completedAt: now }, now);
  return (await db.transaction.findUniqueOrThrow({ where: { attemptId: id } })).id;
}

it('a receipt names its buyer as of the payment, whatever is changed in the profile later', async () => {
  const user = await createUser(db, { name: 'Ana Rahman', company: 'Padma Knit Ltd.' });
  const transactionId = await settled(user.id);
  const text = async () => (await readReceipt((await receiptPdf(db, user.id, transactionId)).bytes)).text;
  const before = await text();
  for (const words of ['Ana Rahman', 'Padma Knit Ltd.', user.email, user.mobile])
    expect(before).toContain(withoutBlanks(words));
  await db.user.update({
    where: { id: user.id },
    data: { name: 'Eve', company: 'Meghna Ltd.', email: `new-${user.email}`, mobile: '01799999999' },
  });
  expect(await text()).toBe(before);
});

describe('amounts in taka', () => {
  it.each([
    [0n, '0.00', 'Taka zero only'],
    [5n, '0.05', 'Taka zero and poisha five only'],
    [10_000n, '100.00', 'Taka one hundred only'],
    [1_234_550n, '12,345.50', 'Taka twelve thousand three hundred forty-five and poisha fifty only'],
    [10_000_000n, '1,00,000.00', 'Taka one lakh only'],
    [
      123_456_789_19n,
      '12,34,56,789.19',
      'Taka twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and poisha nineteen only',
    ],
  ])('%d poisha are written %s, %s', (poisha, figures, words) => {
    expect([takaFigures(poisha), takaWords(poisha)]).toEqual([figures, words]);
  });
});
